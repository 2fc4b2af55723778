package ports_test

import (
	"reflect"
	"testing"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestAgentEventsHaveTheirJSONForm(t *testing.T) {
	t.Parallel()
	cost := 0.25
	for want, event := range map[string]ports.AgentEvent{
		`{"type":"session-started","resumeId":"r"}`:                            ports.SessionStarted{ResumeID: "r"},
		`{"type":"turn-started"}`:                                              ports.TurnStarted{},
		`{"type":"text-delta","text":"a"}`:                                     ports.TextDelta{Text: "a"},
		`{"type":"text","text":"a"}`:                                           ports.Text{Text: "a"},
		`{"type":"thinking","text":"a"}`:                                       ports.Thinking{Text: "a"},
		`{"type":"tool-started","id":"1","name":"n","input":{"b":1.50,"a":2}}`: ports.ToolStarted{ID: "1", Name: "n", Input: []byte(`{"b":1.50,"a":2}`)},
		`{"type":"tool-finished","id":"1","output":"o","isError":true}`:        ports.ToolFinished{ID: "1", Output: "o", IsError: true},
		`{"type":"question","id":"1","text":"q","options":["a"]}`:              ports.Question{ID: "1", Text: "q", Options: []string{"a"}},
		`{"type":"usage","inputTokens":1,"outputTokens":2,"costUSD":0.25}`:     ports.Usage{InputTokens: 1, OutputTokens: 2, CostUSD: &cost},
		`{"type":"turn-complete","outcome":"interrupted"}`:                     ports.TurnComplete{Outcome: ports.TurnInterrupted},
		`{"type":"error","message":"m","warning":true}`:                        ports.AgentError{Message: "m", Warning: true},
		`{"type":"exit","code":137}`:                                           ports.Exit{Code: 137},
	} {
		text, err := ports.EncodeAgentEvent(event)
		if err != nil || string(text) != want {
			t.Errorf("%T is written as %s, %v; want %s", event, text, err, want)
		}
		if got, err := ports.DecodeAgentEvent([]byte(want)); err != nil || !reflect.DeepEqual(got, event) {
			t.Errorf("%s is read as %#v, %v", want, got, err)
		}
	}
}

func TestWhatIsNoAgentEventIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `[]`, `{}`, `{"type":"texts"}`, `{"type":"text","text":1}`, `{"type":"text","type":"text"}`} {
		if e, err := ports.DecodeAgentEvent([]byte(text)); fault.KindOf(err) != fault.KindInvalid {
			t.Errorf("%s: %#v, %v", text, e, err)
		}
	}
}
