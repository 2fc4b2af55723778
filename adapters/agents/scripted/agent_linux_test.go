package scripted_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/agents/scripted"
	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/agenttest"
)

// The test binary is also the agent and its MCP server, as heddle is.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "agent":
		if err := scripted.Main(context.Background(), os.Stdin, os.Stdout, os.Stderr, os.Environ()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case len(os.Args) > 1 && os.Args[1] == "tools":
		serveTools()
	default:
		os.Exit(m.Run())
	}
}

// serveTools plays the server side of a composition, in memory.
func serveTools() {
	server := mcp.NewServer(&mcp.Implementation{Name: "fake", Version: "1"}, nil)
	text := []byte(`{"id":"w","name":"W","nodes":[],"edges":[]}`)
	add := func(name string, handle func(ctx context.Context, arguments json.RawMessage) (string, error)) {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				answer, err := handle(ctx, call.Params.Arguments)
				if err != nil {
					answer = err.Error()
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}, IsError: err != nil}, nil
			})
	}
	add("ping", func(context.Context, json.RawMessage) (string, error) { return `{"answer":"pong"}`, nil })
	add("who", func(context.Context, json.RawMessage) (string, error) {
		return fmt.Sprintf(`{"name":%q}`, os.Getenv("TOKEN")), nil
	})
	add("fail", func(context.Context, json.RawMessage) (string, error) { return "", fmt.Errorf("the roof is on fire") })
	add("block", func(ctx context.Context, _ json.RawMessage) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	add("die", func(context.Context, json.RawMessage) (string, error) {
		return "", syscall.Kill(os.Getpid(), syscall.SIGKILL)
	})
	add("get_composition", func(context.Context, json.RawMessage) (string, error) {
		current, err := revision.OfDocumentText(text)
		return fmt.Sprintf(`{"workflow":{"document":%s,"contentRevision":%q}}`, text, current), err
	})
	add("upsert_action_type", func(_ context.Context, arguments json.RawMessage) (string, error) {
		var a struct{ Item json.RawMessage }
		if err := json.Unmarshal(arguments, &a); err != nil {
			return "", err
		}
		if _, problems := action.ParseActionType(a.Item); len(problems) > 0 {
			return "", fmt.Errorf("%+v", problems)
		}
		return "{}", nil
	})
	add("propose_workflow_changes", func(_ context.Context, arguments json.RawMessage) (string, error) {
		var a struct{ ChangeSet json.RawMessage }
		if err := json.Unmarshal(arguments, &a); err != nil {
			return "", err
		}
		changed, err := applied(text, a.ChangeSet)
		if err != nil {
			return "", err
		}
		text = changed
		return "{}", nil
	})
	add("validate_composition", func(context.Context, json.RawMessage) (string, error) {
		if problems := (validation.Validator{}).Validate(text, nil); len(problems) > 0 {
			return "", fmt.Errorf("%+v", problems)
		}
		return `{"valid":true}`, nil
	})
	_ = server.Run(context.Background(), &mcp.StdioTransport{})
}

func applied(text, changes []byte) ([]byte, error) {
	before, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	set, err := changeset.Parse(changes)
	if err != nil {
		return nil, err
	}
	after, err := changeset.ApplyChecked(before, set)
	if err != nil {
		return nil, err
	}
	return after.Text(), nil
}

func setup(t *testing.T) agenttest.Setup {
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
	playbooks, err := filepath.Abs("testdata/playbooks")
	if err != nil {
		t.Fatal(err)
	}
	workDir := t.TempDir()
	return agenttest.Setup{
		Driver: scripted.New(home, scripted.Config{Command: []string{program, "agent"}, Playbooks: playbooks}),
		Spec: ports.SessionSpec{
			WorkDir:    workDir,
			Env:        map[string]string{"GORACE": "atexit_sleep_ms=0"}, // else the race detector sleeps in each process
			MCPServers: []ports.MCPServer{{Name: "heddle", Command: program, Args: []string{"tools"}, Env: map[string]string{"TOKEN": "t"}}},
		},
		Short:     "short",
		Ask:       "ask",
		Long:      "long",
		Processes: func() int { return processesWith("HOME=" + workDir) },
	}
}

// processesWith counts processes by a variable of their environment.
func processesWith(variable string) int {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	count := 0
	for _, file := range files {
		if environment, err := os.ReadFile(file); err == nil && strings.Contains(string(environment), variable+"\x00") {
			count++
		}
	}
	return count
}

func TestDriverKeepsTheContract(t *testing.T) {
	t.Parallel()
	agenttest.Run(t, setup)
}

