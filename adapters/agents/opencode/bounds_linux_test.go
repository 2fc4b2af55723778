package opencode_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/opencode"
	"heddle.dev/heddle/e2e/clitest"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

// What lies around a session's directory is read by other uses of the CLI, and none of a session's business.
func TestASessionKnowsNothingOfItsSurroundings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, conversation)
	around := t.TempDir()
	if said, err := exec.CommandContext(t.Context(), "git", "init", "--quiet", around).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	w.spec.WorkDir = filepath.Join(around, "data", "session")
	for name, text := range map[string]string{
		"AGENTS.md":            "The word is abracadabra.",
		"CLAUDE.md":            "The word is abracadabra.",
		"data/AGENTS.md":       "The word is abracadabra.",
		"opencode.json":        `{"instructions":["AGENTS.md"],"permission":{"bash":"allow"}}`,
		"data/session/.keep":   "",
		".opencode/agent/a.md": "The word is abracadabra.",
	} {
		path := filepath.Join(around, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wantOutcome(t, answer(t, w.start(t), "short"), ports.TurnDone)
	for _, r := range w.model.Requests() {
		if strings.Contains(string(r.Raw), "abracadabra") {
			t.Errorf("the model was told of its surroundings: %s", r.System)
		}
		for _, tool := range r.Tools {
			if tool != "question" && !strings.HasPrefix(tool, "heddle_") {
				t.Errorf("the agent has the tool %s", tool)
			}
		}
	}
	if strays := w.model.Strays(); len(strays) > 0 {
		t.Errorf("opencode asked for %v", strays)
	}
}

func TestAModelThatStallsCanBeInterrupted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		return modeltest.Answer{Text: "I begin to think.", Stall: r.Prompt() == "stall"}
	})
	s := w.start(t)
	if err := s.Send(t.Context(), "stall"); err != nil {
		t.Fatal(err)
	}
	for e := range s.Events() {
		if e.Kind() == ports.TextDeltaEvent {
			break
		}
	}
	if err := s.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	events := rest(t, s)
	wantOutcome(t, events, ports.TurnInterrupted)
	if said := of[ports.Text](events); len(said) != 1 || !strings.HasPrefix(said[0].Text, "I begin") {
		t.Errorf("what was said before the interrupt became %+v", said)
	}
	wantOutcome(t, answer(t, s, "go on"), ports.TurnDone)
}

// The CLI asks for permission to make the same call again and again.
func TestWhatTheCLIAsksIsAnsweredWithinTheTurn(t *testing.T) {
	t.Parallel()
	for reply, want := range map[string]string{"Go on": "Fine.", "Stop": "", "Sing a song": "La, la."} {
		t.Run(reply, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
				one := modeltest.Call{Name: "heddle_ping", Input: "{}"}
				switch {
				case r.Prompt() == "Sing a song":
					return modeltest.Answer{Text: "La, la."}
				case len(r.Results()) > 0 || r.Prompt() != "again and again":
					return modeltest.Answer{Text: "Fine."}
				}
				return modeltest.Answer{Calls: []modeltest.Call{one, one, one, one}}
			})
			s := w.start(t)
			events := replying(t, s, "again and again", reply)
			if asked := of[ports.Question](events); len(asked) == 0 || !strings.Contains(asked[0].Text, "the same call") {
				t.Errorf("it asked %+v: %+v", asked, events)
			}
			wantOutcome(t, events, ports.TurnDone)
			said := ""
			for _, text := range of[ports.Text](events) {
				said += text.Text
			}
			if said != want {
				t.Errorf("it said %q, want %q: %+v", said, want, events)
			}
			wantOutcome(t, answer(t, s, "and now?"), ports.TurnDone)
		})
	}
}

// replying sends a message, answers every question in the same way, and gives the events of the turn.
func replying(t *testing.T, s ports.AgentSession, message, reply string) (events []ports.AgentEvent) {
	t.Helper()
	if err := s.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	for e := range s.Events() {
		events = append(events, e)
		switch e := e.(type) {
		case ports.Question:
			if err := s.Answer(t.Context(), e.ID, reply); err != nil {
				t.Fatal(err)
			}
		case ports.TurnComplete:
			return events
		}
	}
	return events
}

func TestALongConversationIsShortenedUnseen(t *testing.T) {
	t.Parallel()
	const room = 20_000
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		answer := modeltest.Answer{Text: "Told.", InputTokens: 10, OutputTokens: 1}
		switch {
		case len(r.Tools) == 0:
			answer.Text = "A summary."
		case len(r.Results()) == 0 && r.Prompt() == "tell me":
			answer = modeltest.Answer{InputTokens: room, OutputTokens: 1, Calls: []modeltest.Call{{Name: "heddle_ping", Input: "{}"}}}
		}
		return answer
	})
	w.driver = opencode.New(w.home, opencode.Config{Command: clitest.Opencode(t), BaseURL: w.model.URL + "/v1", Model: "tiny", Context: room})
	s := w.start(t)
	events := answer(t, s, "tell me")
	wantOutcome(t, events, ports.TurnDone)
	if said := of[ports.Text](events); len(said) != 1 || said[0].Text != "Told." {
		t.Errorf("it said %+v", said)
	}
	if len(w.model.Requests()) != 3 {
		t.Errorf("the model was asked %d times, want one for the summary between two others", len(w.model.Requests()))
	}
	sum := int64(0)
	for _, used := range of[ports.Usage](events) {
		sum += used.InputTokens
	}
	if sum != room+20 {
		t.Errorf("%d tokens were used", sum)
	}
}
