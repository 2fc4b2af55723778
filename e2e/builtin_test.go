package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/e2e/modeltest"
)

const modelKey = "planted-model-key"

// startWithBuiltin starts a server whose agent is Heddle's own, with a provider whose model answers as play says.
func startWithBuiltin(t *testing.T, wire string, play modeltest.Play) (*heddletest.Server, *modeltest.Server) {
	t.Helper()
	return startWithProvider(t, wire, play, heddletest.Flags("--engine=builtin"))
}

// startWithProvider starts a server with a provider "mine", whose model "tiny" answers as play says.
func startWithProvider(t *testing.T, wire string, play modeltest.Play, options ...heddletest.Option) (*heddletest.Server, *modeltest.Server) {
	t.Helper()
	model := modeltest.Start(t, play)
	s := heddletest.Start(t, heddletest.SQLite, options...)
	url := model.URL
	if wire == modeltest.OpenAIWire {
		url += "/v1"
	}
	for _, request := range []heddletest.Request{
		{Method: http.MethodPut, Path: "/secrets/MODEL_KEY", Body: strings.NewReader(`{"value": "` + modelKey + `"}`)},
		{Method: http.MethodPost, Path: "/providers", Body: strings.NewReader(fmt.Sprintf(
			`{"content": {"name": "mine", "kind": %q, "baseUrl": %q, "secret": "MODEL_KEY", "models": [{"name": "tiny"}]}}`, wire, url))},
	} {
		if answer := s.Send(request); answer.Status >= http.StatusBadRequest {
			t.Fatalf("%s: %d %s", request.Path, answer.Status, answer.Body)
		}
	}
	return s, model
}

func TestAGoalBecomesAWorkflowWithTheBuiltInAgent(t *testing.T) {
	t.Parallel()
	for _, wire := range []string{modeltest.OpenAIWire, modeltest.AnthropicWire} {
		t.Run(wire, func(t *testing.T) {
			t.Parallel()
			s, model := startWithBuiltin(t, wire, modeltest.Playbook(t, "../adapters/agents/scripted/playbooks/bug-triage.yaml"))
			postSample(t, s, nil)
			workflow := composeBy(t, s, "build a bug triage", "action-type/rate-issue")
			instance := s.Begin(workflow.Id, `{"number": "2", "title": "A typo", "labels": ["bug"], "url": "https://example.com/2"}`)
			if done := s.Becomes(instance.Id, "completed"); !strings.Contains(string(*done.Context), `"severity":"normal"`) {
				t.Errorf("the workflow ended with %s", *done.Context)
			}
			first := model.Requests()[0]
			if first.Wire != wire || first.Model != "tiny" || first.Key != modelKey || !strings.Contains(first.System, "Heddle") {
				t.Errorf("asked over %s for %q with the key %q and the prompt %q", first.Wire, first.Model, first.Key, first.System)
			}
			if strays := model.Strays(); len(strays) > 0 {
				t.Errorf("the model server was asked for %v", strays)
			}
			if strings.Contains(s.Log(), modelKey) {
				t.Errorf("the log tells the key: %s", s.Log())
			}
		})
	}
}

func TestTheBuiltInAgentIsOfferedOnceThereIsAProvider(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	offered := func() bool {
		return strings.Contains(string(s.Send(heddletest.Request{Path: "/engines"}).Body), `"builtin"`)
	}
	if offered() {
		t.Error("it is offered without a provider")
	}
	s.Send(heddletest.Request{Method: http.MethodPost, Path: "/providers", Body: strings.NewReader(
		`{"content": {"name": "mine", "kind": "openai", "baseUrl": "http://127.0.0.1:1/v1", "models": [{"name": "tiny"}]}}`)})
	if !offered() {
		t.Error("it is not offered")
	}
}

func TestTheBuiltInAgentsTroublesAreSaidAndTheCompositionGoesOn(t *testing.T) {
	t.Parallel()
	s, model := startWithBuiltin(t, modeltest.AnthropicWire, func(r modeltest.Request) modeltest.Answer {
		switch words := r.Prompt(); {
		case strings.HasSuffix(words, "stall"):
			return modeltest.Answer{Text: "I think about it.", Stall: true}
		case strings.HasSuffix(words, "wrong key"):
			return modeltest.Answer{Status: 401, Text: "no such key"}
		default:
			return modeltest.Answer{Text: "All is well."}
		}
	})
	composition := s.Compose("Troubles")
	before := s.Workflow(composition.Id)

	s.Say(composition.Id, "Please stall")
	heddletest.Until(t, "the model is asked", func() bool { return len(model.Requests()) > 0 })
	s.Kill()
	s.Restart()
	heddletest.Until(t, "the turn is over", func() bool { return s.Composition(composition.Id).TurnState == "idle" })
	s.Ask(composition.Id, "Go on")
	requests := model.Requests()
	if again := requests[len(requests)-1]; !strings.Contains(again.Prompt(), "Please stall") {
		t.Errorf("the agent has forgotten what was said before: %+v", again.Messages)
	}
	requireFailed(t, s, s.Say(composition.Id, "Take the wrong key"), "set the right one as the provider's secret")
	s.Ask(composition.Id, "Are you there?")
	if after := s.Workflow(composition.Id); after.ContentRevision != before.ContentRevision {
		t.Errorf("the workflow was %s and is %s", before.ContentRevision, after.ContentRevision)
	}
}
