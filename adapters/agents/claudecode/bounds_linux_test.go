//go:build full

package claudecode_test

import (
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/agents/claudecode"
	"heddle.dev/heddle/domain/provider"
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
			if tool != "AskUserQuestion" && !strings.HasPrefix(tool, "mcp__heddle__") {
				t.Errorf("the agent has the tool %s", tool)
			}
		}
	}
	if strays := w.model.Strays(); len(strays) > 0 {
		t.Errorf("Claude Code asked for %v", strays)
	}
}

// What the session is trusted with is not left lying about.
func TestNoSecretStaysInTheDirectory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, conversation)
	w.config.Key = "sk-ant-hush-hush"
	w.driver = claudecode.New(w.home, w.config)
	w.spec.MCPServers[0].Env["TOKEN"] = "abracadabra"
	wantOutcome(t, answer(t, w.start(t), "short"), ports.TurnDone)
	files, dir := 0, os.DirFS(w.spec.WorkDir)
	err := fs.WalkDir(dir, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		files++
		text, err := fs.ReadFile(dir, path)
		if strings.Contains(string(text), "hush-hush") || strings.Contains(string(text), "abracadabra") {
			t.Errorf("there is a secret in %s", path)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, err = %v", files, err)
	}
}

func TestAModelThatStallsCanBeInterrupted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		return modeltest.Answer{Text: "I begin to think.", Stall: words(r) == "stall"}
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

// What the CLI takes for orders to itself goes to the model, and no file is read.
func TestAMessageIsForTheModelOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, conversation)
	w.spec.WorkDir = filepath.Join(w.spec.WorkDir, strings.Repeat("long", 30)) // longer than the names of sockets may be
	if err := os.MkdirAll(w.spec.WorkDir, 0o700); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(w.spec.WorkDir, "secret.txt")
	if err := os.WriteFile(secret, []byte("abracadabra"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := w.start(t)
	for _, message := range []string{"/clear", "/compact", "!ls", "#note this", "Look at @" + secret, "Look at @secret.txt"} {
		wantOutcome(t, answer(t, s, message), ports.TurnDone)
		requests := w.model.Requests()
		if asked := words(requests[len(requests)-1]); !strings.HasSuffix(asked, message) {
			t.Errorf("the model was told %q, want %q", asked, message)
		}
	}
	for _, r := range w.model.Requests() {
		if strings.Contains(string(r.Raw), "abracadabra") {
			t.Error("the model was told what is in a file")
		}
	}
}

func TestAModelThatSaysNothingIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		return modeltest.Answer{Text: "I begin.", Stall: words(r) == "stall"}
	})
	w.config.Silence = time.Second
	w.driver = claudecode.New(w.home, w.config)
	s := w.start(t)
	events := answer(t, s, "stall")
	wantOutcome(t, events, ports.TurnFailed)
	if said := of[ports.AgentError](events); len(said) != 1 || !strings.Contains(said[0].Message, "has said nothing for 1s") {
		t.Errorf("it says %+v", said)
	}
	wantOutcome(t, answer(t, s, "and now?"), ports.TurnDone)
}

func TestQuestionsOfOneCallAreAnsweredOneByOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		if results := r.Results(); len(results) > 0 {
			return modeltest.Answer{Text: results[0].Text}
		}
		return modeltest.Answer{Calls: []modeltest.Call{{Name: "AskUserQuestion", Input: `{"questions":[
			{"question":"Which one?","header":"One","options":[{"label":"red","description":"."},{"label":"blue","description":"."}]},
			{"question":"How many?","header":"Many","options":[{"label":"1","description":"."},{"label":"2","description":"."}]}]}`}}}
	})
	s := w.start(t)
	if err := s.Send(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	var events []ports.AgentEvent
	for e := range s.Events() {
		events = append(events, e)
		if question, ok := e.(ports.Question); ok {
			reply := map[string]string{"Which one?": "blue", "How many?": "a dozen"}[question.Text]
			if len(question.Options) != 2 {
				t.Errorf("%+v", question)
			}
			if err := s.Answer(t.Context(), question.ID, reply); err != nil {
				t.Fatal(err)
			}
		}
		if e.Kind() == ports.TurnCompleteEvent {
			break
		}
	}
	said := of[ports.Text](events)
	if len(said) != 1 || !strings.Contains(said[0].Text, "blue") || !strings.Contains(said[0].Text, "a dozen") {
		t.Errorf("the model was told %+v", said)
	}
	if called := of[ports.ToolStarted](events); len(called) != 0 {
		t.Errorf("the question is told as a call, too: %+v", called)
	}
}

