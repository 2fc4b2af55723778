package builtin_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/opener"
	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/agenttest"
)

// The test binary is also the agent's MCP server, as heddle is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "tools" {
		serveTools()
		return
	}
	os.Exit(m.Run())
}

func serveTools() {
	server := mcp.NewServer(&mcp.Implementation{Name: "fake", Version: "1"}, &mcp.ServerOptions{Instructions: "Use ping."})
	add := func(name string, handle func(ctx context.Context) (string, error)) {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				answer, err := handle(ctx)
				if err != nil {
					answer = err.Error()
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer}}, IsError: err != nil}, nil
			})
	}
	meeting, moaned := make(chan struct{}), 0
	server.AddTool(&mcp.Tool{Name: "moan", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			moaned++
			return &mcp.CallToolResult{
				Meta: mcp.Meta{ports.ToolProblemMeta: "no such thing"}, IsError: true,
				Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("no such thing; advice %d", moaned)}},
			}, nil
		})
	add("who", func(context.Context) (string, error) { return "I am " + os.Getenv("WHO"), nil })
	add("ask_user", func(context.Context) (string, error) { return "I am no user", nil })
	add("ping", func(context.Context) (string, error) { return "pong", nil })
	add("leak", func(context.Context) (string, error) { return "the key is planted-value", nil })
	add("fail", func(context.Context) (string, error) { return "", errors.New("the roof is on fire") })
	add("large", func(context.Context) (string, error) { return strings.Repeat("x", 10<<20), nil })
	add("block", func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() })
	add("give", func(ctx context.Context) (string, error) { return "given", meet(ctx, func() { meeting <- struct{}{} }) })
	add("take", func(ctx context.Context) (string, error) { return "taken", meet(ctx, func() { <-meeting }) })
	add("die", func(context.Context) (string, error) { return "", syscall.Kill(os.Getpid(), syscall.SIGKILL) })
	_ = server.Run(context.Background(), &mcp.StdioTransport{})
}

// meet waits for the other call of two that have to run at once.
func meet(ctx context.Context, other func()) error {
	met := make(chan struct{})
	go func() { other(); close(met) }()
	select {
	case <-met:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// nothingInside makes every MCP server a process.
func nothingInside(ports.MCPServer) (io.ReadWriteCloser, bool, error) { return nil, false, nil }

// setup is an agent whose model answers as play says.
func setup(t *testing.T, kind provider.Kind, config builtin.Config, play modeltest.Play) (agenttest.Setup, *modeltest.Server) {
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
	server := modeltest.Start(t, play)
	url := server.URL
	if kind == provider.OpenAI {
		url += "/v1"
	}
	price, workDir := 10.0, t.TempDir()
	open := opener.New(llm.Policy{Attempts: 1, Idle: time.Minute})
	return agenttest.Setup{
		Driver: builtin.New(home, open, nothingInside, config),
		Spec: ports.SessionSpec{
			WorkDir: workDir, SystemPrompt: "You are an agent.",
			Server: &ports.ModelServer{
				Provider: provider.Provider{Kind: kind, BaseURL: url}, Key: "key",
				Model: provider.Model{Name: "m", Prices: provider.Prices{Input: &price, Output: &price}},
			},
			Env:        map[string]string{"GORACE": "atexit_sleep_ms=0"}, // else the race detector sleeps in each process
			MCPServers: []ports.MCPServer{{Name: "heddle", Command: program, Args: []string{"tools"}}},
		},
		Short:     "short",
		Long:      "long",
		Ask:       "ask",
		Used:      server.Used,
		Processes: func() int { return processesWith("HOME=" + workDir) },
	}, server
}

// processesWith counts processes by a variable of their environment.
func processesWith(variable string) (count int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		if environment, err := os.ReadFile(file); err == nil && strings.Contains(string(environment), variable+"\x00") {
			count++
		}
	}
	return count
}

// calling is a model that makes the calls, as many times as there are lists, and then ends.
func calling(lists ...[]modeltest.Call) modeltest.Play {
	return func(r modeltest.Request) modeltest.Answer {
		made, results := 0, len(r.Results())
		for _, calls := range lists {
			if results < made+len(calls) {
				return modeltest.Answer{Text: "I call.", Calls: calls, InputTokens: 100, OutputTokens: 10}
			}
			made += len(calls)
		}
		return modeltest.Answer{Thinking: "Hm.", Text: "Done.", InputTokens: 100, OutputTokens: 10}
	}
}

func call(name string) modeltest.Call { return modeltest.Call{Name: name, Input: `{}`} }

func TestDriverKeepsTheContractWithEachKindOfProvider(t *testing.T) {
	t.Parallel()
	for _, kind := range []provider.Kind{provider.OpenAI, provider.Anthropic} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			agenttest.Run(t, func(t *testing.T) agenttest.Setup {
				t.Helper()
				s, _ := setup(t, kind, builtin.DefaultConfig, func(r modeltest.Request) modeltest.Answer {
					switch {
					case strings.HasPrefix(r.Prompt(), "long"):
						return calling([]modeltest.Call{call("block")})(r)
					case strings.HasPrefix(r.Prompt(), "ask"):
						return asking(r)
					}
					return calling([]modeltest.Call{call("ping")})(r)
				})
				return s
			})
		})
	}
}

