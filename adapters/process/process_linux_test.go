package process_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
)

// serverMode makes the test binary play a server that gets killed; its value is the
// directory of the home. With namespaceMode set the server uses namespaces.
const (
	serverMode    = "PROCESS_TEST_SERVER"
	namespaceMode = "PROCESS_TEST_NAMESPACE"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(serverMode); dir != "" {
		playServer(dir)
		return
	}
	os.Exit(m.Run())
}

// playServer starts a program with a child in a session of its own, which prints
// both ids, and waits to be killed.
func playServer(dir string) {
	home, err := process.Open(dir)
	if err != nil {
		panic(err)
	}
	if os.Getenv(namespaceMode) == "" {
		home.WithoutNamespaces()
	}
	// The ids are those of this machine, where /proc is; $! and $$ are the namespace's.
	const ownID = `read -r id rest < /proc/self/stat; echo $id`
	spec := shell("setsid sh -c '" + ownID + "; exec sleep 300' & " + ownID + "; exec sleep 300")
	spec.Stdout = os.Stdout
	if _, err := home.Start(spec); err != nil {
		panic(err)
	}
	select {}
}

func shell(script string) process.Spec {
	return process.Spec{
		Path:     "/bin/sh",
		Args:     []string{"-c", script},
		Env:      []string{"PATH=" + os.Getenv("PATH")},
		Isolated: true,
	}
}

// homes runs a test in both ways a kernel may keep processes together.
func homes(t *testing.T, test func(t *testing.T, home *process.Home)) {
	t.Helper()
	t.Run("namespace", func(t *testing.T) {
		t.Parallel()
		home := open(t)
		if !home.Isolates() {
			t.Log("this kernel grants no namespaces; the other way is what runs here")
		}
		test(t, home)
	})
	t.Run("group and marker", func(t *testing.T) {
		t.Parallel()
		test(t, open(t).WithoutNamespaces())
	})
}

func open(t *testing.T) *process.Home {
	t.Helper()
	home, err := process.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(home.Close)
	return home
}

// start runs spec and gives its standard output.
func start(t *testing.T, home *process.Home, spec process.Spec) (*process.Process, *bufio.Reader) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	spec.Stdout, spec.Stderr = w, w
	p, err := home.Start(spec)
	_ = w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return p, bufio.NewReader(r)
}

// sleeps is a duration that no other process on the machine sleeps for, so that
// a process can be told by its command line, in whichever namespace it lives.
func sleeps(t *testing.T) string {
	t.Helper()
	sum := 0
	for _, c := range t.Name() {
		sum = sum*31 + int(c)
	}
	return "300." + strconv.Itoa(os.Getpid()) + strconv.Itoa(sum&0xffffff)
}

// running counts the processes whose command line is exactly the given one.
func running(t *testing.T, command ...string) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && string(text) == strings.Join(command, "\x00")+"\x00" {
			count++
		}
	}
	return count
}

// eventually waits for a condition that another process brings about.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-deadline:
			t.Fatalf("never happened: %s", what)
		case <-tick.C:
		}
	}
}

func TestExitTellsCodeAndSignal(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home *process.Home) {
		for script, want := range map[string]int{
			"exit 0": 0, "exit 7": 7, "kill -TERM $$": 143, "kill -KILL $$": 137,
		} {
			p, _ := start(t, home, shell(script))
			if got := p.Exit().Code; got != want {
				t.Errorf("%q ended with %d, want %d", script, got, want)
			}
		}
	})
}

func TestEndTakesAllChildrenAlong(t *testing.T) {
	t.Parallel()
	for name, child := range map[string]string{
		"plain":                "sleep %s &",
		"own session":          "setsid sleep %s &",
		"double fork":          "(setsid sh -c 'sleep %s & exit' &) ",
		"ignores SIGTERM":      "trap '' TERM; sleep %s &",
		"cleared environment":  "env -i setsid /usr/bin/env sleep %s &",
		"outlives its parents": "(sh -c 'sh -c \"sleep %s &\" &' &)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			homes(t, func(t *testing.T, home *process.Home) {
				duration := sleeps(t)
				p, _ := start(t, home, shell(strings.ReplaceAll(child, "%s", duration)+"\nsleep 300"))
				eventually(t, "the child runs", func() bool { return running(t, "sleep", duration) == 1 })
				p.End()
				if running(t, "sleep", duration) != 0 {
					t.Error("the child is still there after End returned")
				}
			})
		})
	}
}

func TestChildrenEndWithTheProgramItself(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home *process.Home) {
		duration := sleeps(t)
		p, out := start(t, home, shell("setsid sleep "+duration+" & echo started"))
		if line, err := out.ReadString('\n'); err != nil || line != "started\n" {
			t.Fatalf("read %q, %v", line, err)
		}
		if p.Exit().Code != 0 || running(t, "sleep", duration) != 0 {
			t.Error("the child is still there after the program ended")
		}
	})
}

