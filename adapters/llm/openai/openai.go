// Package openai asks models over OpenAI's chat completions, the format that most other model servers speak too: vLLM,
// Ollama, llama.cpp, OpenRouter and many more.
package openai

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/ports"
)

// DefaultURL is where OpenAI itself is.
const DefaultURL = "https://api.openai.com/v1"

// Config says whom to ask.
type Config struct {
	BaseURL string // up to and with the version, such as http://127.0.0.1:11434/v1; empty for DefaultURL
	Key     string // empty for servers that want none
	Policy  llm.Policy
}

// Client implements ports.LLM.
type Client struct {
	completions openai.ChatCompletionService
	policy      llm.Policy
}

// New makes a client. The library's own client is left out, since it reads the environment of the server.
func New(config Config) *Client {
	if config.BaseURL == "" {
		config.BaseURL = DefaultURL
	}
	options := []option.RequestOption{option.WithBaseURL(config.BaseURL), option.WithMaxRetries(0)}
	if config.Key != "" {
		options = append(options, option.WithAPIKey(config.Key))
	}
	return &Client{completions: openai.NewChatCompletionService(options...), policy: config.Policy}
}

// Answer implements ports.LLM.
func (c *Client) Answer(ctx context.Context, request ports.LLMRequest, tell func(ports.LLMDelta)) (ports.LLMAnswer, error) {
	parameters, err := parametersOf(request)
	if err != nil {
		return ports.LLMAnswer{}, err
	}
	var answer ports.LLMAnswer
	err = c.policy.Ask(ctx, request.Model, func(ctx context.Context, alive func()) (told bool, err error) {
		come := &incoming{tell: tell}
		stream := c.completions.NewStreaming(ctx, parameters, option.WithMiddleware(come.reply.Check))
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

	text, thought string
	calls         []ports.LLMCall
	places        map[int64]int // in calls, by the index that the provider gives
	usage         openai.CompletionUsage
	reason        string // why it ended; empty until it did
}

func (in *incoming) take(chunk openai.ChatCompletionChunk) {
	if chunk.JSON.Usage.Valid() {
		in.usage = chunk.Usage
	}
	in.understood = in.understood || chunk.JSON.Choices.Valid()
	if len(chunk.Choices) == 0 {
		return
	}
	choice := chunk.Choices[0]
	if choice.FinishReason != "" {
		in.reason = choice.FinishReason
	}
	delta := ports.LLMDelta{Text: choice.Delta.Content, Thought: thoughtOf(choice.Delta)}
	in.text += delta.Text
	in.thought += delta.Thought
	if in.tell != nil && delta != (ports.LLMDelta{}) {
		in.told = true
		in.tell(delta)
	}
	for _, piece := range choice.Delta.ToolCalls {
		in.takeCall(piece)
	}
}

// thoughtOf reads the two names that servers of open models have for what a model thinks; OpenAI itself tells nothing.
func thoughtOf(delta openai.ChatCompletionChunkChoiceDelta) (thought string) {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if json.Unmarshal([]byte(delta.JSON.ExtraFields[name].Raw()), &thought) == nil && thought != "" {
			return thought
		}
	}
	return ""
}

// takeCall adds a piece to its call. Some servers give every call of an answer the index 0, but an id of its own.
func (in *incoming) takeCall(piece openai.ChatCompletionChunkChoiceDeltaToolCall) {
	if in.places == nil {
		in.places = map[int64]int{}
	}
	place, begun := in.places[piece.Index]
	if !begun || piece.ID != "" && in.calls[place].ID != "" && in.calls[place].ID != piece.ID {
		place = len(in.calls)
		in.places[piece.Index] = place
		in.calls = append(in.calls, ports.LLMCall{})
	}
	call := &in.calls[place]
	if call.ID == "" {
		call.ID = piece.ID
	}
	call.Name += piece.Function.Name
	call.Input += piece.Function.Arguments
}

// answer is all that came, unless it broke off.
func (in *incoming) answer(err error) (ports.LLMAnswer, error) {
	if err == nil && in.reason == "" {
		err = in.reply.Ended(in.understood)
	}
	if err != nil {
		return ports.LLMAnswer{}, inWords(err)
	}
	message := ports.LLMMessage{Role: ports.LLMAssistant, Text: in.text, Calls: in.calls}
	if in.thought != "" {
		message.Thoughts = []ports.LLMThought{{Text: in.thought}}
	}
	cached := in.usage.PromptTokensDetails.CachedTokens
	return ports.LLMAnswer{Message: message, Cutoff: in.reason == "length", Usage: ports.LLMUsage{
		InputTokens: in.usage.PromptTokens - cached, CacheReadTokens: cached, OutputTokens: in.usage.CompletionTokens,
	}}, nil
}

// inWords makes an error of the library one of the shared ones.
func inWords(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if told := new(ssestream.StreamError); errors.As(err, &told) {
		// An error in the middle of the stream has no status; the servers that tell one so are overloaded or broken.
		return &llm.RefusalError{Status: 500, Message: llm.MessageIn(told.Event.Data)}
	}
	if errors.As(err, &syntax) || errors.As(err, &kind) {
		return errors.Join(llm.ErrGarbled, err)
	}
	return err
}
