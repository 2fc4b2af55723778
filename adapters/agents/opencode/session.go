package opencode

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	closeGrace  = 2 * time.Second // for the process to end by itself
	disposeTime = time.Second     // for it to end its own children before
)

// session is one process of the CLI with the one conversation that it has.
type session struct {
	agent   *process.Process
	streams *process.Streams
	config  Config
	from    source
	spec    ports.SessionSpec

	password string
	client   *client
	id       string // of the conversation
	feed     *stream
	stopFeed context.CancelFunc

	out    chan ports.AgentEvent
	listen chan string   // one value: the address that the process listens on
	said   process.Tail  // on stderr
	spoken chan struct{} // closed when stdout and stderr have ended
	closed chan struct{} // closed when nobody may send any more

	loss string // why the process was ended from here; the pump's own

	mu        sync.Mutex
	turn      *turn                   // nil while there is none
	questions map[string]openQuestion // of the turn, by id
	leave     sync.Once
}

func newSession(agent *process.Process, streams *process.Streams, config Config, from source, password string, spec ports.SessionSpec) *session {
	s := &session{
		agent: agent, streams: streams, config: config, from: from, spec: spec, password: password,
		out:       make(chan ports.AgentEvent, 1), // so that Start may return before anybody reads
		questions: map[string]openQuestion{}, listen: make(chan string, 1), spoken: make(chan struct{}), closed: make(chan struct{}),
	}
	go s.hear()
	return s
}

var listening = regexp.MustCompile(`opencode server listening on (http://\S+)`)

// hear reads what the process writes, until it is gone.
func (s *session) hear() {
	defer close(s.spoken)
	stderrEnded := make(chan struct{})
	go func() {
		defer close(stderrEnded)
		copyAll(&s.said, s.streams.Stderr)
	}()
	lines := process.NewLineReader(s.streams.Stdout)
	for {
		line, err := lines.Next()
		if err != nil {
			break
		}
		if match := listening.FindSubmatch(line); match != nil {
			select {
			case s.listen <- string(match[1]):
			default: // said before
			}
		} else {
			_, _ = s.said.Write(append(line, '\n')) // an account of what went wrong
		}
	}
	<-stderrEnded
}

// hasEnded tells whether the process is gone.
func (s *session) hasEnded() bool {
	select {
	case <-s.agent.Done():
		return true
	default:
		return false
	}
}

func copyAll(to io.Writer, from io.Reader) { _, _ = io.Copy(to, from) } // ends with the writer of the pipe

