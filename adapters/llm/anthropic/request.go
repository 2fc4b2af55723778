package anthropic

import (
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"heddle.dev/heddle/ports"
)

// parametersOf marks three places up to which the provider may keep the prompt in its cache: the tools, the system
// prompt, and the conversation so far, of which the next request has all again.
func parametersOf(request ports.LLMRequest) anthropic.MessageNewParams {
	parameters := anthropic.MessageNewParams{Model: request.Model, MaxTokens: request.MaxTokens}
	if parameters.MaxTokens == 0 {
		parameters.MaxTokens = defaultTokens
	}
	if request.System != "" {
		parameters.System = []anthropic.TextBlockParam{{Text: request.System, CacheControl: anthropic.NewCacheControlEphemeralParam()}}
	}
	for i, tool := range request.Tools {
		offered := &anthropic.ToolParam{
			Name: tool.Name, Description: param.NewOpt(tool.Description),
			InputSchema: param.Override[anthropic.ToolInputSchemaParam](json.RawMessage(tool.Parameters)),
		}
		if i == len(request.Tools)-1 {
			offered.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		parameters.Tools = append(parameters.Tools, anthropic.ToolUnionParam{OfTool: offered})
	}
	for _, message := range request.Messages {
		if blocks := blocksOf(message); len(blocks) > 0 {
			parameters.Messages = append(parameters.Messages, anthropic.MessageParam{Role: anthropic.MessageParamRole(message.Role), Content: blocks})
		}
	}
	markLast(parameters.Messages)
	return parameters
}

func markLast(messages []anthropic.MessageParam) {
	if len(messages) == 0 {
		return
	}
	blocks := messages[len(messages)-1].Content
	if control := blocks[len(blocks)-1].GetCacheControl(); control != nil {
		*control = anthropic.NewCacheControlEphemeralParam()
	}
}

// blocksOf leaves out what the provider does not take: empty texts, and thoughts that it has not signed.
func blocksOf(message ports.LLMMessage) (blocks []anthropic.ContentBlockParamUnion) {
	for _, thought := range message.Thoughts {
		if thought.Signature != "" {
			blocks = append(blocks, anthropic.NewThinkingBlock(thought.Signature, thought.Text))
		}
	}
	for _, result := range message.Results {
		blocks = append(blocks, anthropic.NewToolResultBlock(result.CallID, result.Text, result.IsError))
	}
	if message.Text != "" {
		blocks = append(blocks, anthropic.NewTextBlock(message.Text))
	}
	for _, call := range message.Calls {
		blocks = append(blocks, anthropic.NewToolUseBlock(call.ID, json.RawMessage(call.Object()), call.Name))
	}
	return blocks
}
