package modeltest

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// anthropic is the wire format of Anthropic's messages.
type anthropic struct{}

type anthropicRequest struct {
	Model    string             `json:"model"`
	System   jsontext.Value     `json:"system"` // a text, or a list of parts
	Messages []anthropicMessage `json:"messages"`
	Tools    []struct {
		Name string `json:"name"`
	} `json:"tools"`
	Stream bool `json:"stream"`
}

type anthropicMessage struct {
	Role    string         `json:"role"`
	Content jsontext.Value `json:"content"` // a text, or a list of blocks
}

// anthropicBlock is a part of a message of either side.
type anthropicBlock struct {
	Type      string         `json:"type"`
	Text      string         `json:"text,omitzero"`
	Thinking  string         `json:"thinking,omitzero"`
	Signature string         `json:"signature,omitzero"`
	ID        string         `json:"id,omitzero"`
	Name      string         `json:"name,omitzero"`
	Input     jsontext.Value `json:"input,omitzero"`
	ToolUseID string         `json:"tool_use_id,omitzero"`
	Content   jsontext.Value `json:"content,omitzero"` // of a result
	IsError   bool           `json:"is_error,omitzero"`
}

// reminder begins what agents tell the model on their own account, among what people say.
const reminder = "<system-reminder>"

// signature is what signs every thought.
const signature = "c2lnbmVk"

func (anthropic) read(header http.Header, body []byte) (Request, error) {
	var raw anthropicRequest
	if err := json.Unmarshal(body, &raw, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return Request{}, err
	}
	request := Request{
		Wire: AnthropicWire, Key: header.Get("X-Api-Key"), Model: raw.Model, stream: raw.Stream, usage: true,
	}
	if request.Key == "" {
		request.Key = strings.TrimPrefix(header.Get("Authorization"), "Bearer ")
	}
	var err error
	if request.System, err = partsText(raw.System); err != nil {
		return Request{}, err
	}
	for _, tool := range raw.Tools {
		request.Tools = append(request.Tools, tool.Name)
	}
	for _, message := range raw.Messages {
		read, err := message.read()
		if err != nil {
			return Request{}, err
		}
		request.Messages = append(request.Messages, parted(read)...)
	}
	return request, nil
}

// parted makes two messages of one in which a person says something after the results of calls.
func parted(m Message) []Message {
	if len(m.Results) == 0 || m.Text == "" {
		return []Message{m}
	}
	said := Message{Role: m.Role, Text: m.Text}
	m.Text = ""
	return []Message{m, said}
}

func (m anthropicMessage) read() (Message, error) {
	message := Message{Role: m.Role}
	if m.Content.Kind() == '"' {
		text, err := partsText(m.Content)
		message.Text = text
		return message, err
	}
	var blocks []anthropicBlock
	if err := json.Unmarshal(m.Content, &blocks, jsontext.AllowInvalidUTF8(true)); err != nil {
		return message, err
	}
	for _, block := range blocks {
		switch block.Type {
		case "text":
			if !strings.HasPrefix(block.Text, reminder) {
				message.Text += block.Text
			}
		case "tool_use":
			message.Calls = append(message.Calls, Call{ID: block.ID, Name: block.Name, Input: string(block.Input)})
		case "tool_result":
			text, err := partsText(block.Content)
			if err != nil {
				return message, err
			}
			message.Results = append(message.Results, Result{CallID: block.ToolUseID, Text: text, IsError: block.IsError})
		}
	}
	return message, nil
}

type anthropicUsage struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
}

type anthropicAnswer struct {
	ID         string           `json:"id"`
	Type       string           `json:"type"`
	Role       string           `json:"role"`
	Model      string           `json:"model"`
	Content    []anthropicBlock `json:"content"`
	StopReason *string          `json:"stop_reason"`
	Usage      anthropicUsage   `json:"usage"`
}

// anthropicEvent is one of a stream.
type anthropicEvent struct {
	Type         string           `json:"type"`
	Message      *anthropicAnswer `json:"message,omitzero"`
	Index        *int             `json:"index,omitzero"`
	ContentBlock jsontext.Value   `json:"content_block,omitzero"`
	Delta        *anthropicDelta  `json:"delta,omitzero"`
	Usage        *anthropicUsage  `json:"usage,omitzero"`
}

type anthropicDelta struct {
	Type        string  `json:"type,omitzero"`
	Text        string  `json:"text,omitzero"`
	Thinking    string  `json:"thinking,omitzero"`
	Signature   string  `json:"signature,omitzero"`
	PartialJSON *string `json:"partial_json,omitzero"`
	StopReason  string  `json:"stop_reason,omitzero"`
}

