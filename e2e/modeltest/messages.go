package modeltest

import (
	"fmt"
	"time"
)

// OpenAIWire and AnthropicWire name the formats.
const (
	OpenAIWire    = "openai"
	AnthropicWire = "anthropic"
)

// The roles of messages, in both formats.
const (
	UserRole      = "user"
	AssistantRole = "assistant"
)

// Request is what an agent asks the model, the same for every format.
type Request struct {
	Wire     string
	Key      string // that the agent showed
	Model    string
	System   string
	Messages []Message
	Tools    []string // the names of those that the model may call
	Raw      []byte   // the body

	number int // of requests before it
	stream bool
	usage  bool // the stream is to end with the tokens; OpenAI's format leaves them out else
}

// answerID is an id that no other answer has: agents take two with the same for parts of one.
func (r Request) answerID() string { return fmt.Sprintf("msg_%d", r.number) }

func (r Request) contentType() string {
	if r.stream {
		return "text/event-stream"
	}
	return "application/json"
}

// Prompt is the text of the last message of a person.
func (r Request) Prompt() string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if m := r.Messages[i]; m.Role == UserRole && len(m.Results) == 0 {
			return m.Text
		}
	}
	return ""
}

// Results are what the calls since the last message of a person gave, in their order.
func (r Request) Results() []Result {
	var results []Result
	for _, m := range r.Messages {
		if m.Role == UserRole && len(m.Results) == 0 {
			results = nil
		}
		results = append(results, m.Results...)
	}
	return results
}

// Message is one of the conversation. Results stand in messages of the user, as Anthropic has it.
type Message struct {
	Role    string
	Text    string
	Calls   []Call
	Results []Result
}

// Call is the model's wish to have a tool called.
type Call struct {
	ID    string // made up if an answer leaves it out
	Name  string
	Input string // JSON, or what a broken model takes for it
}

// Result is what a call gave. OpenAI's format does not tell errors from results.
type Result struct {
	CallID  string
	Text    string
	IsError bool
}

// Answer is what the model says, and what goes wrong with it.
type Answer struct {
	Thinking     string
	Text         string
	Calls        []Call
	InputTokens  int
	OutputTokens int

	Delay      time.Duration // before anything is said
	Status     int           // instead of an answer: 401, 429, 500, 529 …
	RetryAfter string        // the header, with a status
	Stall      bool          // what is said is said, and then the stream neither goes on nor ends
	CutAfter   int           // bytes after which the connection breaks
	Garbage    string        // instead of an answer in the format

	GarbageType string // the media type of the garbage; empty for that of an answer
}
