package modeltest

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// openAI is the wire format of OpenAI's chat completions, which most other model servers speak too.
type openAI struct{}

type openAIRequest struct {
	Model         string          `json:"model"`
	Messages      []openAIMessage `json:"messages"`
	Tools         []openAITool    `json:"tools"`
	Stream        bool            `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type openAIMessage struct {
	Role       string         `json:"role"`
	Content    jsontext.Value `json:"content"` // a text, or a list of parts
	ToolCalls  []openAICall   `json:"tool_calls"`
	ToolCallID string         `json:"tool_call_id"`
}

type openAITool struct {
	Function struct {
		Name string `json:"name"`
	} `json:"function"`
}

type openAICall struct {
	Index    *int           `json:"index,omitzero"` // in streams
	ID       string         `json:"id,omitzero"`
	Type     string         `json:"type,omitzero"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name      string `json:"name,omitzero"`
	Arguments string `json:"arguments"`
}

func (openAI) read(header http.Header, body []byte) (Request, error) {
	var raw openAIRequest
	if err := json.Unmarshal(body, &raw, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return Request{}, err
	}
	request := Request{
		Wire: OpenAIWire, Key: strings.TrimPrefix(header.Get("Authorization"), "Bearer "), Model: raw.Model,
		stream: raw.Stream, usage: raw.StreamOptions.IncludeUsage,
	}
	for _, tool := range raw.Tools {
		request.Tools = append(request.Tools, tool.Function.Name)
	}
	for _, message := range raw.Messages {
		text, err := partsText(message.Content)
		if err != nil {
			return Request{}, err
		}
		switch message.Role {
		case "system", "developer":
			request.System += text
		case "tool":
			request.Messages = append(request.Messages, Message{
				Role: UserRole, Results: []Result{{CallID: message.ToolCallID, Text: text}},
			})
		default:
			request.Messages = append(request.Messages, Message{Role: message.Role, Text: text, Calls: callsOf(message.ToolCalls)})
		}
	}
	return request, nil
}

func callsOf(raw []openAICall) []Call {
	var calls []Call
	for _, call := range raw {
		calls = append(calls, Call{ID: call.ID, Name: call.Function.Name, Input: call.Function.Arguments})
	}
	return calls
}

// partsText is the text of a content, which is a text itself or a list of parts of which some have one.
func partsText(content jsontext.Value) (string, error) {
	switch content.Kind() {
	case '"':
		var text string
		err := json.Unmarshal(content, &text, jsontext.AllowInvalidUTF8(true))
		return text, err
	case '[':
		var parts []struct {
			Text string `json:"text"`
		}
		err := json.Unmarshal(content, &parts, jsontext.AllowInvalidUTF8(true))
		var text strings.Builder
		for _, part := range parts {
			text.WriteString(part.Text)
		}
		return text.String(), err
	default:
		return "", nil
	}
}

// openAIDelta is a piece of an answer, or a whole one.
type openAIDelta struct {
	Role      string       `json:"role,omitzero"`
	Reasoning string       `json:"reasoning_content,omitzero"` // an extension that most servers of open models have
	Content   string       `json:"content,omitzero"`
	ToolCalls []openAICall `json:"tool_calls,omitzero"`
}

type openAIChoice struct {
	Index        int          `json:"index"`
	Delta        *openAIDelta `json:"delta,omitzero"`   // of a stream
	Message      *openAIDelta `json:"message,omitzero"` // else
	FinishReason *string      `json:"finish_reason"`
}

type openAIUsage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

type openAIAnswer struct {
	ID      string         `json:"id"`
	Object  string         `json:"object"`
	Created int64          `json:"created"`
	Model   string         `json:"model"`
	Choices []openAIChoice `json:"choices"`
	Usage   *openAIUsage   `json:"usage,omitzero"`
}

func (w openAI) write(out *stream, request Request, answer Answer) {
	out.begin(request.contentType(), http.StatusOK)
	calls := named(answer.Calls, len(request.Messages))
	if !request.stream {
		if !answer.Stall {
			out.value("", w.whole(request, answer, calls), "")
		}
		return
	}
	w.delta(out, request, openAIDelta{Role: AssistantRole})
	for _, piece := range pieces(answer.Thinking) {
		w.delta(out, request, openAIDelta{Reasoning: piece})
	}
	for _, piece := range pieces(answer.Text) {
		w.delta(out, request, openAIDelta{Content: piece})
	}
	for i, call := range calls {
		head := openAICall{Index: &i, ID: call.ID, Type: "function", Function: openAIFunction{Name: call.Name}}
		w.delta(out, request, openAIDelta{ToolCalls: []openAICall{head}})
		for _, piece := range pieces(call.Input) {
			w.delta(out, request, openAIDelta{ToolCalls: []openAICall{{Index: &i, Function: openAIFunction{Arguments: piece}}}})
		}
	}
	if answer.Stall {
		return
	}
	w.event(out, w.frame(request, []openAIChoice{{Delta: &openAIDelta{}, FinishReason: finish(calls)}}))
	if request.usage {
		last := w.frame(request, []openAIChoice{})
		last.Usage = usageOf(answer)
		w.event(out, last)
	}
	out.text("data: [DONE]\n\n")
}

// named gives calls without an id one that no other call of the conversation has.
func named(calls []Call, messages int) []Call {
	all := make([]Call, len(calls))
	for i, call := range calls {
		if call.ID == "" {
			call.ID = callID(messages, i)
		}
		all[i] = call
	}
	return all
}

func finish(calls []Call) *string {
	reason := "stop"
	if len(calls) > 0 {
		reason = "tool_calls"
	}
	return &reason
}

func usageOf(answer Answer) *openAIUsage {
	return &openAIUsage{
		PromptTokens: answer.InputTokens, CompletionTokens: answer.OutputTokens,
		TotalTokens: answer.InputTokens + answer.OutputTokens,
	}
}

func (openAI) frame(request Request, choices []openAIChoice) openAIAnswer {
	return openAIAnswer{ID: "chatcmpl-test", Object: "chat.completion.chunk", Created: 1, Model: request.Model, Choices: choices}
}

func (w openAI) delta(out *stream, request Request, delta openAIDelta) {
	w.event(out, w.frame(request, []openAIChoice{{Delta: &delta}}))
}

func (openAI) event(out *stream, answer openAIAnswer) { out.value("data: ", answer, "\n\n") }

func (w openAI) whole(request Request, answer Answer, calls []Call) openAIAnswer {
	message := &openAIDelta{Role: AssistantRole, Reasoning: answer.Thinking, Content: answer.Text}
	for _, call := range calls {
		message.ToolCalls = append(message.ToolCalls, openAICall{
			ID: call.ID, Type: "function", Function: openAIFunction{Name: call.Name, Arguments: call.Input},
		})
	}
	all := w.frame(request, []openAIChoice{{Message: message, FinishReason: finish(calls)}})
	all.Object, all.Usage = "chat.completion", usageOf(answer)
	return all
}

func (openAI) refuse(out *stream, answer Answer) {
	type body struct {
		Message string `json:"message"`
		Type    string `json:"type"`
	}
	said := answer.Text
	if said == "" {
		said = http.StatusText(answer.Status)
	}
	out.begin("application/json", answer.Status)
	out.value("", map[string]body{"error": {Message: said, Type: "test_error"}}, "")
}