func TestLimitsHold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script, code string
		limits       process.Limits
	}{
		"memory": {
			script: "python3 -c 'x=bytearray(200<<20); import signal; signal.pause()'",
			limits: process.Limits{MemoryBytes: 64 << 20}, code: "memory-limit",
		},
		"memory of several": {
			script: "for i in 1 2 3 4 5 6 7 8; do python3 -c 'x=bytearray(20<<20); import signal; signal.pause()' & done; wait",
			limits: process.Limits{MemoryBytes: 100 << 20}, code: "memory-limit",
		},
		"processes": {
			// Few enough for the kernel's own limit, so that it is the watcher that ends them, however late it looks.
			script: "i=0; while [ $i -lt 60 ]; do sleep 300 & i=$((i+1)); done; wait",
			limits: process.Limits{Processes: 20}, code: "process-limit",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			homes(t, func(t *testing.T, home *process.Home) {
				spec := shell(c.script)
				spec.Limits = c.limits
				p, _ := start(t, home, spec)
				p.Exit()
				if breach := p.Breach(); breach == nil || breach.Code != c.code {
					t.Errorf("breach = %v, want %s", breach, c.code)
				}
			})
		})
	}
}

func TestForkBombNeverFillsTheMachine(t *testing.T) {
	t.Parallel()
	home := open(t)
	if !home.Isolates() {
		return // on such kernels only the watcher stands in the way
	}
	spec := shell("i=0; while [ $i -lt 2000 ]; do sleep 300 & i=$((i+1)); done; echo got through")
	spec.Limits.Processes = 10
	p, out := start(t, home, spec)
	if text, err := io.ReadAll(out); err != nil || strings.Contains(string(text), "got through") {
		t.Errorf("2000 processes were allowed: %q, %v", text, err)
	}
	p.Exit()
}

func TestFileSizeIsLimited(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home *process.Home) {
		spec := shell("trap '' XFSZ; head -c 100000000 /dev/zero > big; wc -c < big")
		spec.Dir = t.TempDir()
		spec.Limits.FileBytes = 1 << 20
		_, out := start(t, home, spec)
		text, err := io.ReadAll(out)
		if err != nil || !strings.HasSuffix(string(text), "1048576\n") {
			t.Errorf("the file grew to %q, %v", text, err)
		}
	})
}

func TestServersEnvironmentIsHidden(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home *process.Home) {
		server := strconv.Itoa(os.Getpid())
		_, out := start(t, home, shell("cat /proc/"+server+"/environ /proc/"+server+"/mem 2>&1; env"))
		text, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "Permission denied"); n != 2 {
			t.Errorf("the server's environment and memory should be refused, got %q", text)
		}
		if strings.Contains(string(text), "HOME=") {
			t.Errorf("the program inherited more than it was given: %q", text)
		}
	})
}

func TestProgramThatDoesNotExistIsNamed(t *testing.T) {
	t.Parallel()
	_, err := open(t).Start(process.Spec{Path: "/no/such/program"})
	if fault.CodeOf(err) != "program-missing" || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("err = %v", err)
	}
}

func TestAProgramThatCannotBeExecutedSaysWhy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("echo no program\n"), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for path, why := range map[string]string{
		dir:                  "is a directory",
		file("plain", 0o600): "may not execute it",
		file("stub", 0o700):  "exec format error",
	} {
		_, err := open(t).Start(process.Spec{Path: path})
		if fault.CodeOf(err) != process.CodeUnusable || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), why) {
			t.Errorf("err = %v, want %q", err, why)
		}
	}
}

func TestNothingStartsAfterClose(t *testing.T) {
	t.Parallel()
	home := open(t)
	p, _ := start(t, home, shell("sleep 300"))
	home.Close()
	select {
	case <-p.Done():
	default:
		t.Error("Close returned while a program ran")
	}
	if _, err := home.Start(shell("true")); fault.KindOf(err) != fault.KindUnavailable {
		t.Errorf("err = %v, want unavailable", err)
	}
}

func TestStatLineWithHostileNameIsRead(t *testing.T) {
	t.Parallel()
	line := "7 (a) R 9 (b) S 42 1 1 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 3 0"
	parent, started, ok := process.ParseStat(line)
	if !ok || parent != 42 || started != 12345 {
		t.Errorf("parent %d, start %d, %v", parent, started, ok)
	}
	if _, _, ok := process.ParseStat("7 no name"); ok {
		t.Error("a line without a name was read")
	}
}

// alive is false for zombies: they run nothing any more.
func alive(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil || syscall.Kill(pid, 0) != nil {
		return false
	}
	_, after, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(after, "Z")
}
