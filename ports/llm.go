package ports

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/provider"
)

// LLM asks the language models of one provider.
type LLM interface {
	// Answer has a model go on with a conversation. What it writes is told piece by piece as it comes, unless tell is
	// nil; calls of tell come one after another, and the answer has all of it again.
	//
	// What the provider refuses for the moment is asked again a few times, after the pause that it wishes, as long as
	// nothing was told. Errors are the context's cause when it ended, else faults with one of the codes below, whose
	// message says what to do.
	Answer(ctx context.Context, request LLMRequest, tell func(LLMDelta)) (LLMAnswer, error)
}

// The codes of faults of an LLM. Those of the kind invalid need somebody to change something; after the others (of the
// kind unavailable) a later request may be answered.
const (
	LLMWrongKey     = "wrong-key"      // invalid: the provider does not take the key
	LLMUnknownModel = "unknown-model"  // invalid: no such model, or no provider at the address
	LLMTooLong      = "too-long"       // invalid: the request has more tokens than the model takes
	LLMRefused      = "llm-refused"    // invalid: the provider does not take the request for another reason
	LLMNotAnAPI     = "llm-not-an-api" // invalid: something else than a provider answers at the address, such as a web page
	LLMRateLimited  = "rate-limited"
	LLMOverloaded   = "overloaded"      // or broken: any answer of a server that failed
	LLMUnreachable  = "llm-unreachable" // no connection
	LLMCut          = "cut"             // the answer broke off, or came to a halt for long
	LLMGarbled      = "garbled"         // the answer is not in the provider's format
)

// LLMRequest is a conversation and what the model may do.
type LLMRequest struct {
	Model     string
	System    string
	Messages  []LLMMessage
	Tools     []LLMTool
	MaxTokens int64 // of the answer; zero: the adapter's or the provider's default
}

// LLMMessage is one message. The user's have a text or the results of all calls of the message before; the
// assistant's have thoughts, a text and calls, each if there is any.
type LLMMessage struct {
	Role     LLMRole
	Thoughts []LLMThought
	Text     string
	Calls    []LLMCall
	Results  []LLMResult
}

// LLMRole is who speaks.
type LLMRole string

// The roles.
const (
	LLMUser      LLMRole = "user"
	LLMAssistant LLMRole = "assistant"
)

// LLMThought is something a model thought. Where it is signed, its provider wants it back as it was.
type LLMThought struct {
	Text      string
	Signature string
}

// LLMTool is a tool that the model may call.
type LLMTool struct {
	Name        string
	Description string
	Parameters  jsontext.Value // a JSON Schema of an object
}

// LLMCall is a call of a tool. The input is what the model wrote, which need not be a JSON object, nor JSON.
type LLMCall struct {
	ID    string // unique in the conversation
	Name  string
	Input string
}

// Object is the input as providers take it back: an object, which is empty where the model wrote anything else.
func (c LLMCall) Object() jsontext.Value {
	value := jsontext.Value(c.Input)
	if value.IsValid() && value.Kind() == jsontext.KindBeginObject {
		return value
	}
	return jsontext.Value(`{}`)
}

// LLMResult is what a call gave.
type LLMResult struct {
	CallID  string
	Text    string
	IsError bool
}

// LLMDelta is a piece of an answer: of its text, or of a thought.
type LLMDelta struct {
	Text    string
	Thought string
}

// LLMAnswer is an answer as a whole.
type LLMAnswer struct {
	Message LLMMessage // the assistant's
	Usage   LLMUsage
	Cutoff  bool // it ends where it does because it was as long as an answer may be
}

// LLMUsage is what an answer used, in tokens. Those of the input are parted by what the provider's cache did with them.
type LLMUsage struct {
	InputTokens      int64 // read, neither from the cache nor into it
	CacheReadTokens  int64
	CacheWriteTokens int64
	OutputTokens     int64
}

// Plus adds what another answer used.
func (u LLMUsage) Plus(other LLMUsage) LLMUsage {
	return LLMUsage{
		InputTokens: u.InputTokens + other.InputTokens, CacheReadTokens: u.CacheReadTokens + other.CacheReadTokens,
		CacheWriteTokens: u.CacheWriteTokens + other.CacheWriteTokens, OutputTokens: u.OutputTokens + other.OutputTokens,
	}
}

// OpenLLM makes what asks a provider's models. It connects to nothing yet.
type OpenLLM func(p provider.Provider, key string) LLM

// ModelServer is a model of a provider, with what it takes to ask it.
type ModelServer struct {
	Provider provider.Provider
	Key      string // empty for a server that wants none
	Model    provider.Model
}
