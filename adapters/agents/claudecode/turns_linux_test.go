package claudecode_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/claudecode"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

// of gives the events of one type.
func of[E ports.AgentEvent](events []ports.AgentEvent) (found []E) {
	for _, e := range events {
		if e, ok := e.(E); ok {
			found = append(found, e)
		}
	}
	return found
}

func wantOutcome(t *testing.T, events []ports.AgentEvent, want ports.TurnOutcome) {
	t.Helper()
	if got := of[ports.TurnComplete](events); len(got) != 1 || got[0].Outcome != want {
		t.Errorf("the turn ended with %v, want %s: %+v", got, want, events)
	}
}

func TestATurnIsToldWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t, call("ping", `{"at":1}`))
	events := answer(t, w.start(t), "go")
	wantOutcome(t, events, ports.TurnDone)

	var texts []string
	for _, e := range of[ports.Text](events) {
		texts = append(texts, e.Text)
	}
	if fmt.Sprint(texts) != "[I will call a tool. All done.]" {
		t.Errorf("it said %q", texts)
	}
	var deltas strings.Builder
	for _, e := range of[ports.TextDelta](events) {
		deltas.WriteString(e.Text)
	}
	if deltas.String() != "I will call a tool.All done." {
		t.Errorf("deltas %q", deltas.String())
	}
	if thought := of[ports.Thinking](events); len(thought) != 1 || thought[0].Text != "Hm." {
		t.Errorf("thought %v", thought)
	}
	called, finished := of[ports.ToolStarted](events), of[ports.ToolFinished](events)
	if len(called) != 1 || called[0].Name != "ping" || string(called[0].Input) != `{"at":1}` {
		t.Errorf("called %v", called)
	}
	if len(finished) != 1 || finished[0].Output != `{"answer":"pong"}` || finished[0].IsError {
		t.Errorf("finished %v", finished)
	}
	if used := of[ports.Usage](events); len(used) != 1 || used[0] != (ports.Usage{InputTokens: 30, OutputTokens: 8}) {
		t.Errorf("used %+v", used)
	}
	first := w.model.Requests()[0]
	if !slices.Equal(first.Tools, []string{
		"AskUserQuestion", "mcp__heddle__big", "mcp__heddle__block", "mcp__heddle__die", "mcp__heddle__env", "mcp__heddle__fail", "mcp__heddle__ping",
	}) || first.Key != "secret" || first.Model != "tiny" {
		t.Errorf("tools %v, key %q, model %q", first.Tools, first.Key, first.Model)
	}
	if !strings.HasSuffix(first.System, "You are a test.") {
		t.Errorf("system prompt %q", first.System)
	}
}

func TestAToolThatIsNotAllowedIsNotCalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer { return call(words(r), "{}")(r) })
	w.spec.AllowedTools = []string{"ping"}
	s := w.start(t)
	for tool, says := range map[string]string{"ping": "pong", "env": "may use these tools only: ping"} {
		events := answer(t, s, tool)
		wantOutcome(t, events, ports.TurnDone)
		if finished := of[ports.ToolFinished](events); len(finished) != 1 || !strings.Contains(finished[0].Output, says) {
			t.Errorf("%s gave %+v", tool, finished)
		}
	}
}

// Its children get what the session gives them, and not the key with which the CLI asks the model.
func TestMCPServersDoNotGetTheKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t, call("env", "{}"))
	finished := of[ports.ToolFinished](answer(t, w.start(t), "go"))
	if len(finished) != 1 || !strings.Contains(finished[0].Output, "TOKEN=t") || strings.Contains(finished[0].Output, "secret") {
		t.Errorf("%+v", finished)
	}
}

