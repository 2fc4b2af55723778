// Package heddletest runs the real server for tests: a process of the program that the repository builds, on a data
// directory and a database of the test's own. The test talks to it as any client does.
package heddletest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"heddle.dev/heddle/openapi/api"
)

// Server is one server of a test. It can be ended and started again on the same data at the same address.
type Server struct {
	URL  string // without the path of the API
	Data string // the data directory
	API  *api.ClientWithResponses

	t             testing.TB
	args          []string
	databaseFlags []string // those of args that tell of the database
	crashAt       string
	log           *logBuffer
	client        *http.Client

	turnPatience time.Duration // how long TurnEnded waits

	process *exec.Cmd
	ended   chan struct{} // closed when the process is gone
}

// Option changes how a server is started.
type Option func(*options)

type options struct {
	data    string
	flags   []string
	durable bool
	through func(databaseURL string) string
	beside  *Server
	crashAt string
	slow    bool
}

// Flags gives the server further flags, such as "--max-body=1000".
func Flags(flags ...string) Option {
	return func(o *options) { o.flags = append(o.flags, flags...) }
}

// SlowAgent is for agents of other makers, which take a while on a busy machine: their turns are waited for longer.
func SlowAgent() Option { return func(o *options) { o.slow = true } }

// DataDir sets the data directory; else it is an empty one that is removed with the test.
func DataDir(dir string) Option { return func(o *options) { o.data = dir } }

// Durable gives a PostgreSQL that syncs every commit, for tests that kill.
func Durable() Option { return func(o *options) { o.durable = true } }

// Beside puts the server on the database of another one.
func Beside(other *Server) Option { return func(o *options) { o.beside = other } }

// CrashAt makes the server die at a transaction, once: `before:17` right before the commit of the 17th that changes
// compositions, `after:17` right behind it. When it is started again, it lives.
func CrashAt(place string) Option { return func(o *options) { o.crashAt = place } }

// Through puts something between the server and its PostgreSQL: it takes the database's URL and answers another.
func Through(between func(databaseURL string) string) Option {
	return func(o *options) { o.through = between }
}

// Start starts a server on a store and waits until it is ready. When the test ends, the server is told to stop, has to
// end well, and may leave no process behind.
func Start(t testing.TB, store Store, opts ...Option) *Server {
	t.Helper()
	s := newServer(t, store, opts)
	t.Cleanup(s.finish)
	s.Restart()
	return s
}

func newServer(t testing.TB, store Store, opts []Option) *Server {
	t.Helper()
	var o options
	for _, option := range opts {
		option(&o)
	}
	if o.data == "" {
		o.data = filepath.Join(t.TempDir(), "data")
	}
	address, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		crashAt: o.crashAt,
		URL:     "http://" + address, Data: o.data, t: t, log: &logBuffer{},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: Patience},
	}
	s.turnPatience = Patience
	if o.slow {
		s.turnPatience = 4 * Patience
	}
	t.Cleanup(s.client.CloseIdleConnections)
	s.databaseFlags = store.flags(t, o)
	s.args = append([]string{"serve", "--addr=" + address, "--data=" + o.data, "--log-format=json"}, s.databaseFlags...)
	s.args = append(s.args, o.flags...)
	if s.API, err = api.NewClientWithResponses(s.URL+"/api/v1", api.WithHTTPClient(s.client)); err != nil {
		t.Fatal(err)
	}
	return s
}

// Restart starts the server again, after Kill or Terminate, and waits until it is ready.
func (s *Server) Restart() {
	s.t.Helper()
	s.launch()
	Until(s.t, "the server is ready", func() bool {
		if s.HasEnded() {
			s.t.Fatalf("the server ended at its start with code %d:\n%s", s.process.ProcessState.ExitCode(), s.log)
		}
		return s.Answers("/readyz")
	})
}

func (s *Server) launch() {
	s.t.Helper()
	program := Binary
	if s.crashAt != "" {
		program = fragile
	}
	binary, err := program()
	if err != nil {
		s.t.Fatal(err)
	}
	s.process = exec.Command(binary, s.args...)
	s.process.Env = environment()
	if s.crashAt != "" {
		s.process.Env = append(s.process.Env, "HEDDLE_CRASH_AT="+s.crashAt)
		s.crashAt = ""
	}
	s.process.Stderr = s.log
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a terminal's Ctrl-C is the test's to handle
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	process, ended := s.process, make(chan struct{})
	s.ended = ended
	go func() {
		defer close(ended)
		_ = process.Wait() // the state tells how
	}()
}

// environment is what the server may see of the test's: no setting comes from there.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.TempDir()}
}

// Answers tells whether the address, such as /healthz, is answered with success.
func (s *Server) Answers(path string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+path, nil)
	if err != nil {
		return false
	}
	response, err := s.client.Do(request)
	if err != nil {
		return false
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// PID is the process id of the server.
func (s *Server) PID() int { return s.process.Process.Pid }

// Kill ends the server as a crash would, and waits until it and all that it had started are gone.
func (s *Server) Kill() {
	s.t.Helper()
	s.KillAlone()
	s.requireNothingLeft()
}

// KillAlone ends the server as a crash would and waits for nothing else.
func (s *Server) KillAlone() {
	s.t.Helper()
	_ = s.process.Process.Kill() // gone already is as good
	<-s.ended
	s.client.CloseIdleConnections()
}

// Terminate tells the server to stop, which it has to do by itself and with success.
func (s *Server) Terminate() {
	s.t.Helper()
	if code := s.stop(); code != 0 {
		s.t.Errorf("the server ended with code %d when it was told to stop", code)
	}
	s.requireNothingLeft()
}

func (s *Server) stop() (code int) {
	s.t.Helper()
	s.client.CloseIdleConnections()
	_ = s.process.Process.Signal(syscall.SIGTERM) // gone already is as good
	select {
	case <-s.ended:
	case <-time.After(Patience):
		_ = s.process.Process.Kill()
		<-s.ended
		s.t.Error("the server did not stop when it was told to")
	}
	return s.process.ProcessState.ExitCode()
}

// HasEnded tells whether the process is gone.
func (s *Server) HasEnded() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

func (s *Server) requireNothingLeft() {
	s.t.Helper()
	var left []Process
	if !holdsWithin(Patience, func() bool { left = mentioning(s.Data); return len(left) == 0 }) {
		s.t.Errorf("the server left processes behind: %+v", left)
	}
}

// finish ends the server with the test, and looks for what it hid.
func (s *Server) finish() {
	if s.process != nil {
		if !s.HasEnded() {
			s.Terminate()
		}
		s.requireNothingLeft()
	}
	log := s.log.String()
	for _, trouble := range []string{"WARNING: DATA RACE", `"msg":"panic`, "panic: ", "goroutine stack exceeds"} {
		if strings.Contains(log, trouble) {
			s.t.Errorf("the server's log has %q in it", trouble)
		}
	}
	if s.t.Failed() {
		s.t.Logf("the server's log:\n%s", log)
	}
}

// Log is what the server wrote so far.
func (s *Server) Log() string { return s.log.String() }

// logBuffer collects what a process writes.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