// asking is a model that asks the user and says the answer again.
func asking(r modeltest.Request) modeltest.Answer {
	if results := r.Results(); len(results) > 0 {
		return modeltest.Answer{Text: "You said " + results[0].Text + "."}
	}
	return modeltest.Answer{Calls: []modeltest.Call{{Name: "ask_user", Input: `{"question":"Which one?","options":["the red one"]}`}}}
}

// converse sends messages one after another and gives all that came, up to the end of the last turn or the exit.
func converse(t *testing.T, s agenttest.Setup, messages ...string) (events []ports.AgentEvent) {
	t.Helper()
	session, err := s.Driver.Start(t.Context(), s.Spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		go func() {
			for range session.Events() { // only the exit is left
			}
		}()
		if err := session.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	for _, message := range messages {
		if err := session.Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		for event := range session.Events() {
			events = append(events, event)
			if event.Kind() == ports.TurnCompleteEvent {
				break
			}
		}
	}
	return events
}

// of gives the events of one type.
func of[E ports.AgentEvent](events []ports.AgentEvent) (found []E) {
	for _, event := range events {
		if e, ok := event.(E); ok {
			found = append(found, e)
		}
	}
	return found
}

func outcome(events []ports.AgentEvent) ports.TurnOutcome {
	all := of[ports.TurnComplete](events)
	return all[len(all)-1].Outcome
}

func TestATurnTellsWhatTheModelThinksSaysAndUses(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.Anthropic, builtin.DefaultConfig, calling([]modeltest.Call{call("ping")}))
	events := converse(t, s, "go")
	texts, thoughts, used := of[ports.Text](events), of[ports.Thinking](events), of[ports.Usage](events)
	if len(texts) != 2 || texts[1].Text != "Done." || len(thoughts) != 1 || thoughts[0].Text != "Hm." || len(of[ports.TextDelta](events)) < 2 {
		t.Errorf("%+v", events)
	}
	if len(used) != 2 || used[0].InputTokens != 100 || used[1].OutputTokens != 10 || *used[0].CostUSD != 0.0011 {
		t.Errorf("used %+v", used)
	}
	first := server.Requests()[0]
	if first.System != "You are an agent.\n\nUse ping." || !slices.Contains(first.Tools, "ping") {
		t.Errorf("asked %+v", first)
	}
}

func TestCallsOfOneAnswerRunAtOnce(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.OpenAI, builtin.DefaultConfig, calling([]modeltest.Call{call("give"), call("take")}))
	if events := converse(t, s, "go"); outcome(events) != ports.TurnDone {
		t.Errorf("%+v", events)
	}
	if results := server.Requests()[1].Results(); len(results) != 2 || results[0].Text != "given" || results[1].Text != "taken" {
		t.Errorf("the results are %+v", results)
	}
}