// converse sends messages one after another and gives what came back, as text and
// as the outcome of each turn.
func converse(t *testing.T, s agenttest.Setup, messages ...string) (texts []string, outcomes []ports.TurnOutcome, calls []ports.ToolFinished) {
	t.Helper()
	session, err := s.Driver.Start(t.Context(), s.Spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range messages {
		if err := session.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		for done := false; !done; {
			switch e := (<-session.Events()).(type) {
			case ports.Text:
				texts = append(texts, e.Text)
			case ports.ToolFinished:
				calls = append(calls, e)
			case ports.TurnComplete:
				outcomes = append(outcomes, e.Outcome)
				done = true
			case ports.Exit:
				t.Fatalf("the agent ended: %+v", e)
			}
		}
	}
	go func() {
		for range session.Events() { // only the exit is left
		}
	}()
	if err := session.Close(t.Context()); err != nil {
		t.Error(err)
	}
	return texts, outcomes, calls
}

func TestRefundIntakeIsBuiltOnceAndTheSecondTimeRefused(t *testing.T) {
	t.Parallel()
	texts, outcomes, calls := converse(t, setup(t), "Please build a refund intake", "refund again")
	for _, call := range calls {
		if call.IsError {
			t.Errorf("a call failed: %s", call.Output)
		}
	}
	if len(calls) != 5 || outcomes[0] != ports.TurnDone || outcomes[1] != ports.TurnDone {
		t.Errorf("calls %d, outcomes %v", len(calls), outcomes)
	}
	last := len(texts) - 1
	if !strings.Contains(texts[last-1], "ready to look at") || !strings.Contains(texts[last], "has nodes already") {
		t.Errorf("texts %q", texts)
	}
}

func TestUnknownMessageListsWhatTheAgentCanDo(t *testing.T) {
	t.Parallel()
	texts, outcomes, _ := converse(t, setup(t), "make me a sandwich")
	if len(texts) != 1 || outcomes[0] != ports.TurnDone || !strings.Contains(texts[0], "refund intake") || !strings.Contains(texts[0], "not an AI") {
		t.Errorf("texts %q, %v", texts, outcomes)
	}
}

func TestFailuresAreSaid(t *testing.T) {
	t.Parallel()
	texts, outcomes, _ := converse(t, setup(t), "wrong tool", "missing value", "short")
	if !strings.Contains(texts[0], "fail failed: the roof is on fire") {
		t.Errorf("a failing tool: %q", texts[0])
	}
	if !strings.Contains(texts[1], `there is no "anser"; did you mean "answer"?`) || outcomes[1] != ports.TurnFailed {
		t.Errorf("a missing value: %q, %v", texts[1], outcomes[1])
	}
	if texts[len(texts)-1] != "It said pong." {
		t.Errorf("the next turn: %q", texts)
	}
}

func TestToolsThatAreNotAllowedAreNotCalled(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Spec.AllowedTools = []string{"get_composition"}
	texts, outcomes, _ := converse(t, s, "short")
	if outcomes[0] != ports.TurnFailed || !strings.Contains(texts[len(texts)-1], "there is no tool ping") {
		t.Errorf("%q, %v", texts, outcomes)
	}
}

func TestAgentThatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Spec.MCPServers[0].Command = "/no/such/program"
	_, err := s.Driver.Start(t.Context(), s.Spec)
	if fault.CodeOf(err) != "agent-start-failed" || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("err = %v", err)
	}
	if n := s.Processes(); n != 0 {
		t.Errorf("%d processes are left", n)
	}
}

// killedDuring gives the events of a turn in which, or just before which, the MCP server is killed.
func killedDuring(t *testing.T, message string, kill func(s agenttest.Setup, events <-chan ports.AgentEvent)) []ports.AgentEvent {
	t.Helper()
	s := setup(t)
	session, err := s.Driver.Start(t.Context(), s.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	kill(s, session.Events())
	var events []ports.AgentEvent
	for event := range session.Events() {
		events = append(events, event)
	}
	if n := s.Processes(); n != 0 {
		t.Errorf("%d processes are left", n)
	}
	return events
}

// killTools kills the MCP server of a session from outside.
func killTools(t *testing.T, s agenttest.Setup) {
	t.Helper()
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		line, _ := os.ReadFile(file)
		environment, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "environ"))
		if strings.HasSuffix(string(line), "\x00tools\x00") && strings.Contains(string(environment), "HOME="+s.Spec.WorkDir+"\x00") {
			id, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(id, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatal("the MCP server is not found")
}

func TestAnAgentWhoseServerIsGoneEndsAndSaysSo(t *testing.T) {
	t.Parallel()
	until := func(events <-chan ports.AgentEvent, kind ports.AgentEventKind) {
		for event := range events {
			if event.Kind() == kind {
				return
			}
		}
	}
	for name, c := range map[string]struct {
		message string
		kill    func(s agenttest.Setup, events <-chan ports.AgentEvent)
	}{
		"by its own call": {"die", func(agenttest.Setup, <-chan ports.AgentEvent) {}},
		"in a call": {"long", func(s agenttest.Setup, events <-chan ports.AgentEvent) {
			until(events, ports.ToolStartedEvent)
			killTools(t, s)
		}},
		"between turns": {"short", func(s agenttest.Setup, events <-chan ports.AgentEvent) {
			until(events, ports.TurnCompleteEvent)
			killTools(t, s)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events := killedDuring(t, c.message, c.kill)
			exit, ok := events[len(events)-1].(ports.Exit)
			if !ok || exit.Code == 0 || !strings.Contains(exit.Message, "MCP server is gone") {
				t.Errorf("the end is %+v", events[len(events)-1])
			}
			for _, event := range events {
				if event.Kind() == ports.TurnCompleteEvent {
					t.Errorf("the turn ended as if the agent could go on: %+v", event)
				}
			}
		})
	}
}

func TestSecretsOfTheServerDoNotReachTheAgent(t *testing.T) {
	t.Setenv("PLANTED_SECRET", "planted-7b1e")
	s := setup(t)
	session, err := s.Driver.Start(t.Context(), s.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.Processes(); n != 2 {
		t.Errorf("%d processes, want the agent and its MCP server", n)
	}
	if n := processesWith("PLANTED_SECRET=planted-7b1e"); n > 0 {
		t.Errorf("%d processes carry the server's environment", n)
	}
	go func() {
		for range session.Events() { // not looked at
		}
	}()
	if err := session.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