// What goes wrong within a turn, and what a person is told to do about it. The session goes on after each.
func TestWhatGoesWrongInATurnIsSaid(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		answer modeltest.Answer
		says   string
	}{
		{"a wrong key", modeltest.Answer{Status: http.StatusUnauthorized, Text: "no such key"}, "HEDDLE_CLAUDE_CODE_KEY"},
		{"an unknown model", modeltest.Answer{Status: http.StatusNotFound, Text: "no such model"}, `does not know the model "tiny"`},
		{"a refused request", modeltest.Answer{Status: http.StatusBadRequest, Text: "too many tools"}, "too many tools"},
		{"a server that fails", modeltest.Answer{Status: http.StatusInternalServerError, Text: "no memory"}, "failed 2 times in a row: 500 no memory"},
		{"too many requests", modeltest.Answer{Status: http.StatusTooManyRequests, Text: "slow down"}, "takes no more requests for now"},
		{"an overloaded server", modeltest.Answer{Status: 529, Text: "overloaded"}, "failed 2 times in a row: 529 overloaded"},
		{"a long wait", modeltest.Answer{Status: http.StatusTooManyRequests, RetryAfter: "3600"}, "takes no more requests for now"},
		{"a mute model", modeltest.Answer{}, `The model "tiny" said nothing`},
		{"garbage", modeltest.Answer{Garbage: "data: {nonsense\n\n"}, "gave no answer of use: API returned an empty or malformed response"},
		{"a web page", modeltest.Answer{Garbage: "<html>Welcome</html>"}, "gave no answer of use: API returned an empty or malformed response"},
		{"a cut stream", modeltest.Answer{Text: strings.Repeat("much to say ", 99), CutAfter: 900}, "gave no answer of use: Connection to the API was lost"},
		{"the same call again and again", modeltest.Answer{Calls: []modeltest.Call{{Name: "mcp__heddle__fail", Input: "{}"}}}, "it went on calling fail"},
	}
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		for _, c := range cases {
			if c.name == words(r) {
				return c.answer
			}
		}
		return modeltest.Answer{Text: "Fine."}
	})
	s := w.start(t)
	for _, c := range cases {
		events := answer(t, s, c.name)
		wantOutcome(t, events, ports.TurnFailed)
		var said []string
		for _, e := range of[ports.AgentError](events) {
			said = append(said, e.Message)
		}
		if len(said) == 0 || !strings.Contains(said[len(said)-1], c.says) {
			t.Errorf("%s: it says %q, want %q", c.name, said, c.says)
		}
	}
	wantOutcome(t, answer(t, s, "and now?"), ports.TurnDone)
}

// What a model does wrong comes back to it as a failed call, and the turn goes on.
func TestAWrongCallIsAFailedOne(t *testing.T) {
	t.Parallel()
	calls := map[string]modeltest.Call{
		"a tool that is not there": {Name: "fly", Input: "{}"},
		"half a call":              {Name: "mcp__heddle__ping", Input: `{"at": [1, 2`},
		"a call that fails":        {Name: "mcp__heddle__fail", Input: "{}"},
		"a huge output":            {Name: "mcp__heddle__big", Input: "{}"},
	}
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		one := calls[words(r)]
		return call(one.Name, one.Input)(r)
	})
	s := w.start(t)
	for name, says := range map[string]string{
		"a tool that is not there": "fly", "half a call": "JSON", "a call that fails": "the roof is on fire", "a huge output": "",
	} {
		events := answer(t, s, name)
		wantOutcome(t, events, ports.TurnDone)
		finished := of[ports.ToolFinished](events)
		if len(finished) != 1 || finished[0].IsError != (says != "") || !strings.Contains(finished[0].Output, says) {
			t.Errorf("%s: finished %+v, want %q", name, finished, says)
		}
	}
	for _, r := range w.model.Requests() {
		if len(r.Raw) >= bigOutput {
			t.Errorf("the model got %d bytes", len(r.Raw))
		}
	}
}

// The CLI starts a server that has died again.
func TestAnMCPServerThatDiesIsStartedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer { return call(words(r), "{}")(r) })
	s := w.start(t)
	events := answer(t, s, "die")
	wantOutcome(t, events, ports.TurnDone)
	if finished := of[ports.ToolFinished](events); len(finished) != 1 || !finished[0].IsError {
		t.Errorf("the call in which it died gave %+v", finished)
	}
	events = answer(t, s, "ping")
	wantOutcome(t, events, ports.TurnDone)
	if finished := of[ports.ToolFinished](events); len(finished) != 1 || finished[0].IsError {
		t.Errorf("the call after that gave %+v", finished)
	}
}

