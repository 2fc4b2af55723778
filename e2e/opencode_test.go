package e2e_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"heddle.dev/heddle/e2e/clitest"
	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/openapi/api"
)

// startWithOpencode starts a server whose agent is opencode, with a model that answers as play says.
func startWithOpencode(t *testing.T, play modeltest.Play) (*heddletest.Server, *modeltest.Server) {
	t.Helper()
	model := modeltest.Start(t, play)
	return heddletest.Start(t, heddletest.SQLite, heddletest.SlowAgent(), heddletest.Flags(
		"--engine=opencode", "--opencode="+clitest.Opencode(t), "--opencode-url="+model.URL+"/v1", "--opencode-model=tiny", "--opencode-key=secret",
	)), model
}

// toolName fits what can only be the name of a tool in a prompt.
var toolName = regexp.MustCompile(`\b[a-z]+(_[a-z]+)+\b`)

// offered are the names of the engines that a server offers, the default first.
func offered(t *testing.T, s *heddletest.Server) (names []string) {
	t.Helper()
	r, err := s.API.ListEnginesWithResponse(context.Background(), nil)
	if err != nil || r.JSON200 == nil {
		t.Fatalf("the engines are %v", err)
	}
	for _, engine := range r.JSON200.Items {
		names = append(names, engine.Name)
	}
	return names
}

func TestAnEngineIsOfferedWhereItCanBeUsed(t *testing.T) {
	t.Parallel()
	s, _ := startWithOpencode(t, troubles)
	if got := offered(t, s); !slices.Equal(got, []string{"opencode", "scripted"}) {
		t.Errorf("with opencode there are %v", got)
	}
	without := heddletest.Start(t, heddletest.SQLite, heddletest.Flags(
		"--opencode=/nowhere/opencode", "--opencode-url=http://127.0.0.1:1/v1", "--opencode-model=tiny",
	))
	if got := offered(t, without); !slices.Equal(got, []string{"scripted"}) {
		t.Errorf("without the CLI there are %v", got)
	}
	if log := without.Log(); !strings.Contains(log, "npm install -g opencode-ai") {
		t.Errorf("the log does not say what is missing: %s", log)
	}
}

func TestAGoalBecomesAWorkflowWithOpencode(t *testing.T) {
	t.Parallel()
	s, model := startWithOpencode(t, modeltest.Playbook(t, "../adapters/agents/scripted/playbooks/bug-triage.yaml"))
	postSample(t, s, nil)
	workflow := composeBy(t, s, "build a bug triage", "action-type/rate-issue")
	instance := s.Begin(workflow.Id, `{"number": "2", "title": "A typo", "labels": ["bug"], "url": "https://example.com/2"}`)
	if done := s.Becomes(instance.Id, "completed"); !strings.Contains(string(*done.Context), `"severity":"normal"`) {
		t.Errorf("the workflow ended with %s", *done.Context)
	}
	first := model.Requests()[0]
	if first.Model != "tiny" || first.Key != "secret" || !strings.Contains(first.System, "Heddle") {
		t.Errorf("the model %q was asked with the key %q and the prompt %q", first.Model, first.Key, first.System)
	}
	prompt, _, _ := strings.Cut(first.System, "<") // what follows is the CLI's
	for _, named := range toolName.FindAllString(prompt, -1) {
		if !slices.Contains(first.Tools, "heddle_"+named) {
			t.Errorf("the prompt speaks of %s, and the agent has no such tool", named)
		}
	}
	for _, tool := range first.Tools {
		if !strings.HasPrefix(tool, "heddle_") && tool != "question" { // by which it asks the person
			t.Errorf("the agent has the tool %s", tool)
		}
	}
	if strays := model.Strays(); len(strays) > 0 {
		t.Errorf("the model server was asked for %v", strays)
	}
}

func TestOpencodeAsksTheModelsOfProviders(t *testing.T) {
	t.Parallel()
	for _, wire := range []string{modeltest.OpenAIWire, modeltest.AnthropicWire} {
		t.Run(wire, func(t *testing.T) {
			t.Parallel()
			s, model := startWithProvider(t, wire, troubles, heddletest.SlowAgent(), heddletest.Flags(
				"--engine=opencode", "--opencode="+clitest.Opencode(t)))
			composition := s.Compose("By a provider")
			s.Ask(composition.Id, "Hello")
			first := model.Requests()[0]
			if first.Wire != wire || first.Model != "tiny" || first.Key != modelKey {
				t.Errorf("asked over %s for %q with the key %q", first.Wire, first.Model, first.Key)
			}
			requireFailed(t, s, s.Say(composition.Id, "Take the wrong key"), "the secret of the provider mine")
		})
	}
}

// troubles are messages and what the model makes of them.
func troubles(r modeltest.Request) modeltest.Answer {
	words := r.Prompt()
	switch {
	case strings.HasSuffix(words, "stall"):
		return modeltest.Answer{Text: "I think about it.", Stall: true}
	case strings.HasSuffix(words, "fail"):
		return modeltest.Answer{Calls: []modeltest.Call{{Name: r.Named("get_item"), Input: `{"type":"tool","name":"nowhere"}`}}}
	case strings.HasSuffix(words, "wrong key"):
		return modeltest.Answer{Status: 401, Text: "no such key"}
	default:
		return modeltest.Answer{Text: "All is well."}
	}
}

// requireFailed requires that a turn failed and told why.
func requireFailed(t *testing.T, s *heddletest.Server, turn api.Turn, says string) {
	t.Helper()
	ended := s.TurnEnded(turn)
	if *ended.Outcome != "failed" || ended.Receipt.Notice == nil || !strings.Contains(*ended.Receipt.Notice, says) {
		t.Errorf("the turn %s: %+v, want a notice with %q", *ended.Outcome, ended.Receipt, says)
	}
}

func TestOpencodesTroublesAreSaidAndTheCompositionGoesOn(t *testing.T) {
	t.Parallel()
	s, model := startWithOpencode(t, troubles)
	composition := s.Compose("Troubles")
	before := s.Workflow(composition.Id)

	killed := s.Say(composition.Id, "Please stall")
	heddletest.Until(t, "the model is asked", func() bool { return len(model.Requests()) > 0 })
	agent, tools := s.Agent()
	if err := syscall.Kill(agent.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	requireFailed(t, s, killed, "ended with code 137 before its turn was over")
	heddletest.Until(t, "its tools end with it", func() bool { return !heddletest.Alive(tools.PID) })

	s.Ask(composition.Id, "Go on")
	requests := model.Requests()
	if again := requests[len(requests)-1]; !slices.ContainsFunc(again.Messages, func(m modeltest.Message) bool {
		return strings.HasSuffix(m.Text, "Please stall")
	}) {
		t.Errorf("the agent has forgotten what was said before: %+v", again.Messages)
	}

	requireFailed(t, s, s.Say(composition.Id, "Please fail"), "tell the agent how to go on")
	requireFailed(t, s, s.Say(composition.Id, "Take the wrong key"), "HEDDLE_OPENCODE_KEY")
	stalled := s.Say(composition.Id, "Please stall")
	_, tools = s.Agent()
	if err := syscall.Kill(tools.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	requireFailed(t, s, stalled, `The MCP server "heddle" is gone`)
	s.Ask(composition.Id, "Are you there?")
	if after := s.Workflow(composition.Id); after.ContentRevision != before.ContentRevision {
		t.Errorf("the workflow was %s and is %s", before.ContentRevision, after.ContentRevision)
	}
}