// The CLI counts up for as long as its process runs, and tells no costs of models that it does not know.
func TestWhatWasUsedAddsUpOverTurnsAndProcesses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, call("ping", "{}"))
	w.spec.Model = "claude-sonnet-4-5"
	var sum ports.Usage
	cost := 0.0
	for range 2 {
		s := w.start(t)
		started, _ := (<-s.Events()).(ports.SessionStarted)
		w.spec.ResumeID = started.ResumeID
		for range 2 {
			used := of[ports.Usage](answer(t, s, "go"))
			if len(used) != 1 || used[0].CostUSD == nil {
				t.Fatalf("used %+v", used)
			}
			sum.InputTokens += used[0].InputTokens
			sum.OutputTokens += used[0].OutputTokens
			cost += *used[0].CostUSD
		}
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	const want = 4 * (30*3 + 8*15) / 1e6 // four turns, and the prices for a million
	if sum != (ports.Usage{InputTokens: 120, OutputTokens: 32}) || math.Abs(cost-want) > want/1000 {
		t.Errorf("used %+v for %f, want %f", sum, cost, want)
	}
}

// A provider of the team is asked instead of the server's own account, at its prices.
func TestAProviderIsAskedWhereThereIsOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, conversation)
	one := 1.0
	w.spec.Server = &ports.ModelServer{
		Provider: provider.Provider{Name: "near", Kind: provider.Anthropic, BaseURL: w.model.URL}, Key: "other",
		Model: provider.Model{Name: "large", Prices: provider.Prices{Input: &one, Output: &one}},
	}
	w.config.BaseURL, w.config.Key = "http://127.0.0.1:1", "unused"
	w.driver = claudecode.New(w.home, w.config)
	events := answer(t, w.start(t), "short")
	wantOutcome(t, events, ports.TurnDone)
	if used := of[ports.Usage](events); len(used) != 1 || used[0].CostUSD == nil || *used[0].CostUSD != 38/1e6 {
		t.Errorf("used %+v", used)
	}
	if first := w.model.Requests()[0]; first.Key != "other" || first.Model != "large" {
		t.Errorf("the model %q was asked with %q", first.Model, first.Key)
	}
}

func TestALongConversationIsShortenedUnseen(t *testing.T) {
	t.Parallel()
	const room = 60_000
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		answer := modeltest.Answer{Text: "Told.", InputTokens: 10, OutputTokens: 1}
		switch {
		case strings.Contains(r.Prompt(), "TEXT ONLY"): // how the CLI asks for a summary
			answer.Text = "<summary>A summary.</summary>"
		case len(r.Results()) == 0 && words(r) == "tell me":
			answer = modeltest.Answer{InputTokens: room, OutputTokens: 1, Calls: []modeltest.Call{{Name: r.Named("ping"), Input: "{}"}}}
		}
		return answer
	})
	w.spec.Server = &ports.ModelServer{
		Provider: provider.Provider{Name: "near", Kind: provider.Anthropic, BaseURL: w.model.URL}, Model: provider.Model{Name: "tiny", Context: room},
	}
	s := w.start(t)
	events := answer(t, s, "tell me")
	wantOutcome(t, events, ports.TurnDone)
	if got := said(events); got != "Told." {
		t.Errorf("it said %q", got)
	}
	if len(w.model.Requests()) != 3 {
		t.Errorf("the model was asked %d times, want one for the summary between two others", len(w.model.Requests()))
	}
	if used := of[ports.Usage](events); len(used) != 1 || used[0].InputTokens < room+10 {
		t.Errorf("used %+v", used)
	}
}