func TestAnMCPServerThatIsGoneForGoodEndsTheSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		return modeltest.Answer{Text: "I try.", Calls: []modeltest.Call{{Name: r.Named("die"), Input: "{}"}}}
	})
	program := filepath.Join(t.TempDir(), "tools")
	if err := os.Symlink(w.spec.MCPServers[0].Command, program); err != nil {
		t.Fatal(err)
	}
	w.spec.MCPServers[0].Command = program
	s := w.start(t)
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	events := answer(t, s, "go")
	exit := of[ports.Exit](events)
	if len(exit) != 1 || exit[0].Code == 0 || !strings.Contains(exit[0].Message, `The MCP server "heddle" is gone`) {
		t.Errorf("the session ended with %+v", exit)
	}
	if said := of[ports.AgentError](events); len(said) != 1 || !strings.Contains(said[0].Message, "send the message again") {
		t.Errorf("it says %+v", said)
	}
}

func TestASessionGoesOnAfterItsProcessWasKilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, conversation)
	first := w.start(t)
	started, ok := (<-first.Events()).(ports.SessionStarted)
	if !ok {
		t.Fatal("no session-started")
	}
	wantOutcome(t, answer(t, first, "short, and remember the number 4711"), ports.TurnDone)
	if err := first.Send(t.Context(), "long"); err != nil {
		t.Fatal(err)
	}
	for e := range first.Events() {
		if e.Kind() == ports.ToolStartedEvent {
			break
		}
	}
	killCLI(t, w.spec.WorkDir)
	if exit := of[ports.Exit](rest(t, first)); len(exit) != 1 || exit[0].Code != 137 {
		t.Errorf("the killed process ended with %+v", exit)
	}

	w.spec.ResumeID = started.ResumeID
	second := w.start(t)
	if again, ok := (<-second.Events()).(ports.SessionStarted); !ok || again.ResumeID != started.ResumeID {
		t.Errorf("resumed as %+v, want %s", again, started.ResumeID)
	}
	wantOutcome(t, answer(t, second, "short again"), ports.TurnDone)
	requests := w.model.Requests()
	if last := string(requests[len(requests)-1].Raw); !strings.Contains(last, "4711") {
		t.Error("the resumed session has forgotten the first message")
	}
}

func TestASessionThatIsNotThereAnyMoreBeginsAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t, conversation)
	w.spec.ResumeID = "00000000-0000-4000-8000-000000000000"
	s := w.start(t)
	if started, ok := (<-s.Events()).(ports.SessionStarted); !ok || started.ResumeID == w.spec.ResumeID || started.ResumeID == "" {
		t.Errorf("started as %+v", started)
	}
	wantOutcome(t, answer(t, s, "short"), ports.TurnDone)
}

// The start says what is missing, and what to do.
func TestAStartThatFailsSaysWhatToDo(t *testing.T) {
	t.Parallel()
	program := func(script string) string {
		path := t.TempDir() + "/claude"
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil { //nolint:gosec // it is to be run
			t.Fatal(err)
		}
		return path
	}
	stub := t.TempDir() + "/stub"                                                     // as npm leaves it where it may not run what a package wants to be run
	if err := os.WriteFile(stub, []byte("echo not installed\n"), 0o700); err != nil { //nolint:gosec // as above
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ command, says string }{
		"a stub":         {stub, "(exec format error). Install Claude Code again (npm install -g @anthropic-ai/claude-code)"},
		"a directory":    {t.TempDir(), "it is a directory. Install"},
		"no program":     {"/nowhere/claude", "npm install -g @anthropic-ai/claude-code"},
		"too old":        {program("echo 2.0.1"), "2.0.1, and 2.1.332 or newer is needed"},
		"something else": {program("echo hello"), "does not seem to be Claude Code"},
		"a bad end":      {program(`[ "$1" = --version ] && exec echo 2.2.0; echo no room >&2; exit 7`), "ended with code 7: no room"},
	} {
		w := newWorld(t, conversation)
		w.driver = claudecode.New(w.home, claudecode.Config{Command: c.command, BaseURL: w.model.URL, Model: "tiny"})
		_, err := w.driver.Start(t.Context(), w.spec)
		if fault.CodeOf(err) != "agent-start-failed" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	w := newWorld(t, conversation)
	w.spec.MCPServers[0].Command = "/nowhere/tools"
	if _, err := w.driver.Start(t.Context(), w.spec); !strings.Contains(fmt.Sprint(err), `the MCP server "heddle" did not start`) {
		t.Errorf("without tools: %v", err)
	}
}
