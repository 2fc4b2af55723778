package e2e_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// block is a fenced block of commands in a page of the documentation.
type block struct {
	kind string // "sh", "sh server" for what runs in the server's terminal, "sh kill" for what ends it
	text string
}

var fence = regexp.MustCompile("(?ms)^```(sh[^\n]*)\n(.*?)\n```$")

func blocksOf(t *testing.T, page string) (blocks []block) {
	t.Helper()
	root, err := heddletest.Root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range fence.FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, block{kind: match[1], text: match[2]})
	}
	return blocks
}

func TestTheFirstStepsWorkAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	var s *heddletest.Server
	shell := newShell(t)
	said := ""
	for _, b := range blocksOf(t, "first-steps.md") {
		switch b.kind {
		case "sh server":
			if b.text != "go tool task run" {
				t.Errorf("the server is started by %q", b.text)
			}
			if s == nil {
				s = heddletest.Start(t, heddletest.SQLite)
			} else {
				s.Restart()
			}
		case "sh kill":
			// Only this server, and not every other one that runs on the machine.
			shell.run(fmt.Sprintf("pgrep() { echo %d; }\n%s", s.PID(), b.text))
			s.KillAlone()
		case "sh":
			said += shell.run(strings.ReplaceAll(b.text, "http://127.0.0.1:7400", s.URL))
		default:
			t.Errorf("there is a block of the kind %q", b.kind)
		}
	}
	for _, part := range []string{
		"3 tool-started get_composition", "opsApplied: 8", "addNode check-amount", "sha256:", "Refund for order A-17",
		"Customer: 'ada@example.com'", "\ncompleted\n", "edge-taken approval-done", "the amount is within the limit of 500",
		"Sorry about that",
	} {
		if !strings.Contains(said, part) {
			t.Errorf("the commands did not say %q", part)
		}
	}
	if t.Failed() {
		t.Logf("the commands said:\n%s", said)
	}
}

// shell is a running bash that keeps its variables from block to block, and ends with the first command that fails.
type shell struct {
	t      *testing.T
	stdin  io.Writer
	output *bufio.Scanner
}

func newShell(t *testing.T) *shell {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*heddletest.Patience) // some blocks wait for the server
	bash := exec.CommandContext(ctx, "bash", "-eu")
	bash.Dir = t.TempDir()
	stdin, err := bash.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	reading, writing, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	bash.Stdout, bash.Stderr = writing, writing
	if err := bash.Start(); err != nil {
		t.Fatal(err)
	}
	_ = writing.Close() // the shell has it
	t.Cleanup(func() {
		_ = stdin.Close()
		cancel()
		_ = bash.Wait() // a failure was told by run
		_ = reading.Close()
	})
	return &shell{t: t, stdin: stdin, output: bufio.NewScanner(reading)}
}

// run runs commands and answers what they said.
func (s *shell) run(commands string) string {
	s.t.Helper()
	const end = "-- end of the block --"
	if _, err := fmt.Fprintf(s.stdin, "%s\necho %q\n", commands, end); err != nil {
		s.t.Fatal(err)
	}
	var said strings.Builder
	for s.output.Scan() {
		if s.output.Text() == end {
			return said.String()
		}
		said.WriteString(s.output.Text() + "\n")
	}
	s.t.Fatalf("these commands failed:\n%s\nthey said:\n%s", commands, said.String())
	return ""
}
