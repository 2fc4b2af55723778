package openai

import (
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func parametersOf(request ports.LLMRequest) (openai.ChatCompletionNewParams, error) {
	parameters := openai.ChatCompletionNewParams{
		Model:         request.Model,
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)},
	}
	if request.MaxTokens > 0 {
		parameters.MaxTokens = param.NewOpt(request.MaxTokens) // its successor is unknown to most other servers
	}
	if request.System != "" {
		parameters.Messages = append(parameters.Messages, openai.SystemMessage(request.System))
	}
	for _, message := range request.Messages {
		parameters.Messages = append(parameters.Messages, messagesOf(message)...)
	}
	for _, tool := range request.Tools {
		var schema shared.FunctionParameters
		if err := json.Unmarshal(tool.Parameters, &schema); err != nil {
			return parameters, fault.New(fault.KindInvalid, ports.LLMRefused, "the parameters of the tool %s are no JSON Schema", tool.Name).Because(err)
		}
		parameters.Tools = append(parameters.Tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: tool.Name, Description: param.NewOpt(tool.Description), Parameters: schema,
		}))
	}
	return parameters, nil
}

// messagesOf makes one message of each result, as the format wants it. Thoughts are not sent back.
func messagesOf(message ports.LLMMessage) []openai.ChatCompletionMessageParamUnion {
	if message.Role == ports.LLMAssistant {
		return []openai.ChatCompletionMessageParamUnion{assistantMessage(message)}
	}
	var messages []openai.ChatCompletionMessageParamUnion
	for _, result := range message.Results {
		text := result.Text
		if result.IsError {
			text = "The call failed: " + text // the format has no other way to say so
		}
		messages = append(messages, openai.ToolMessage(text, result.CallID))
	}
	if message.Text != "" {
		messages = append(messages, openai.UserMessage(message.Text))
	}
	return messages
}

func assistantMessage(message ports.LLMMessage) openai.ChatCompletionMessageParamUnion {
	said := &openai.ChatCompletionAssistantMessageParam{}
	if message.Text != "" || len(message.Calls) == 0 {
		said.Content.OfString = param.NewOpt(message.Text)
	}
	for _, call := range message.Calls {
		said.ToolCalls = append(said.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
				ID: call.ID,
				Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{
					Name: call.Name, Arguments: string(call.Object()),
				},
			},
		})
	}
	return openai.ChatCompletionMessageParamUnion{OfAssistant: said}
}
