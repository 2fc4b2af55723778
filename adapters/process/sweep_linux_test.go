package process_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
)

// killServer plays a server, kills it, and gives the ids of what it had started.
func killServer(t *testing.T, dir string, variables ...string) (one, other int) {
	t.Helper()
	server := exec.Command(os.Args[0])
	server.Env = append(append(os.Environ(), serverMode+"="+dir), variables...)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	one, other = readPID(t, lines), readPID(t, lines)
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_, _ = server.Process.Wait()
	return one, other
}

func TestNamespaceDiesWithItsKilledServer(t *testing.T) {
	t.Parallel()
	if !open(t).Isolates() {
		return // such kernels need the sweep of the next test
	}
	one, other := killServer(t, t.TempDir(), namespaceMode+"=1")
	eventually(t, "all processes die with their server", func() bool { return !alive(one) && !alive(other) })
}

func TestKilledServerLeavesNothingAfterSweep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, other := killServer(t, dir)
	eventually(t, "the program dies with its server", func() bool { return !alive(one) || !alive(other) })
	child := one
	if !alive(child) {
		child = other
	}
	if !alive(child) {
		t.Fatal("the child in its own session should have survived until the sweep")
	}

	home, err := process.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(home.Close)
	own, _ := start(t, home, shell("sleep 300"))
	ended, err := home.Sweep(t.Context())
	if err != nil || ended != 1 || alive(child) {
		t.Errorf("sweep ended %d, %v; child alive: %v", ended, err, alive(child))
	}
	if !alive(own.PID()) {
		t.Error("the sweep ended a program of its own server")
	}
	own.End()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("records left: %v, %v", left, err)
	}
}

func TestSweepLeavesOtherInstallationsAlone(t *testing.T) {
	t.Parallel()
	p, _ := start(t, open(t), shell("sleep 300"))
	ended, err := open(t).Sweep(context.Background())
	if err != nil || ended != 0 || !alive(p.PID()) {
		t.Errorf("ended %d, %v", ended, err)
	}
}

func TestSweepNeverKillsByAnIdThatWasReused(t *testing.T) {
	t.Parallel()
	other := exec.Command("sleep", "300")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = other.Process.Kill(); _ = other.Wait() })
	dir := t.TempDir()
	text := `{"pid":` + strconv.Itoa(other.Process.Pid) + `,"startTime":1,"boot":"x","marker":"m"}`
	for name, content := range map[string]string{"m": text, "torn": text[:9]} {
		if err := os.WriteFile(filepath.Join(dir, name+".process.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	home, err := process.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(home.Close)
	if ended, err := home.Sweep(t.Context()); err != nil || ended != 0 || !alive(other.Process.Pid) {
		t.Errorf("ended %d, %v", ended, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("records left: %v, %v", left, err)
	}
}

func readPID(t *testing.T, r *bufio.Reader) int {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func TestAHomeBelongsToOneServerAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	home, err := process.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := process.Open(dir); fault.CodeOf(err) != "data-directory-in-use" {
		t.Errorf("a second home on the directory: %v", err)
	}
	home.Close()
	again, err := process.Open(dir)
	if err != nil {
		t.Fatalf("after the first was closed: %v", err)
	}
	again.Close()
}
