package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"go.uber.org/fx"

	"heddle.dev/heddle/e2e/postgrestest"
)

func TestTheGraphHasEverythingItNeeds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]settings{"sqlite": {Data: t.TempDir()}, "postgres": {Data: t.TempDir(), DatabaseURL: "postgres://x"}} {
		if err := fx.ValidateApp(wiring(t.Context(), s, slog.New(slog.DiscardHandler))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// served is a server that a test started.
type served struct {
	t    *testing.T
	url  string
	stop func() outcome
}

// serve runs `heddle serve` on the store and waits until it says that it is ready.
func serve(t *testing.T, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	log, written := io.Pipe()
	var stdout bytes.Buffer
	ended := make(chan int, 1)
	args = append([]string{"serve", "--addr", "127.0.0.1:0", "--log-format", "json"}, args...)
	go func() {
		ended <- run(ctx, args, strings.NewReader(""), &stdout, written)
		_ = written.Close()
	}()
	lines := bufio.NewScanner(log)
	s := &served{t: t}
	var said strings.Builder
	for s.url == "" && lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		var line struct {
			URL string `json:"url"`
		}
		_ = json.Unmarshal(lines.Bytes(), &line) // lines without it are of no interest
		s.url = line.URL
	}
	if s.url == "" {
		cancel()
		t.Fatalf("the server ended with %d:\n%s", <-ended, said.String())
	}
	go func() { _, _ = io.Copy(io.Discard, log) }()
	var last *outcome
	s.stop = func() outcome {
		cancel()
		if last == nil {
			last = &outcome{code: <-ended, stdout: stdout.String()}
		}
		return *last
	}
	t.Cleanup(func() { s.stop() })
	return s
}

func (s *served) get(path string) int {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	return answer.StatusCode
}

func TestTheServerRunsAndStopsOnEachStore(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]func() []string{
		"sqlite":   func() []string { return nil },
		"postgres": func() []string { return []string{"--database-url", postgrestest.New(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, append(args(), "--data", t.TempDir())...)
			for _, path := range []string{"/healthz", "/readyz", "/api/v1/me", "/api/v1/compositions"} {
				if status := s.get(path); status != http.StatusOK {
					t.Errorf("%s: %d", path, status)
				}
			}
			if got := s.stop(); got.code != exitOK || got.stdout != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestStoppingIsLoggedOnceWhoeverTellsIt(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	signaled := func() chan fx.ShutdownSignal {
		ended := make(chan fx.ShutdownSignal, 1)
		ended <- fx.ShutdownSignal{Signal: syscall.SIGTERM}
		return ended
	}
	for name, c := range map[string]struct {
		ctx   context.Context //nolint:containedctx // an input of the case
		ended chan fx.ShutdownSignal
	}{
		"the context": {canceled, nil}, "the application": {t.Context(), signaled()}, "both": {canceled, signaled()},
	} {
		var said bytes.Buffer
		if err := awaitStop(c.ctx, c.ended, slog.New(slog.NewTextHandler(&said, nil))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Count(said.String(), "msg=stopping") != 1 || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%s: %s", name, said.String())
		}
	}
}

func TestAServerThatEndsByItselfSaysSoByItsExitCode(t *testing.T) {
	t.Parallel()
	ended := make(chan fx.ShutdownSignal, 1)
	ended <- fx.ShutdownSignal{ExitCode: 1}
	if err := awaitStop(t.Context(), ended, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error")
	}
}

func TestPlaybooksThatCanNotBeUsedStopTheServerAtItsStart(t *testing.T) {
	t.Parallel()
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "broken.yaml"), []byte("name: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"broken.yaml": broken, "/no/such/directory": "/no/such/directory"} {
		got := heddle(t, "", "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--playbooks", dir)
		if got.code != exitRefused || !strings.Contains(got.stderr, name) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestASecondServerOnTheSameDataIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve(t, "--data", dir)
	got := heddle(t, "", "serve", "--data", dir, "--addr", "127.0.0.1:0")
	if got.code != exitRefused || !strings.Contains(got.stderr, dir) || !strings.Contains(got.stderr, "--data") {
		t.Errorf("%+v", got)
	}
}

func TestAnAddressThatIsTakenIsNamed(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data", t.TempDir())
	addr := strings.TrimPrefix(s.url, "http://")
	if got := heddle(t, "", "serve", "--data", t.TempDir(), "--addr", addr); got.code != exitRefused || !strings.Contains(got.stderr, addr) {
		t.Errorf("%+v", got)
	}
}

func TestADatabaseThatIsNotThereIsNamedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	got := heddle(t, "", "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--database-url", "postgres://u:hunter2@127.0.0.1:1/x")
	if got.code != exitRefused || strings.Contains(got.stderr, "hunter2") || strings.Contains(got.stdout, "hunter2") {
		t.Errorf("%+v", got)
	}
}
