//go:build full

package e2e_test

import (
	"encoding/json"
	"slices"
	"strings"
	"syscall"
	"testing"

	"heddle.dev/heddle/e2e/clitest"
	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/openapi/api"
)

func TestClaudeCodesTroublesAreSaidAndTheCompositionGoesOn(t *testing.T) {
	t.Parallel()
	s, model := startWithClaudeCode(t, troubles)
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
		return strings.Contains(m.Text, "Please stall")
	}) {
		t.Errorf("the agent has forgotten what was said before: %+v", again.Messages)
	}

	requireFailed(t, s, s.Say(composition.Id, "Please fail"), "tell the agent how to go on")
	requireFailed(t, s, s.Say(composition.Id, "Take the wrong key"), "HEDDLE_CLAUDE_CODE_KEY")
	_, tools = s.Agent()
	if err := syscall.Kill(tools.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.Ask(composition.Id, "Are you there?")
	if after := s.Workflow(composition.Id); after.ContentRevision != before.ContentRevision {
		t.Errorf("the workflow was %s and is %s", before.ContentRevision, after.ContentRevision)
	}
}

// What a server that is killed leaves behind, the next one ends.
func TestNoClaudeCodeOutlivesAServerThatIsKilled(t *testing.T) {
	t.Parallel()
	s, model := startWithClaudeCode(t, troubles)
	composition := s.Compose("Killed")
	s.Say(composition.Id, "Please stall")
	heddletest.Until(t, "the model is asked", func() bool { return len(model.Requests()) > 0 })
	agent, tools := s.Agent()
	s.Kill()
	s.Restart()
	heddletest.Until(t, "agent and tools are gone", func() bool { return !heddletest.Alive(agent.PID) && !heddletest.Alive(tools.PID) })
	s.Ask(composition.Id, "Go on")
	requests := model.Requests()
	if again := requests[len(requests)-1]; !slices.ContainsFunc(again.Messages, func(m modeltest.Message) bool {
		return strings.Contains(m.Text, "Please stall")
	}) {
		t.Errorf("the agent has forgotten what was said before: %+v", again.Messages)
	}
}

func TestClaudeCodeAsksTheModelsOfProviders(t *testing.T) {
	t.Parallel()
	s, model := startWithProvider(t, modeltest.AnthropicWire, troubles, heddletest.SlowAgent(), heddletest.Flags(
		"--engine=claude-code", "--claude-code="+clitest.ClaudeCode(t)))
	composition := s.Compose("By a provider")
	s.Ask(composition.Id, "Hello")
	if first := model.Requests()[0]; first.Model != "tiny" || first.Key != modelKey {
		t.Errorf("asked for %q with the key %q", first.Model, first.Key)
	}
	requireFailed(t, s, s.Say(composition.Id, "Take the wrong key"), "the secret of the provider mine")
}

func TestWhatClaudeCodeAsksIsAnsweredInTheChat(t *testing.T) {
	t.Parallel()
	s, _ := startWithClaudeCode(t, func(r modeltest.Request) modeltest.Answer {
		if results := r.Results(); len(results) > 0 {
			return modeltest.Answer{Thinking: "So be it.", Text: "I was told: " + results[0].Text}
		}
		return modeltest.Answer{Calls: []modeltest.Call{{Name: "AskUserQuestion", Input: `{"questions":[{"question":"Which one?","header":"One",
			"options":[{"label":"red","description":"."},{"label":"blue","description":"."}]}]}`}}}
	})
	composition := s.Compose("Asked")
	turn := s.Say(composition.Id, "Go")
	told := func(kind, says string) (data string) {
		heddletest.Until(t, kind+" is in the chat", func() bool {
			for _, e := range s.Conversation(composition.SessionId) {
				if data = string(e.Data); e.Kind == kind && strings.Contains(data, says) {
					return true
				}
			}
			return false
		})
		return data
	}
	var question struct{ ID string }
	if err := json.Unmarshal([]byte(told("question", "Which one?")), &question); err != nil {
		t.Fatal(err)
	}
	r, err := s.API.AnswerQuestionWithResponse(t.Context(), composition.SessionId, nil, api.NewAnswer{QuestionId: question.ID, Answer: "a green one"})
	if err != nil || r.JSON202 == nil {
		t.Fatalf("%v: %s", err, r.Body)
	}
	if ended := s.TurnEnded(turn); *ended.Outcome != "completed" {
		t.Errorf("the turn %s: %+v", *ended.Outcome, ended.Receipt)
	}
	told("text", "a green one")
	told("thinking", "So be it.")
}

// Whatever the model server and the model do wrong, a person is told what to do, and the composition stays as it was.
func TestWhatGoesWrongWithClaudeCodesModelIsSaid(t *testing.T) {
	t.Parallel()
	failing := map[string]struct {
		answer modeltest.Answer
		says   string
	}{
		"an unknown model":      {modeltest.Answer{Status: 404, Text: "no such model"}, `does not know the model "tiny"`},
		"an overloaded server":  {modeltest.Answer{Status: 529, Text: "overloaded"}, "failed 5 times in a row: 529 overloaded"},
		"a page instead of API": {modeltest.Answer{Garbage: "<html>Welcome</html>"}, "check the address"},
		"a cut stream":          {modeltest.Answer{Text: strings.Repeat("much to say ", 99), CutAfter: 900}, "send the message again"},
	}
	wrong := map[string]modeltest.Call{
		"half a call":              {Name: "mcp__heddle__get_item", Input: `{"type": "tool`},
		"a tool that is not there": {Name: "Bash", Input: `{"command": "ls"}`},
	}
	s, _ := startWithClaudeCode(t, func(r modeltest.Request) modeltest.Answer {
		for name, c := range failing {
			if strings.HasSuffix(r.Prompt(), name) {
				return c.answer
			}
		}
		for name, call := range wrong {
			if strings.HasSuffix(r.Prompt(), name) && len(r.Results()) == 0 {
				return modeltest.Answer{Calls: []modeltest.Call{call}}
			}
		}
		if slices.ContainsFunc(r.Results(), func(result modeltest.Result) bool { return !result.IsError }) {
			return modeltest.Answer{Status: 400, Text: "a wrong call was carried out"}
		}
		return modeltest.Answer{Text: "All is well."}
	})
	composition := s.Compose("Troubles of a model")
	before := s.Workflow(composition.Id)
	for name, c := range failing {
		requireFailed(t, s, s.Say(composition.Id, "Play "+name), c.says)
	}
	for name := range wrong {
		s.Ask(composition.Id, "Play "+name)
	}
	if after := s.Workflow(composition.Id); after.ContentRevision != before.ContentRevision {
		t.Errorf("the workflow was %s and is %s", before.ContentRevision, after.ContentRevision)
	}
}
