package opencode_test

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/agents/opencode"
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
	w.spec.AllowedTools = []string{"ping", "fail"}
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
	if used := of[ports.Usage](events); !slices.Equal(used, []ports.Usage{{InputTokens: 10, OutputTokens: 5}, {InputTokens: 20, OutputTokens: 3}}) {
		t.Errorf("used %+v", used)
	}
	first := w.model.Requests()[0]
	if fmt.Sprint(first.Tools) != "[heddle_fail heddle_ping question]" || first.Key != "secret" || first.Model != "tiny" {
		t.Errorf("tools %v, key %q, model %q", first.Tools, first.Key, first.Model)
	}
	if !strings.HasPrefix(first.System, "You are a test.") {
		t.Errorf("system prompt %q", first.System)
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
		{"a wrong key", modeltest.Answer{Status: http.StatusUnauthorized, Text: "no such key"}, "HEDDLE_OPENCODE_KEY"},
		{"an unknown model", modeltest.Answer{Status: http.StatusNotFound, Text: "no such model"}, `does not know the model "tiny"`},
		{"a refused request", modeltest.Answer{Status: http.StatusBadRequest, Text: "too many tools"}, "too many tools"},
		{"a server that fails", modeltest.Answer{Status: http.StatusInternalServerError, Text: "no memory"}, "failed 2 times in a row: no memory"},
		{"a long wait", modeltest.Answer{Status: http.StatusTooManyRequests, RetryAfter: "3600"}, "takes no requests for another"},
		{"a mute model", modeltest.Answer{}, `The model "tiny" said nothing`},
		{"garbage", modeltest.Answer{Garbage: "data: {nonsense\n\n"}, "gave no answer of use: JSON parsing failed"},
		{
			"a long prompt",
			modeltest.Answer{Status: http.StatusBadRequest, Text: "prompt is too long: 210000 tokens > 200000 maximum"},
			`The conversation is too long for the model "tiny"`,
		},
		{"a web page", modeltest.Answer{Garbage: "<html>Welcome</html>"}, "sends answers with nothing in them"},
		{"a cut stream", modeltest.Answer{Text: strings.Repeat("much to say ", 99), CutAfter: 2000}, "failed 2 times in a row"},
		{"the same call again and again", modeltest.Answer{Calls: []modeltest.Call{{Name: "heddle_fail", Input: "{}"}}}, "it went on calling fail"},
	}
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		for _, c := range cases {
			if c.name == r.Prompt() {
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

func TestAnAnswerThatTheModelsLimitCutsIsNotTakenForWhole(t *testing.T) {
	t.Parallel()
	const chunk = `data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[{"index":0,%s}]}` + "\n\n"
	w := newWorld(t, func(modeltest.Request) modeltest.Answer {
		return modeltest.Answer{Garbage: fmt.Sprintf(chunk, `"delta":{"content":"Half a"}`) +
			fmt.Sprintf(chunk, `"delta":{},"finish_reason":"length"`) + "data: [DONE]\n\n"}
	})
	events := answer(t, w.start(t), "go")
	said := of[ports.AgentError](events)
	if len(said) != 1 || !said[0].Warning || !strings.Contains(said[0].Message, "was cut") || len(of[ports.Text](events)) != 1 {
		t.Errorf("it says %+v: %+v", said, events)
	}
}

// What a model does wrong comes back to it as a failed call, and the turn goes on.
func TestAWrongCallIsAFailedOne(t *testing.T) {
	t.Parallel()
	calls := map[string]modeltest.Call{
		"a tool that is not there": {Name: "fly", Input: "{}"},
		"half a call":              {Name: "heddle_ping", Input: `{"at": [1, 2`},
		"a call that fails":        {Name: "heddle_fail", Input: "{}"},
		"a huge output":            {Name: "heddle_big", Input: "{}"},
	}
	w := newWorld(t, func(r modeltest.Request) modeltest.Answer {
		one := calls[r.Prompt()]
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

func TestAnMCPServerThatDiesEndsTheSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, call("die", "{}"))
	events := answer(t, w.start(t), "go")
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
	w.spec.ResumeID = "ses_000000000000000000000000000"
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
		path := t.TempDir() + "/opencode"
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
		"a stub":         {stub, "(exec format error). Install opencode again (npm install -g opencode-ai)"},
		"a directory":    {t.TempDir(), "it is a directory. Install"},
		"no program":     {"/nowhere/opencode", "npm install -g opencode-ai"},
		"too old":        {program("echo 0.9.12"), "0.9.12, and 1.18.0 or newer is needed"},
		"something else": {program("echo hello"), `said "hello". Install it again (npm install -g opencode-ai)`},
		"a bad end":      {program(`[ "$1" = --version ] && exec echo 2.0.0; echo no room >&2; exit 7`), "ended with code 7: no room"},
		"a loud end":     {program(`[ "$1" = --version ] && exec echo 2.0.0; echo no way; exit 7`), "ended with code 7: no way. Install it again"},
	} {
		w := newWorld(t, conversation)
		w.driver = opencode.New(w.home, opencode.Config{Command: c.command, BaseURL: w.model.URL, Model: "tiny"})
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
