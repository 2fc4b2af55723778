// Package llmtest is the contract of ports.LLM as tests, for the adapter of every format to pass against a server that
// plays the provider.
package llmtest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Answer is what the provider is to answer.
type Answer struct {
	Thinking   string
	Text       string
	Calls      []ports.LLMCall
	Status     int    // instead of an answer
	RetryAfter string // the header, with a status
	Stall      bool   // say it, and then neither go on nor end
	CutAfter   int    // bytes, after which the connection breaks
	Garbage    string // instead of an answer in the format
	MediaType  string // of the garbage; empty for that of an answer
}

// The tokens that the provider is to tell of each answer.
const (
	InputTokens  = 70
	OutputTokens = 30
)

// Provider plays a provider for one test.
type Provider struct {
	// Client asks the provider with the key Key. It makes 3 attempts, with short pauses, and gives an answer up that
	// came to a halt for a second.
	Client ports.LLM
	// Asked are the requests that came, as the provider understood them.
	Asked func() []Request
}

// Request is what the provider was asked.
type Request struct {
	Key      string
	Model    string
	System   string
	Messages []ports.LLMMessage // without thoughts; results may be spread over several messages
	Tools    []string
}

// Key is the key that the client shows.
const Key = "the-key"

// Run checks an adapter. Open starts a provider that gives the answers in their order, and the last one from then on.
func Run(t *testing.T, open func(t *testing.T, answers ...Answer) Provider) {
	t.Helper()
	for name, prove := range map[string]func(*testing.T, func(*testing.T, ...Answer) Provider){
		"an answer is told piece by piece and comes whole":   tellsAnswer,
		"a conversation reaches the model as it was":         sendsConversation,
		"calls come whole, also those that are no JSON":      givesCalls,
		"a passing trouble is waited out":                    waitsOut,
		"a pause that the provider wishes is kept":           keepsPause,
		"what went wrong is told with what to do":            tellsFailures,
		"an answer that breaks off is asked for once more":   asksAgain,
		"an answer that was told in part is not asked again": doesNotRepeat,
		"a request ends with its context":                    ends,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prove(t, open)
		})
	}
}

// hello is the shortest conversation.
var hello = ports.LLMRequest{Model: "m1", Messages: []ports.LLMMessage{{Role: ports.LLMUser, Text: "Hello"}}}

const long = "I look at all of it first, and then I tell what I found, in many words."

