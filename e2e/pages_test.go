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

// block is a fenced block in a page of the documentation.
type block struct {
	// kind is "sh" for commands, "sh server" for those of the server's terminal, "sh kill" for what ends the server,
	// "sh refused" for what fails; or what an example is, such as "json document".
	kind string
	text string
}

var fence = regexp.MustCompile("(?ms)^```([a-z][^\n]*)\n(.*?)\n```$")

// readPage reads a page of the documentation.
func readPage(t *testing.T, page string) string {
	t.Helper()
	root, err := heddletest.Root()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func blocksOf(t *testing.T, page string) (blocks []block) {
	t.Helper()
	for _, match := range fence.FindAllStringSubmatch(readPage(t, page), -1) {
		blocks = append(blocks, block{kind: match[1], text: match[2]})
	}
	return blocks
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
