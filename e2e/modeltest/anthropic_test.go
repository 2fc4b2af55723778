package modeltest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/modeltest"
)

const anthropicQuestion = `{"model":"m","max_tokens":9,"stream":%t,"system":[{"type":"text","text":"Be brief."}],
 "messages":[{"role":"user","content":"Hello"},
  {"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"c1","name":"x_look","input":{}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[{"type":"text","text":"a door"}]}]}],
 "tools":[{"name":"x_look","input_schema":{"type":"object"}}]}`

// askAnthropic gives the status and the body.
func askAnthropic(t *testing.T, s *modeltest.Server, stream bool) (status int, body string) {
	t.Helper()
	return postAnthropic(t, s, fmt.Sprintf(anthropicQuestion, stream))
}

func postAnthropic(t *testing.T, s *modeltest.Server, question string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/messages", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Api-Key", "secret")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func TestAnthropicsRequestIsReadLikeAnyOther(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Text: "Hi"} })
	askAnthropic(t, s, true)
	r := s.Requests()[0]
	if r.Wire != modeltest.AnthropicWire || r.Key != "secret" || r.Model != "m" || r.System != "Be brief." || r.Prompt() != "Hello" {
		t.Errorf("%+v", r)
	}
	if results := r.Results(); len(results) != 1 || results[0] != (modeltest.Result{CallID: "c1", Text: "a door", IsError: true}) {
		t.Errorf("results %+v", results)
	}
	if said := r.Messages[1]; said.Text != "I look." || len(said.Calls) != 1 || said.Calls[0] != (modeltest.Call{ID: "c1", Name: "x_look", Input: "{}"}) {
		t.Errorf("said %+v", said)
	}
}

func TestWhatAPersonSaysAfterResultsIsAMessageOfItsOwn(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Text: "Hi"} })
	question := strings.Replace(fmt.Sprintf(anthropicQuestion, true), `"a door"}]}]`,
		`"a door"}]},{"type":"text","text":"<system-reminder>Be nice.</system-reminder>"},{"type":"text","text":"Open it"}]`, 1)
	postAnthropic(t, s, question)
	r := s.Requests()[0]
	if r.Prompt() != "Open it" || len(r.Results()) != 0 || len(r.Messages) != 4 {
		t.Errorf("%+v", r)
	}
}

func TestAnthropicsAnswerComesWholeOrInPieces(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer {
		return modeltest.Answer{
			Thinking: "Hm.", Text: "I look at it, of course.", InputTokens: 7, OutputTokens: 5,
			Calls: []modeltest.Call{{Name: "x_look", Input: `{"at":"door"}`}},
		}
	})
	for stream, wants := range map[bool][]string{
		false: {`"thinking":"Hm."`, `"text":"I look at it, of course."`, `"input":{"at":"door"}`, `"stop_reason":"tool_use"`, `"input_tokens":7`},
		true: {
			"event: message_start\ndata: {", `"thinking_delta"`, `"signature_delta"`, `"text":"I look at it"`, `"text":", of course."`,
			`"name":"x_look","input":{}`, `"partial_json":"{\"at\":\"door`, `"stop_reason":"tool_use"`, `"output_tokens":5`, "event: message_stop\n",
		},
	} {
		status, body := askAnthropic(t, s, stream)
		if status != http.StatusOK {
			t.Fatal(status)
		}
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("stream %t: %s is not in %s", stream, want, body)
			}
		}
	}
}

func TestAnthropicRefusesInItsWords(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, func(modeltest.Request) modeltest.Answer { return modeltest.Answer{Status: 529} })
	if status, body := askAnthropic(t, s, true); status != 529 || body != `{"type":"error","error":{"type":"overloaded_error","message":"overloaded_error"}}` {
		t.Errorf("%d %s", status, body)
	}
}
