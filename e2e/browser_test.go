package e2e_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// Each journey is a file of its own; e2e/node/README.md tells how to write one.
func TestJourneys(t *testing.T) {
	t.Parallel()
	root, err := heddletest.Root()
	if err != nil {
		t.Fatal(err)
	}
	requireBrowser(t, root)
	files, err := filepath.Glob(filepath.Join(root, "e2e", "node", "journeys", "*.mjs"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no journeys: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mjs")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			browsers <- struct{}{}
			t.Cleanup(func() { <-browsers })
			travel(t, heddletest.Start(t, heddletest.SQLite, journeyPlaybooks(root)), root, name)
		})
	}
}

// browsers bounds how many run at once: each takes more than one core while a page loads.
var browsers = make(chan struct{}, 2)

// journeyPlaybooks teaches the agent what the journeys ask of it.
func journeyPlaybooks(root string) heddletest.Option {
	return heddletest.Flags("--playbooks=" + filepath.Join(root, "e2e", "node", "playbooks"))
}

// requireBrowser looks for what `go tool task setup build` puts in place.
func requireBrowser(t testing.TB, root string) {
	t.Helper()
	for _, needed := range []string{"ui/dist/index.html", "e2e/node/node_modules/playwright-core/package.json"} {
		if _, err := os.Stat(filepath.Join(root, needed)); err != nil {
			t.Fatalf("%s is missing: run `go tool task setup build` first", needed)
		}
	}
}

// travel runs a journey and does what it asks for.
func travel(t *testing.T, s *heddletest.Server, root, journey string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*heddletest.Patience)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "run.mjs", journey, s.URL)
	node.Dir = filepath.Join(root, "e2e", "node")
	var said bytes.Buffer
	node.Stderr = &said
	stdin, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	orders := &orders{t: t, server: s, root: root, done: stdin}
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		orders.obey(lines.Text())
	}
	if err := node.Wait(); err != nil {
		t.Fatalf("the journey failed: %v\n%s", err, said.String())
	}
}

// orders does to the server what a journey asks for.
type orders struct {
	t      *testing.T
	server *heddletest.Server
	root   string
	held   heddletest.Process
	done   io.Writer // told when something is done
}

// obey does what a line asks for, and says so when it is done.
func (o *orders) obey(line string) {
	o.t.Helper()
	done := "done"
	switch line {
	case "@kill":
		o.server.KillAlone() // a held agent goes on after the start
	case "@restart":
		o.server.Restart()
	case "@hold":
		_, o.held = o.server.Agent()
		signal(o.t, o.held, syscall.SIGSTOP)
	case "@release":
		signal(o.t, o.held, syscall.SIGCONT)
	case "@model":
		done = startJourneyModel(o.t, o.root).URL
	default:
		o.t.Log(line)
		return
	}
	if _, err := io.WriteString(o.done, done+"\n"); err != nil {
		o.t.Fatal(err)
	}
}
