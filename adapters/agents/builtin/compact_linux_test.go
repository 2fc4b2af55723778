package builtin_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

// narrow is a model whose server refuses what has more bytes than the room, and that sums up otherwise.
func narrow(room int, play modeltest.Play) modeltest.Play {
	return func(r modeltest.Request) modeltest.Answer {
		switch last := r.Messages[len(r.Messages)-1]; {
		case len(r.Raw) > room:
			return modeltest.Answer{Status: 400, Text: "prompt is too long: 210000 tokens > 200000 maximum"}
		case strings.Contains(last.Text, "Sum up what somebody has to know"):
			return modeltest.Answer{Text: "They want a door."}
		case strings.Contains(last.Text, "They want a door."):
			return modeltest.Answer{Text: "Done."}
		default:
			return play(r)
		}
	}
}

func TestAConversationThatIsRefusedAsTooLongIsSummedUpAndGoesOn(t *testing.T) {
	t.Parallel()
	for _, kind := range []provider.Kind{provider.OpenAI, provider.Anthropic} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			s, _ := setup(t, kind, builtin.DefaultConfig, narrow(60_000, calling([]modeltest.Call{call("large")})))
			events := converse(t, s, "build a door")
			said, told := of[ports.Text](events), of[ports.AgentError](events)
			if outcome(events) != ports.TurnDone || len(said) != 2 || said[1].Text != "Done." || len(told) != 1 || !told[0].Warning {
				t.Errorf("said %+v, told %+v", said, told)
			}
		})
	}
}

func TestAMessageThatIsTooLongIsSaidToBeAndDoesNotBlockTheNext(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.Anthropic, builtin.DefaultConfig, narrow(60_000, nil))
	events := converse(t, s, strings.Repeat("a door! ", 20_000), "a short one")
	ended, told := of[ports.TurnComplete](events), of[ports.AgentError](events)
	if ended[0].Outcome != ports.TurnFailed || ended[1].Outcome != ports.TurnDone || !strings.Contains(told[0].Message, "send a shorter message") {
		t.Errorf("ended %+v, told %+v", ended, told)
	}
	if asked := len(server.Requests()); asked != 4 {
		t.Errorf("%d requests", asked)
	}
}

func TestAModelWithRoomForNothingIsAskedInVainOnlyAFewTimes(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.OpenAI, builtin.DefaultConfig, narrow(100, nil))
	events := converse(t, s, "go", "go on")
	if outcome(events) != ports.TurnFailed || len(server.Requests()) > 6 {
		t.Errorf("%d requests, %+v", len(server.Requests()), events)
	}
}

func TestAConversationOfTextsIsSummedUpToo(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.OpenAI, builtin.Config{MaxSteps: 10, CompactAt: 1000}, func(r modeltest.Request) modeltest.Answer {
		if strings.Contains(r.Messages[len(r.Messages)-1].Text, "Sum up what somebody has to know") {
			return modeltest.Answer{Text: "They want a door.", InputTokens: 1000}
		}
		return modeltest.Answer{Text: "I see.", InputTokens: 500 * len(r.Messages)}
	})
	converse(t, s, "build a door", "make it red", "and tall")
	requests := server.Requests()
	// The second answer comes to more than the limit, so that the third message begins with a summary.
	if last := requests[len(requests)-1]; len(requests) != 4 || len(last.Messages) != 1 || !strings.Contains(last.Prompt(), "and tall") {
		t.Errorf("%d requests, the last with %+v", len(requests), last.Messages)
	}
}

func TestAModelThatHasNoRoomForThePromptIsGivenUp(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.OpenAI, builtin.Config{MaxSteps: 10, CompactAt: 1000}, func(r modeltest.Request) modeltest.Answer {
		if strings.Contains(r.Messages[len(r.Messages)-1].Text, "Sum up what somebody has to know") {
			return modeltest.Answer{Text: "They want a door.", InputTokens: 1000}
		}
		return modeltest.Answer{Text: "I call.", Calls: []modeltest.Call{call("ping")}, InputTokens: 2000}
	})
	events := converse(t, s, "build a door")
	told := of[ports.AgentError](events)
	if last := told[len(told)-1]; outcome(events) != ports.TurnFailed || !strings.Contains(last.Message, "choose a model that has more room") || len(server.Requests()) != 3 {
		t.Errorf("told %+v after %d requests", told, len(server.Requests()))
	}
}
