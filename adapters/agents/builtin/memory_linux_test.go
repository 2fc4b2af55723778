package builtin_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

func TestAResumedConversationGoesOnWhereItWasCutOff(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.Anthropic, builtin.DefaultConfig, func(r modeltest.Request) modeltest.Answer {
		if r.Prompt() == "start" && len(r.Results()) == 0 {
			return modeltest.Answer{Text: "I call.", Calls: []modeltest.Call{call("block")}}
		}
		return modeltest.Answer{Text: "I know."}
	})
	session, err := s.Driver.Start(t.Context(), s.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Send(t.Context(), "start"); err != nil {
		t.Fatal(err)
	}
	for event := range session.Events() {
		switch e := event.(type) {
		case ports.SessionStarted:
			s.Spec.ResumeID = e.ResumeID
		case ports.ToolStarted:
			go func() { _ = session.Close(t.Context()) }()
		}
	}
	converse(t, s, "go on")
	requests := server.Requests()
	resumed := requests[len(requests)-1]
	said := fmt.Sprintf("%+v", resumed.Messages)
	if resumed.Prompt() != "go on" || !strings.Contains(said, "start") || !strings.Contains(said, "I call.") {
		t.Errorf("it goes on with %s", said)
	}
	for _, message := range resumed.Messages {
		for _, result := range message.Results {
			if !result.IsError {
				t.Errorf("the call that was cut off gave %+v", result)
			}
		}
	}
	s.Spec.ResumeID = "unknown"
	converse(t, s, "hello")
	if requests = server.Requests(); len(requests[len(requests)-1].Messages) != 1 {
		t.Errorf("a conversation that is not there goes on with %+v", requests[len(requests)-1].Messages)
	}
}
