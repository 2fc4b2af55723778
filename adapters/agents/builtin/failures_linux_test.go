package builtin_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

func TestACallThatFailsThreeTimesInTheSameWayIsAQuestion(t *testing.T) {
	t.Parallel()
	again := []modeltest.Call{call("fail")}
	s, server := setup(t, provider.Anthropic, builtin.DefaultConfig, func(r modeltest.Request) modeltest.Answer {
		if r.Prompt() == "go" {
			return calling(again, again, again, again)(r)
		}
		return modeltest.Answer{Text: "I do something else."}
	})
	events := converse(t, s, "go", "do something else")
	questions := of[ports.Question](events)
	if len(questions) != 1 || !strings.Contains(questions[0].Text, "the roof is on fire") || len(server.Requests()) != 4 || outcome(events) != ports.TurnDone {
		t.Errorf("asked %+v after %d requests", questions, len(server.Requests()))
	}
}

func TestFailuresAreComparedAndToldWithoutTheAdviceThatStandsBesideThem(t *testing.T) {
	t.Parallel()
	again := []modeltest.Call{call("moan")}
	s, server := setup(t, provider.OpenAI, builtin.DefaultConfig, calling(again, again, again, again))
	events := converse(t, s, "go")
	questions := of[ports.Question](events)
	if len(questions) != 1 || !strings.Contains(questions[0].Text, "no such thing\n") || len(server.Requests()) != 3 {
		t.Errorf("asked %+v after %d requests", questions, len(server.Requests()))
	}
}

func TestAModelThatSaysNothingFailsTheTurnUnlessItDidSomething(t *testing.T) {
	t.Parallel()
	for _, kind := range []provider.Kind{provider.OpenAI, provider.Anthropic} {
		for name, answer := range map[string]modeltest.Answer{"nothing": {}, "a thought": {Thinking: "Hm."}, "a blank": {Text: " \n"}} {
			t.Run(string(kind)+" "+name, func(t *testing.T) {
				t.Parallel()
				saysNothing(t, kind, answer)
			})
		}
	}
}

func saysNothing(t *testing.T, kind provider.Kind, answer modeltest.Answer) {
	t.Helper()
	s, server := setup(t, kind, builtin.DefaultConfig, func(r modeltest.Request) modeltest.Answer {
		if r.Prompt() == "do" && len(r.Results()) == 0 {
			return calling([]modeltest.Call{call("ping")})(r)
		}
		return answer
	})
	events := converse(t, s, "go", "do")
	told, ended := of[ports.AgentError](events), of[ports.TurnComplete](events)
	if len(told) != 1 || !strings.Contains(told[0].Message, "choose another model") || ended[0].Outcome != ports.TurnFailed || ended[1].Outcome != ports.TurnDone {
		t.Errorf("%+v", events)
	}
	last := server.Requests()[len(server.Requests())-1].Messages
	if empty := slices.IndexFunc(last, func(m modeltest.Message) bool { return m.Text == "" && len(m.Calls)+len(m.Results) == 0 }); empty >= 0 {
		t.Errorf("an empty answer went back: %+v", last)
	}
}