func tellsAnswer(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	p := open(t, Answer{Thinking: "Hm, a greeting. What do they want?", Text: long})
	var texts, thoughts []string
	answer, err := p.Client.Answer(t.Context(), hello, func(d ports.LLMDelta) {
		if d.Text != "" {
			texts = append(texts, d.Text)
		}
		if d.Thought != "" {
			thoughts = append(thoughts, d.Thought)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 2 || strings.Join(texts, "") != long || len(thoughts) < 2 {
		t.Errorf("told %q and %q", texts, thoughts)
	}
	message := answer.Message
	if message.Role != ports.LLMAssistant || message.Text != long || len(message.Calls) != 0 || len(message.Thoughts) != 1 ||
		message.Thoughts[0].Text != strings.Join(thoughts, "") {
		t.Errorf("the answer is %+v", message)
	}
	if u := answer.Usage; u.InputTokens+u.CacheReadTokens+u.CacheWriteTokens != InputTokens || u.OutputTokens != OutputTokens {
		t.Errorf("it used %+v", u)
	}
	if _, err := p.Client.Answer(t.Context(), hello, nil); err != nil {
		t.Errorf("with nobody to tell: %v", err)
	}
}

func sendsConversation(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	p := open(t, Answer{Text: "Fine"})
	calls := []ports.LLMCall{{ID: "c1", Name: "look", Input: `{"at":"door"}`}, {ID: "c2", Name: "look", Input: `{"at":`}}
	_, err := p.Client.Answer(t.Context(), ports.LLMRequest{
		Model: "m1", System: "Be brief.",
		Tools: []ports.LLMTool{{Name: "look", Description: "Looks.", Parameters: []byte(`{"type":"object","properties":{"at":{"type":"string"}}}`)}},
		Messages: []ports.LLMMessage{
			{Role: ports.LLMUser, Text: "Hello"},
			{Role: ports.LLMAssistant, Text: "I look.", Calls: calls},
			{Role: ports.LLMUser, Results: []ports.LLMResult{{CallID: "c1", Text: "a door"}, {CallID: "c2", Text: "no JSON", IsError: true}}},
			{Role: ports.LLMAssistant, Text: "It is a door."},
			{Role: ports.LLMUser, Text: "Well done"},
		},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := p.Asked()[0]
	if asked.Key != Key || asked.Model != "m1" || asked.System != "Be brief." || len(asked.Tools) != 1 || asked.Tools[0] != "look" {
		t.Errorf("asked %+v", asked)
	}
	var texts []string
	var made []ports.LLMCall
	var results []ports.LLMResult
	for _, message := range asked.Messages {
		if message.Text != "" {
			texts = append(texts, string(message.Role)+": "+message.Text)
		}
		made, results = append(made, message.Calls...), append(results, message.Results...)
	}
	if strings.Join(texts, "|") != "user: Hello|assistant: I look.|assistant: It is a door.|user: Well done" {
		t.Errorf("said %q", texts)
	}
	if len(made) != 2 || made[0] != calls[0] || made[1] != (ports.LLMCall{ID: "c2", Name: "look", Input: "{}"}) {
		t.Errorf("called %+v", made)
	}
	if len(results) != 2 || results[0].CallID != "c1" || results[0].Text != "a door" || !strings.Contains(results[1].Text, "no JSON") {
		t.Errorf("results %+v", results)
	}
}

func givesCalls(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	want := []ports.LLMCall{
		{ID: "a", Name: "look", Input: `{"at":"the door behind the house"}`},
		{ID: "b", Name: "wait", Input: `{}`},
		{ID: "c", Name: "look", Input: `{"at":"the do`},
	}
	answer, err := open(t, Answer{Text: "I look.", Calls: want}).Client.Answer(t.Context(), hello, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := answer.Message.Calls
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] || answer.Message.Text != "I look." {
		t.Errorf("got %+v", answer.Message)
	}
}

func waitsOut(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	p := open(t, Answer{Status: 529}, Answer{Status: 503}, Answer{Text: "Hi"})
	answer, err := p.Client.Answer(t.Context(), hello, nil)
	if err != nil || answer.Message.Text != "Hi" || len(p.Asked()) != 3 {
		t.Errorf("%+v, %v after %d requests", answer.Message, err, len(p.Asked()))
	}
}

func keepsPause(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	p := open(t, Answer{Status: 429, RetryAfter: "1"}, Answer{Text: "Hi"})
	begin := time.Now()
	if _, err := p.Client.Answer(t.Context(), hello, nil); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took < time.Second {
		t.Errorf("asked again after %s", took)
	}
	p = open(t, Answer{Status: 429, RetryAfter: "3600"})
	_, err := p.Client.Answer(t.Context(), hello, nil)
	want(t, err, fault.KindUnavailable, ports.LLMRateLimited)
	if len(p.Asked()) != 1 || !strings.Contains(err.Error(), "3600") {
		t.Errorf("%d requests, %v", len(p.Asked()), err)
	}
}

func tellsFailures(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	for name, c := range map[string]struct {
		answer   Answer
		kind     fault.Kind
		code     string
		requests int
	}{
		"wrong key":     {Answer{Status: 401, Text: "no such key"}, fault.KindInvalid, ports.LLMWrongKey, 1},
		"unknown model": {Answer{Status: 404, Text: "no such model"}, fault.KindInvalid, ports.LLMUnknownModel, 1},
		"refused":       {Answer{Status: 400, Text: "something weird"}, fault.KindInvalid, ports.LLMRefused, 1},
		"too long":      {Answer{Status: 400, Text: "prompt is too long: 210000 tokens > 200000 maximum"}, fault.KindInvalid, ports.LLMTooLong, 1},
		"too large":     {Answer{Status: 413, Text: "oh dear"}, fault.KindInvalid, ports.LLMTooLong, 1},
		"rate limit":    {Answer{Status: 429, Text: "slow down"}, fault.KindUnavailable, ports.LLMRateLimited, 3},
		"broken":        {Answer{Status: 500, Text: "oops"}, fault.KindUnavailable, ports.LLMOverloaded, 3},
		"silence":       {Answer{Stall: true}, fault.KindUnavailable, ports.LLMCut, 3},
		"garbage":       {Answer{Garbage: "event: message_start\ndata: {nonsense\n\n"}, fault.KindUnavailable, ports.LLMGarbled, 3},
		"a web page":    {Answer{Garbage: "<html><body>Welcome!</body></html>", MediaType: "text/html; charset=utf-8"}, fault.KindInvalid, ports.LLMNotAnAPI, 1},
		"another API":   {Answer{Garbage: `{"status":"ok"}`, MediaType: "application/json"}, fault.KindInvalid, ports.LLMNotAnAPI, 1},
		"a greeting":    {Answer{Garbage: "It runs", MediaType: "text/plain"}, fault.KindInvalid, ports.LLMNotAnAPI, 1},
		"no event":      {Answer{Garbage: "<html><body>Welcome!</body></html>"}, fault.KindInvalid, ports.LLMNotAnAPI, 1},
		"other events":  {Answer{Garbage: "event: tick\ndata: {\"time\":1}\n\n"}, fault.KindInvalid, ports.LLMNotAnAPI, 1},
		"hidden error":  {Answer{Garbage: `{"error":{"message":"no more credit"}}`, MediaType: "application/json"}, fault.KindInvalid, ports.LLMRefused, 1},
		"nothing":       {Answer{Garbage: "\n"}, fault.KindUnavailable, ports.LLMCut, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, c.answer)
			_, err := p.Client.Answer(t.Context(), hello, nil)
			want(t, err, c.kind, c.code)
			if len(p.Asked()) != c.requests {
				t.Errorf("%d requests, want %d", len(p.Asked()), c.requests)
			}
			if c.answer.Text != "" && !strings.Contains(err.Error(), c.answer.Text) {
				t.Errorf("what the provider said is missing: %v", err)
			}
			if strings.Contains(err.Error(), Key) {
				t.Errorf("the message has the key: %v", err)
			}
		})
	}
}

// want checks a fault.
func want(t *testing.T, err error, kind fault.Kind, code string) {
	t.Helper()
	if f := fault.As(err); f == nil || f.Kind != kind || f.Code != code || f.Message == "" {
		t.Errorf("got %v (%s), want a fault of the kind %s with the code %s", err, fault.CodeOf(err), kind, code)
	}
}

func asksAgain(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	p := open(t, Answer{Text: long, CutAfter: 10}, Answer{Text: "Hi"})
	answer, err := p.Client.Answer(t.Context(), hello, func(ports.LLMDelta) {})
	if err != nil || answer.Message.Text != "Hi" {
		t.Errorf("%+v, %v", answer.Message, err)
	}
}

func doesNotRepeat(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	for _, broken := range []Answer{{Text: strings.Repeat(long, 100), CutAfter: 5000}, {Text: long, Stall: true}} {
		p := open(t, broken, Answer{Text: "Hi"})
		_, err := p.Client.Answer(t.Context(), hello, func(ports.LLMDelta) {})
		want(t, err, fault.KindUnavailable, ports.LLMCut)
		if len(p.Asked()) != 1 {
			t.Errorf("%d requests", len(p.Asked()))
		}
	}
}

func ends(t *testing.T, open func(*testing.T, ...Answer) Provider) {
	p := open(t, Answer{Text: long, Stall: true})
	why := errors.New("the user has had enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := p.Client.Answer(ctx, hello, func(ports.LLMDelta) { cancel(why) })
	if !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
}
