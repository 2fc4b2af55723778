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
			travel(t, heddletest.Start(t, heddletest.SQLite), filepath.Dir(filepath.Dir(file)), name)
		})
	}
}

// requireBrowser looks for what `go tool task setup build` puts in place.
func requireBrowser(t *testing.T, root string) {
	t.Helper()
	for _, needed := range []string{"ui/dist/index.html", "e2e/node/node_modules/playwright-core/package.json"} {
		if _, err := os.Stat(filepath.Join(root, needed)); err != nil {
			t.Fatalf("%s is missing: run `go tool task setup build` first", needed)
		}
	}
}

// travel runs a journey and does what it asks for.
func travel(t *testing.T, s *heddletest.Server, dir, journey string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*heddletest.Patience)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "run.mjs", journey, s.URL)
	node.Dir = dir
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
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		obey(t, s, lines.Text(), stdin)
	}
	if err := node.Wait(); err != nil {
		t.Fatalf("the journey failed: %v\n%s", err, said.String())
	}
}

// obey does to the server what a journey asks for, and says so when it is done.
func obey(t *testing.T, s *heddletest.Server, line string, done io.Writer) {
	t.Helper()
	switch line {
	case "@kill":
		s.Kill()
	case "@restart":
		s.Restart()
	default:
		t.Log(line)
		return
	}
	if _, err := io.WriteString(done, "done\n"); err != nil {
		t.Fatal(err)
	}
}