func (w anthropic) write(out *stream, request Request, answer Answer) {
	out.begin(request.contentType(), http.StatusOK)
	calls := named(answer.Calls, len(request.Messages))
	if !request.stream {
		if !answer.Stall {
			out.value("", w.whole(request, answer, calls), "")
		}
		return
	}
	w.event(out, anthropicEvent{Type: "message_start", Message: &anthropicAnswer{
		ID: request.answerID(), Type: "message", Role: AssistantRole, Model: request.Model, Content: []anthropicBlock{},
		Usage: anthropicUsage{InputTokens: answer.InputTokens, OutputTokens: 1},
	}})
	w.blocks(out, answer, calls)
	if answer.Stall {
		return
	}
	w.event(out, anthropicEvent{
		Type: "message_delta", Delta: &anthropicDelta{StopReason: stopReason(calls)},
		Usage: &anthropicUsage{InputTokens: answer.InputTokens, OutputTokens: answer.OutputTokens},
	})
	w.event(out, anthropicEvent{Type: "message_stop"})
}

// blocks writes the parts of an answer, each with its beginning, pieces and end.
func (w anthropic) blocks(out *stream, answer Answer, calls []Call) {
	index := 0
	block := func(begin string, deltas []anthropicDelta) {
		at := index
		index++
		w.event(out, anthropicEvent{Type: "content_block_start", Index: &at, ContentBlock: jsontext.Value(begin)})
		for _, delta := range deltas {
			w.event(out, anthropicEvent{Type: "content_block_delta", Index: &at, Delta: &delta})
		}
		if !answer.Stall {
			w.event(out, anthropicEvent{Type: "content_block_stop", Index: &at})
		}
	}
	if answer.Thinking != "" {
		var deltas []anthropicDelta
		for _, piece := range pieces(answer.Thinking) {
			deltas = append(deltas, anthropicDelta{Type: "thinking_delta", Thinking: piece})
		}
		block(`{"type":"thinking","thinking":"","signature":""}`, append(deltas, anthropicDelta{Type: "signature_delta", Signature: signature}))
	}
	if answer.Text != "" {
		var deltas []anthropicDelta
		for _, piece := range pieces(answer.Text) {
			deltas = append(deltas, anthropicDelta{Type: "text_delta", Text: piece})
		}
		block(`{"type":"text","text":""}`, deltas)
	}
	for _, call := range calls {
		var deltas []anthropicDelta
		for _, piece := range pieces(call.Input) {
			deltas = append(deltas, anthropicDelta{Type: "input_json_delta", PartialJSON: &piece})
		}
		head, _ := json.Marshal(anthropicBlock{Type: "tool_use", ID: call.ID, Name: call.Name, Input: jsontext.Value("{}")}) // texts can be written
		block(string(head), deltas)
	}
}

func (anthropic) event(out *stream, event anthropicEvent) {
	out.value("event: "+event.Type+"\ndata: ", event, "\n\n")
}

func stopReason(calls []Call) string {
	if len(calls) > 0 {
		return "tool_use"
	}
	return "end_turn"
}

func (anthropic) whole(request Request, answer Answer, calls []Call) anthropicAnswer {
	reason := stopReason(calls)
	all := anthropicAnswer{
		ID: request.answerID(), Type: "message", Role: AssistantRole, Model: request.Model, Content: []anthropicBlock{}, StopReason: &reason,
		Usage: anthropicUsage{InputTokens: answer.InputTokens, OutputTokens: answer.OutputTokens},
	}
	if answer.Thinking != "" {
		all.Content = append(all.Content, anthropicBlock{Type: "thinking", Thinking: answer.Thinking, Signature: signature})
	}
	if answer.Text != "" {
		all.Content = append(all.Content, anthropicBlock{Type: "text", Text: answer.Text})
	}
	for _, call := range calls {
		all.Content = append(all.Content, anthropicBlock{Type: "tool_use", ID: call.ID, Name: call.Name, Input: jsontext.Value(call.Input)})
	}
	return all
}

// refuse writes an error as the format has it, whose type says what the status does.
func (anthropic) refuse(out *stream, answer Answer) {
	type said struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}
	kinds := map[int]string{
		400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
		413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error",
	}
	kind, known := kinds[answer.Status]
	if !known {
		kind = "api_error"
	}
	message := answer.Text
	if message == "" {
		message = kind
	}
	out.begin("application/json", answer.Status)
	out.value("", struct {
		Type  string `json:"type"`
		Error said   `json:"error"`
	}{"error", said{kind, message}}, "")
}