func TestWhatGoesWrongWithACallIsToldToTheModel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		call modeltest.Call
		want string
	}{
		"a tool that does not exist": {call("pnig"), `"ping"`},
		"half a call":                {modeltest.Call{Name: "ping", Input: `{"a":`}, "no whole JSON object"},
		"a tool that fails":          {call("fail"), "the roof is on fire"},
		"a result of 10 MB":          {call("large"), "bytes cut; ask for less"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, server := setup(t, provider.OpenAI, builtin.DefaultConfig, calling([]modeltest.Call{c.call}))
			events := converse(t, s, "go")
			finished := of[ports.ToolFinished](events)
			if outcome(events) != ports.TurnDone || len(finished) != 1 || !strings.Contains(finished[0].Output, c.want) || len(finished[0].Output) > 200<<10 {
				t.Errorf("finished %.300v", finished)
			}
			if results := server.Requests()[1].Results(); len(results) != 1 || !strings.Contains(results[0].Text, c.want) {
				t.Errorf("the model was told %.300v", results)
			}
		})
	}
}

func TestTheBoundsOfATurnEndItAndSayHowToGoOn(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]builtin.Config{
		"steps": {MaxSteps: 2}, "budget": {MaxSteps: 100, BudgetUSD: 0.002},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ping := []modeltest.Call{call("ping")}
			s, server := setup(t, provider.OpenAI, config, calling(ping, ping, ping, ping))
			events := converse(t, s, "go")
			told := of[ports.AgentError](events)
			if outcome(events) != ports.TurnFailed || len(told) != 1 || !strings.Contains(told[0].Message, "send another message to go on") || len(server.Requests()) != 2 {
				t.Errorf("told %+v after %d requests", told, len(server.Requests()))
			}
		})
	}
}

func TestALongConversationGoesOnWithASummary(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.Anthropic, builtin.Config{MaxSteps: 10, CompactAt: 1000}, func(r modeltest.Request) modeltest.Answer {
		switch last := r.Messages[len(r.Messages)-1]; {
		case strings.Contains(last.Text, "Sum up what somebody has to know"):
			return modeltest.Answer{Text: "They want a door.", InputTokens: 1000}
		case strings.Contains(last.Text, "They want a door."):
			return modeltest.Answer{Text: "Done."}
		default:
			return modeltest.Answer{Text: "I call.", Calls: []modeltest.Call{call("ping")}, InputTokens: 1000}
		}
	})
	events := converse(t, s, "build a door")
	requests := server.Requests()
	if len(requests) != 3 || outcome(events) != ports.TurnDone {
		t.Fatalf("%d requests, %+v", len(requests), events)
	}
	if kept := requests[2].Messages; len(kept) != 1 || !strings.Contains(kept[0].Text, "build a door") {
		t.Errorf("it goes on with %+v", kept)
	}
	if told := of[ports.AgentError](events); len(told) != 1 || !told[0].Warning {
		t.Errorf("told %+v", told)
	}
}

func TestTroubleWithTheProviderEndsTheTurnAndNotTheSession(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, provider.OpenAI, builtin.DefaultConfig, func(r modeltest.Request) modeltest.Answer {
		if r.Prompt() == "go" {
			return modeltest.Answer{Status: 401, Text: "no such key"}
		}
		return modeltest.Answer{Text: "Here I am."}
	})
	events := converse(t, s, "go", "and now?")
	told := of[ports.AgentError](events)
	if len(told) != 1 || !strings.Contains(told[0].Message, "set the right one") || outcome(events) != ports.TurnDone {
		t.Errorf("%+v", events)
	}
}

func TestAnAgentWithoutItsToolsEndsAndSaysWhy(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, provider.OpenAI, builtin.DefaultConfig, calling([]modeltest.Call{call("die")}, []modeltest.Call{call("ping")}))
	session, err := s.Driver.Start(t.Context(), s.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Send(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	var events []ports.AgentEvent
	for event := range session.Events() {
		events = append(events, event)
	}
	exits := of[ports.Exit](events)
	if len(exits) != 1 || exits[0].Code == 0 || !strings.Contains(exits[0].Message, `heddle`) || s.Processes() != 0 {
		t.Errorf("%+v", events)
	}
	if told := of[ports.AgentError](events); outcome(events) != ports.TurnFailed || len(told) != 1 || !strings.Contains(told[0].Message, "has ended") {
		t.Errorf("told %+v", told)
	}
}
