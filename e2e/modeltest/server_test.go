package modeltest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/modeltest"
)

const question = `{"model":"m","stream":%t,"stream_options":{"include_usage":true},
 "messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Hello"}]},
  {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"x_look","arguments":"{}"}}]},
  {"role":"tool","tool_call_id":"c1","content":"a door"}],
 "tools":[{"type":"function","function":{"name":"x_look"}}]}`

// ask gives the status and as much of the body as came.
func ask(t *testing.T, s *modeltest.Server, stream bool) (status int, body string, err error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions",
		strings.NewReader(fmt.Sprintf(question, stream)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer secret")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	return response.StatusCode, string(text), err
}

func TestARequestIsTheSameForEveryWire(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Text: "Hi"} })
	if _, _, err := ask(t, s, true); err != nil {
		t.Fatal(err)
	}
	if len(s.Requests()) != 1 {
		t.Fatalf("%d requests", len(s.Requests()))
	}
	r := s.Requests()[0]
	if r.Wire != modeltest.OpenAIWire || r.Key != "secret" || r.Model != "m" || r.System != "Be brief." || len(r.Messages) != 3 {
		t.Errorf("%+v", r)
	}
	results := r.Results()
	if r.Prompt() != "Hello" || len(results) != 1 || results[0] != (modeltest.Result{CallID: "c1", Text: "a door"}) {
		t.Errorf("prompt %q, results %+v", r.Prompt(), results)
	}
	if got := r.Messages[1].Calls; len(got) != 1 || got[0] != (modeltest.Call{ID: "c1", Name: "x_look", Input: "{}"}) {
		t.Errorf("calls %+v", got)
	}
	if r.Named("look") != "x_look" || r.Named("run") != "run" {
		t.Errorf("look is %s, run is %s", r.Named("look"), r.Named("run"))
	}
}

func TestAnAnswerComesWholeOrInPieces(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer {
		return modeltest.Answer{
			Thinking: "Hm.", Text: "I look at it, of course.", InputTokens: 7, OutputTokens: 5,
			Calls: []modeltest.Call{{Name: "x_look", Input: `{"at":"door"}`}},
		}
	})
	for stream, wants := range map[bool][]string{
		false: {`"content":"I look at it, of course."`, `"arguments":"{\"at\":\"door\"}"`, `"finish_reason":"tool_calls"`, `"total_tokens":12`},
		true: {
			`"reasoning_content":"Hm."`, `"content":"I look at it"`, `"content":", of course."`, `"name":"x_look"`,
			`"finish_reason":"tool_calls"`, `"total_tokens":12`, "data: [DONE]",
		},
	} {
		status, body, err := ask(t, s, stream)
		if status != http.StatusOK || err != nil {
			t.Fatalf("%d, %v", status, err)
		}
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("stream %t: %s is not in %s", stream, want, body)
			}
		}
	}
}

func TestAnAnswerFailsAsItIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer modeltest.Answer
		status int
		body   string
		err    error
	}{
		"a status":       {modeltest.Answer{Status: 401, Text: "wrong key"}, 401, "wrong key", nil},
		"a cut stream":   {modeltest.Answer{Text: strings.Repeat("long ", 99), CutAfter: 200}, 200, "data: ", io.ErrUnexpectedEOF},
		"garbage":        {modeltest.Answer{Garbage: "data: {nonsense\n\n"}, 200, "data: {nonsense\n\n", nil},
		"nothing at all": {modeltest.Answer{}, 200, `"finish_reason":"stop"`, nil},
	} {
		s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return c.answer })
		status, body, err := ask(t, s, true)
		if status != c.status || !strings.Contains(body, c.body) || !errors.Is(err, c.err) {
			t.Errorf("%s: %d %q %v", name, status, body, err)
		}
	}
}

func TestAStreamStallsUntilNobodyListens(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Text: "And then", Stall: true} })
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/chat/completions",
		strings.NewReader(fmt.Sprintf(question, true)))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var said bytes.Buffer
	for !strings.Contains(said.String(), "And then") {
		if _, err := io.CopyN(&said, response.Body, 1); err != nil {
			t.Fatal(err)
		}
	}
	leave()
	if _, err := io.Copy(&said, response.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("the stream went on: %v", err)
	}
}

func TestWhatIsNoModelsBusinessIsNoted(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{} })
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/phone/home", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if got := s.Strays(); len(got) != 1 || got[0] != "GET /phone/home" || response.StatusCode != http.StatusNotFound {
		t.Errorf("%d, %v", response.StatusCode, got)
	}
}