// begin waits until the process listens, and opens the conversation.
func (s *session) begin(ctx context.Context, spec ports.SessionSpec) error {
	select {
	case address := <-s.listen:
		s.client = newClient(address, s.password, spec.WorkDir)
	case <-s.agent.Done():
		<-s.spoken
		return startError("it ended with code %d: %s. %s", s.agent.Exit().Code, strings.TrimRight(s.said.LastLines(), "."), remedy)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for _, step := range []func(context.Context) error{s.checkVersion, s.connect, s.checkServers, s.open} {
		if err := step(ctx); fault.As(err) != nil {
			return err
		} else if err != nil {
			return startError("%v. It said: %s. %s", err, strings.TrimRight(s.said.LastLines(), "."), remedy)
		}
	}
	s.out <- ports.SessionStarted{ResumeID: s.id, Model: s.from.model.Name}
	return nil
}

// checkVersion refuses a CLI that is too old.
func (s *session) checkVersion(ctx context.Context) error {
	var health struct {
		Version string `json:"version"`
	}
	if err := s.client.call(ctx, http.MethodGet, "/global/health", nil, &health); err != nil {
		return err
	}
	return checkVersion(s.config.Command, health.Version)
}

// connect opens the stream of events, which outlives the start.
func (s *session) connect(ctx context.Context) error {
	living, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.stopFeed = cancel
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	feed, err := s.client.events(living)
	if err != nil {
		return err
	}
	s.feed = feed
	for {
		first, err := feed.next()
		if err != nil {
			return err
		}
		if first.Type == connectedEvent {
			return nil
		}
	}
}

// checkServers makes the CLI start its MCP servers, without which the agent is of no use, and names one that failed.
func (s *session) checkServers(ctx context.Context) error {
	name, problem, err := s.failedServer(ctx)
	switch {
	case err != nil:
		return err
	case name != "":
		return s.spec.ServerFailed(name, cmp.Or(problem, "opencode does not tell why"))
	}
	return nil
}

// failedServer names an MCP server that does not run.
func (s *session) failedServer(ctx context.Context) (name, problem string, err error) {
	var states map[string]struct {
		Status string `json:"status"`
		Error  string `json:"error"`
	}
	if err := s.client.call(ctx, http.MethodGet, "/mcp", nil, &states); err != nil {
		return "", "", err
	}
	for _, server := range s.spec.MCPServers {
		if state := states[server.Name]; state.Status != "connected" {
			return server.Name, state.Error, nil
		}
	}
	return "", "", nil
}

// works tells whether the CLI is at work on a message.
func (s *session) works() bool {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	var states map[string]status // of the conversations that are not idle
	if s.client.call(ctx, http.MethodGet, "/session/status", nil, &states) != nil {
		return false
	}
	state, busy := states[s.id]
	return busy && state.Type != "idle"
}

// open finds the conversation to resume, or begins one.
func (s *session) open(ctx context.Context) error {
	var found struct {
		ID string `json:"id"`
	}
	if resume := s.spec.ResumeID; conversationID.MatchString(resume) {
		if err := s.client.call(ctx, http.MethodGet, "/session/"+resume, nil, &found); err == nil && found.ID == resume {
			s.id = resume
			return nil
		}
	}
	if err := s.client.call(ctx, http.MethodPost, "/session", struct{}{}, &found); err != nil {
		return err
	}
	s.id = found.ID
	return nil
}

var conversationID = regexp.MustCompile(`^ses_[A-Za-z0-9]+$`)

// abandon ends a session that nobody gets.
func (s *session) abandon() {
	s.refuse()
	s.agent.End()
	if s.stopFeed != nil {
		s.stopFeed()
	}
	<-s.spoken
	s.streams.Close()
}

// Send implements ports.AgentSession.
func (s *session) Send(ctx context.Context, message string) error {
	t, err := s.takeTurn()
	if err != nil {
		return err
	}
	if err = s.prompt(ctx, message); err == nil {
		return nil
	}
	s.dropTurn(t)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	code := "agent-unreachable"
	if dial := new(net.OpError); errors.As(err, &dial) && dial.Op == "dial" {
		code = codeGone // it can't have got the message
	}
	return fault.New(fault.KindUnavailable, code, "opencode takes no more messages: %v", err).Because(err)
}

// prompt gives the CLI a message.
func (s *session) prompt(ctx context.Context, message string) error {
	text := struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}{"text", message}
	return s.client.call(ctx, http.MethodPost, "/session/"+s.id+"/prompt_async", map[string]any{"parts": []any{text}}, nil)
}

// codeGone is the code of the fault of an agent that has ended.
const codeGone = "agent-gone"

func (s *session) takeTurn() (*turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closed:
		return nil, fault.New(fault.KindUnavailable, codeGone, "the agent has ended; a new session is needed")
	default:
	}
	if s.turn != nil {
		return nil, fault.New(fault.KindConflict, "turn-running", "the agent still answers the last message; wait or interrupt it")
	}
	s.turn = newTurn(s)
	return s.turn, nil
}

// dropTurn ends what came of a message that did not arrive. The process may have got it all the same, and is of no
// use any more.
func (s *session) dropTurn(t *turn) {
	s.mu.Lock()
	if s.turn == t {
		s.turn = nil
	}
	s.mu.Unlock()
	s.agent.Terminate()
}

func (s *session) current() *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn
}

// Interrupt implements ports.AgentSession.
func (s *session) Interrupt(ctx context.Context) error {
	t := s.current()
	if t == nil {
		return nil
	}
	t.interrupt()
	return s.abort(ctx)
}

// abort stops what the agent does. A process that can't be told any more has ended, or is about to.
func (s *session) abort(ctx context.Context) error {
	err := s.client.call(ctx, http.MethodPost, "/session/"+s.id+"/abort", nil, nil)
	if err != nil && !s.hasEnded() {
		return fault.New(fault.KindUnavailable, "agent-unreachable", "opencode could not be interrupted: %v", err).Because(err)
	}
	return nil
}

// Events implements ports.AgentSession.
func (s *session) Events() <-chan ports.AgentEvent { return s.out }

// refuse makes the session take nothing from now on.
func (s *session) refuse() { s.leave.Do(func() { close(s.closed) }) }

// Close implements ports.AgentSession.
func (s *session) Close(ctx context.Context) error {
	s.refuse()
	disposing, cancel := context.WithTimeout(ctx, disposeTime)
	defer cancel()
	_ = s.client.call(disposing, http.MethodPost, "/global/dispose", nil, nil) // it is ended in any case
	s.agent.Terminate()
	timer := time.NewTimer(closeGrace)
	defer timer.Stop()
	select {
	case <-s.agent.Done():
		return nil
	case <-timer.C:
	case <-ctx.Done():
	}
	s.agent.End()
	return nil
}
