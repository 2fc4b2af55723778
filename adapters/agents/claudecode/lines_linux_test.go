package claudecode_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/agents/claudecode"
	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// faked is a world whose CLI is the fake.
func faked(t *testing.T, scenario string) *world {
	t.Helper()
	home, err := process.Open(filepath.Join(t.TempDir(), "processes"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(home.Close)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	config := claudecode.Config{Command: program, Model: "tiny", Silence: time.Minute}
	return &world{home: home, config: config, driver: claudecode.New(home, config), spec: ports.SessionSpec{
		WorkDir: t.TempDir(), MCPServers: []ports.MCPServer{{Name: "heddle", Command: program}},
		Env: map[string]string{scenarioVariable: scenario, "GORACE": "atexit_sleep_ms=0"},
	}}
}

// said is all that was said in events.
func said(events []ports.AgentEvent) (all string) {
	for _, e := range of[ports.Text](events) {
		all += e.Text
	}
	return all
}

func TestLinesThatSayNothingChangeNothing(t *testing.T) {
	t.Parallel()
	s := faked(t, "odd lines").start(t)
	events := answer(t, s, "go")
	wantOutcome(t, events, ports.TurnDone)
	if got := said(events); got != "Mine." {
		t.Errorf("it said %q", got)
	}
	cost := 0.75
	if used := of[ports.Usage](events); len(used) != 1 || used[0].CostUSD == nil || *used[0].CostUSD != cost ||
		used[0].InputTokens != 3 || used[0].OutputTokens != 2 || used[0].CacheReadTokens != 5 || used[0].CacheWriteTokens != 7 {
		t.Errorf("used %+v", used)
	}
	events = answer(t, s, "go on")
	wantOutcome(t, events, ports.TurnDone)
	if got := said(events); got != "Mine again." {
		t.Errorf("it said %q", got)
	}
	if finished := of[ports.ToolFinished](events); len(finished) != 1 || finished[0].Output != "a\nb" {
		t.Errorf("finished %+v", finished)
	}
}

func TestWhatIsWrittenAnewIsSaidOnce(t *testing.T) {
	t.Parallel()
	events := answer(t, faked(t, "a stream that begins anew").start(t), "go")
	wantOutcome(t, events, ports.TurnDone)
	if texts := of[ports.Text](events); len(texts) != 1 || texts[0].Text != "Hello." {
		t.Errorf("it said %+v", texts)
	}
	if warned := of[ports.AgentError](events); len(warned) != 1 || !warned[0].Warning || !strings.Contains(warned[0].Message, "server error. Trying again (1 of 4)") {
		t.Errorf("it warned %+v", warned)
	}
}

func TestAServerThatAsksForALongWaitIsLeftAlone(t *testing.T) {
	t.Parallel()
	events := answer(t, faked(t, "a long wait").start(t), "go")
	wantOutcome(t, events, ports.TurnFailed)
	if said := of[ports.AgentError](events); len(said) != 1 || !strings.Contains(said[0].Message, "takes no requests for another 1h0m0s (529, overloaded)") {
		t.Errorf("it says %+v", said)
	}
}

func TestAPermissionIsAPersonsToGive(t *testing.T) {
	t.Parallel()
	for reply, decided := range map[string]string{
		"Go on":        `{"behavior":"allow","updatedInput":{"url":"https://example.com"}}`,
		"Refuse":       `{"behavior":"deny","message":"The user refuses that."}`,
		"Only example": `says: Only example"}`,
	} {
		s := faked(t, "permission").start(t)
		if err := s.Send(t.Context(), "go"); err != nil {
			t.Fatal(err)
		}
		for e := range s.Events() {
			question, ok := e.(ports.Question)
			if !ok {
				continue
			}
			if !strings.Contains(question.Text, "WebFetch") || len(question.Options) != 2 {
				t.Errorf("%+v", question)
			}
			if err := s.Answer(t.Context(), question.ID, reply); err != nil {
				t.Fatal(err)
			}
			break
		}
		events := rest(t, s)
		wantOutcome(t, events, ports.TurnDone)
		if got := said(events); !strings.Contains(got, decided) {
			t.Errorf("%s: the CLI was told %s", reply, got)
		}
	}
}

func TestAQuestionThatIsTakenBackIsNotOpen(t *testing.T) {
	t.Parallel()
	s := faked(t, "a permission that is taken back").start(t)
	events := answer(t, s, "go")
	wantOutcome(t, events, ports.TurnDone)
	if got := said(events); !strings.Contains(got, "There is no question in it") {
		t.Errorf("it said %q", got)
	}
	asked := of[ports.Question](events)
	if len(asked) != 1 {
		t.Fatalf("asked %+v", asked)
	}
	if err := s.Answer(t.Context(), asked[0].ID, "Go on"); fault.CodeOf(err) != "no-question" {
		t.Errorf("err = %v", err)
	}
}

func TestWhatIsNotDoneIsRefused(t *testing.T) {
	t.Parallel()
	events := answer(t, faked(t, "an unknown request").start(t), "go")
	if got := said(events); !strings.Contains(got, `"subtype":"error"`) || !strings.Contains(got, "r1") {
		t.Errorf("the CLI was told %s", got)
	}
}

func TestADeathInACallLeavesNothingOpen(t *testing.T) {
	t.Parallel()
	events := answer(t, faked(t, "death in a call").start(t), "go")
	if finished := of[ports.ToolFinished](events); len(finished) != 1 || !finished[0].IsError {
		t.Errorf("finished %+v", finished)
	}
	if used := of[ports.Usage](events); len(used) != 1 || used[0].InputTokens != 30 || used[0].OutputTokens != 4 || used[0].CacheReadTokens != 1 {
		t.Errorf("used %+v", used)
	}
	if got := said(events); got != "I w" {
		t.Errorf("it said %q", got)
	}
	if exit := of[ports.Exit](events); len(exit) != 1 || exit[0].Code != 3 || exit[0].Message != "out of memory" {
		t.Errorf("it ended with %+v", exit)
	}
}

func TestAProcessThatCanNotGoOnIsEnded(t *testing.T) {
	t.Parallel()
	for scenario, says := range map[string]string{
		"half a line": "",
		"lost tools":  `The MCP server "heddle" is gone (no room)`,
	} {
		exit := of[ports.Exit](answer(t, faked(t, scenario).start(t), "go"))
		if len(exit) != 1 || !strings.Contains(exit[0].Message, says) {
			t.Errorf("%s: it ended with %+v", scenario, exit)
		}
	}
}

func TestAProcessThatDoesNotEvenListenIsEnded(t *testing.T) {
	t.Parallel()
	w := faked(t, "deaf")
	w.config.Silence = 100 * time.Millisecond
	w.driver = claudecode.New(w.home, w.config)
	events := answer(t, w.start(t), "go")
	if said := of[ports.AgentError](events); len(said) != 1 || !strings.Contains(said[0].Message, "has said nothing for 100ms") {
		t.Errorf("it says %+v", said)
	}
	if exit := of[ports.Exit](events); len(exit) != 1 || exit[0].Code == 0 {
		t.Errorf("it ended with %+v", exit)
	}
}

func TestAStartWaitsForTheTools(t *testing.T) {
	t.Parallel()
	if got := said(answer(t, faked(t, "slow tools").start(t), "go")); got != "At last." {
		t.Errorf("it said %q", got)
	}
	for scenario, says := range map[string]string{
		"no tools":   `the MCP server "heddle" did not start: Claude Code does not know it`,
		"a refusal":  "it refused to initialize: not today",
		"a bad end":  "it ended with code 2: no such option. Install it again (npm install -g @anthropic-ai/claude-code)",
		"a loud end": "it ended with code 7: I can't. Install it again",
	} {
		w := faked(t, scenario)
		if _, err := w.driver.Start(t.Context(), w.spec); fault.CodeOf(err) != "agent-start-failed" || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", scenario, err)
		}
	}
}

func TestAStartThatTakesTooLongLeavesNothing(t *testing.T) {
	t.Parallel()
	w := faked(t, "a mute one")
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := w.driver.Start(ctx, w.spec); err == nil || ctx.Err() == nil {
		t.Errorf("err = %v", err)
	}
}
