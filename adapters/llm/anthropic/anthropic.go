// Package anthropic asks models over Anthropic's messages, with its prompt cache.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/ports"
)

// DefaultURL is where Anthropic itself is.
const DefaultURL = "https://api.anthropic.com"

// defaultTokens is how long an answer may be where the request says nothing; the format wants a bound.
const defaultTokens = 16 << 10

// Config says whom to ask.
type Config struct {
	BaseURL string // without the version; empty for DefaultURL
	Key     string
	Policy  llm.Policy
}

// Client implements ports.LLM.
type Client struct {
	messages anthropic.MessageService
	policy   llm.Policy
}

// New makes a client. The library's own client is left out, since it reads the environment and files of the server's
// user.
func New(config Config) *Client {
	if config.BaseURL == "" {
		config.BaseURL = DefaultURL
	}
	return &Client{policy: config.Policy, messages: anthropic.NewMessageService(
		option.WithBaseURL(config.BaseURL), option.WithAPIKey(config.Key), option.WithMaxRetries(0),
	)}
}

// Answer implements ports.LLM.
func (c *Client) Answer(ctx context.Context, request ports.LLMRequest, tell func(ports.LLMDelta)) (ports.LLMAnswer, error) {
	parameters := parametersOf(request)
	var answer ports.LLMAnswer
	err := c.policy.Ask(ctx, request.Model, func(ctx context.Context, alive func()) (told bool, err error) {
		come := &incoming{tell: tell}
		stream := c.messages.NewStreaming(ctx, parameters, option.WithMiddleware(come.reply.Check))
		defer func() { _ = stream.Close() }()
		for stream.Next() {
			alive()
			come.take(stream.Current())
		}
		answer, err = come.answer(stream.Err())
		return come.told, err
	})
	return answer, err
}

// incoming is an answer that comes piece by piece.
type incoming struct {
	tell       func(ports.LLMDelta)
	told       bool
	reply      llm.Reply
	understood bool // something of the format has come

	blocks []anthropic.ContentBlockUnion
	inputs map[int64]string // of calls, as they come
	usage  ports.LLMUsage
	cutoff bool
	whole  bool
}

func (in *incoming) take(event anthropic.MessageStreamEventUnion) {
	switch event.Type {
	case "message_start":
		in.understood = true
		in.usage.InputTokens = event.Message.Usage.InputTokens
		in.usage.CacheReadTokens = event.Message.Usage.CacheReadInputTokens
		in.usage.CacheWriteTokens = event.Message.Usage.CacheCreationInputTokens
	case "content_block_start":
		var block anthropic.ContentBlockUnion
		if json.Unmarshal([]byte(event.ContentBlock.RawJSON()), &block) == nil {
			in.blocks = append(in.blocks, block)
		}
	case "content_block_delta":
		in.takeDelta(event.Index, event.Delta)
	case "message_delta":
		in.usage.OutputTokens = event.Usage.OutputTokens
		in.cutoff = event.Delta.StopReason == anthropic.StopReasonMaxTokens
	case "message_stop":
		in.whole = true
	}
}

func (in *incoming) takeDelta(index int64, delta anthropic.MessageStreamEventUnionDelta) {
	if index < 0 || index >= int64(len(in.blocks)) {
		return
	}
	block := &in.blocks[index]
	block.Text += delta.Text
	block.Thinking += delta.Thinking
	block.Signature += delta.Signature
	if delta.PartialJSON != "" {
		if in.inputs == nil {
			in.inputs = map[int64]string{}
		}
		in.inputs[index] += delta.PartialJSON
	}
	piece := ports.LLMDelta{Text: delta.Text, Thought: delta.Thinking}
	if in.tell != nil && piece != (ports.LLMDelta{}) {
		in.told = true
		in.tell(piece)
	}
}

// answer is all that came, unless it broke off.
func (in *incoming) answer(err error) (ports.LLMAnswer, error) {
	if err == nil && !in.whole {
		err = in.reply.Ended(in.understood)
	}
	if err != nil {
		return ports.LLMAnswer{}, inWords(err)
	}
	message := ports.LLMMessage{Role: ports.LLMAssistant}
	for i, block := range in.blocks {
		switch block.Type {
		case "text":
			message.Text += block.Text
		case "thinking":
			message.Thoughts = append(message.Thoughts, ports.LLMThought{Text: block.Thinking, Signature: block.Signature})
		case "tool_use":
			input, given := in.inputs[int64(i)]
			if !given {
				input = "{}"
			}
			message.Calls = append(message.Calls, ports.LLMCall{ID: block.ID, Name: block.Name, Input: input})
		}
	}
	return ports.LLMAnswer{Message: message, Usage: in.usage, Cutoff: in.cutoff}, nil
}

// inWords makes an error of the library one of the shared ones.
func inWords(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if told := new(anthropic.Error); errors.As(err, &told) {
		// An error in the middle of the stream, which began with status 200.
		return &llm.RefusalError{Status: statusOf(string(told.Type())), Message: llm.MessageIn([]byte(told.RawJSON()))}
	}
	if errors.As(err, &syntax) || errors.As(err, &kind) {
		return errors.Join(llm.ErrGarbled, err)
	}
	return err
}

// statusOf is the status that the format has for a type of error.
func statusOf(kind string) int {
	statuses := map[string]int{
		"invalid_request_error": 400, "authentication_error": 401, "permission_error": 403, "not_found_error": 404,
		"request_too_large": 413, "rate_limit_error": 429,
	}
	if status, known := statuses[kind]; known {
		return status
	}
	return 529
}
