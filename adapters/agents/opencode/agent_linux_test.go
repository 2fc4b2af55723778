package opencode_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/agents/opencode"
	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/e2e/clitest"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/agenttest"
)

// world is a model server, a driver and what its sessions are made of.
type world struct {
	model  *modeltest.Server
	home   *process.Home
	driver *opencode.Driver
	spec   ports.SessionSpec
}

// newWorld is one in which the model answers as play says.
func newWorld(t *testing.T, play modeltest.Play) *world {
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
	model := modeltest.Start(t, play)
	return &world{
		model: model,
		home:  home,
		driver: opencode.New(home, opencode.Config{
			Command: clitest.Opencode(t), BaseURL: model.URL + "/v1", Key: "secret", Model: "tiny", Retries: 1,
		}),
		spec: ports.SessionSpec{
			SystemPrompt: "You are a test.",
			WorkDir:      t.TempDir(),
			MCPServers:   []ports.MCPServer{{Name: "heddle", Command: program, Args: []string{"tools"}, Env: map[string]string{"TOKEN": "t"}}},
			Env: map[string]string{
				"GORACE": "atexit_sleep_ms=0", // else the race detector sleeps in each process
				// Whatever is asked of the world is asked of the model server, which notes it.
				"HTTP_PROXY": model.URL, "HTTPS_PROXY": model.URL, "NO_PROXY": "127.0.0.1",
			},
		},
	}
}

// call plays the call of one tool, and then says that it is done.
func call(tool, input string) modeltest.Play {
	return func(r modeltest.Request) modeltest.Answer {
		if len(r.Results()) > 0 {
			return modeltest.Answer{Text: "All done.", InputTokens: 20, OutputTokens: 3}
		}
		return modeltest.Answer{
			Thinking: "Hm.", Text: "I will call a tool.", InputTokens: 10, OutputTokens: 5,
			Calls: []modeltest.Call{{Name: r.Named(tool), Input: input}},
		}
	}
}

// conversation plays what the suite asks for.
func conversation(r modeltest.Request) modeltest.Answer {
	tool := "ping"
	switch {
	case strings.HasPrefix(r.Prompt(), "long"):
		tool = "block"
	case strings.HasPrefix(r.Prompt(), "ask"):
		return asking(r)
	}
	return call(tool, "{}")(r)
}

// asking plays a question to the user, and says the answer again.
func asking(r modeltest.Request) modeltest.Answer {
	if results := r.Results(); len(results) > 0 {
		return modeltest.Answer{Text: "I was told: " + results[0].Text}
	}
	return modeltest.Answer{Calls: []modeltest.Call{{Name: "question", Input: `{"questions":[{"question":"Which one?","header":"One",
		"options":[{"label":"the red one","description":"It is red."}]}]}`}}}
}

func TestTheContractOfDrivers(t *testing.T) {
	t.Parallel()
	agenttest.Run(t, func(t *testing.T) agenttest.Setup {
		t.Helper()
		w := newWorld(t, conversation)
		t.Cleanup(func() {
			if strays := w.model.Strays(); len(strays) > 0 {
				t.Errorf("opencode asked for %v", strays)
			}
		})
		return agenttest.Setup{
			Driver: w.driver, Spec: w.spec, Short: "short", Long: "long", Ask: "ask", Used: w.model.Used,
			Processes: func() int { return len(processesBelow(w.spec.WorkDir)) },
		}
	})
}

// processesBelow are the processes whose home is in a directory.
func processesBelow(dir string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), "HOME="+dir) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// killCLI kills the CLI, and leaves its children to whoever finds them.
func killCLI(t *testing.T, dir string) {
	t.Helper()
	for _, pid := range processesBelow(dir) {
		command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(string(command), "--hostname") {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatal("no CLI runs")
}

// patience is how long a test waits for an event before it fails.
const patience = time.Minute

// start starts a session that ends with the test.
func (w *world) start(t *testing.T) ports.AgentSession {
	t.Helper()
	s, err := w.driver.Start(t.Context(), w.spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		go func() {
			for range s.Events() { // nobody wants the rest
			}
		}()
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// answer sends a message and gives what came of it, up to the end of the turn or of the session.
func answer(t *testing.T, s ports.AgentSession, message string) []ports.AgentEvent {
	t.Helper()
	if err := s.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	return rest(t, s)
}

// rest are the events up to the end of the turn or of the session.
func rest(t *testing.T, s ports.AgentSession) (events []ports.AgentEvent) {
	t.Helper()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case e, more := <-s.Events():
			if !more {
				return events
			}
			events = append(events, e)
			if e.Kind() == ports.TurnCompleteEvent {
				return events
			}
		case <-timer.C:
			t.Fatalf("the turn did not end: %v", events)
		}
	}
}
