package claudecode

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// closeGrace is how long the process may take to end by itself.
const closeGrace = 2 * time.Second

// session is one process of the CLI with the one conversation that it has.
type session struct {
	agent        *process.Process
	streams      *process.Streams
	config       Config
	account      account
	spec         ports.SessionSpec
	conversation conversation
	servers      string // the file with its MCP servers

	out    chan ports.AgentEvent
	said   process.Tail  // on stderr
	spoken chan struct{} // closed when stderr has ended
	closed chan struct{} // closed when nobody may send any more

	writing sync.Mutex // of lines to the process
	leave   sync.Once

	loss string // why the process was ended from here; the pump's own

	mu      sync.Mutex
	turn    *turn                    // nil while there is none
	waiting map[string]chan response // for answers to requests, by their id
	open    map[string]openQuestion  // without an answer, by their id
}

func newSession(
	agent *process.Process, streams *process.Streams, config Config, a account, at place, spec ports.SessionSpec, c conversation,
) *session {
	s := &session{
		agent: agent, streams: streams, config: config, account: a, spec: spec, conversation: c, servers: at.servers(),
		out:    make(chan ports.AgentEvent, 1), // so that Start may return before anybody reads
		spoken: make(chan struct{}), closed: make(chan struct{}),
		waiting: map[string]chan response{}, open: map[string]openQuestion{},
	}
	go func() {
		defer close(s.spoken)
		_, _ = io.Copy(&s.said, streams.Stderr) // ends with the process
	}()
	go s.pump()
	return s
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

// begin waits until the process takes messages and has its tools.
func (s *session) begin(ctx context.Context) error {
	if _, err := s.request(ctx, "initialize"); err != nil {
		return s.startFailure(err)
	}
	for {
		states, err := s.serverStates(ctx)
		if err != nil {
			return s.startFailure(err)
		}
		switch lost, waits := missing(s.spec, states); {
		case lost != "":
			return s.spec.ServerFailed(lost, states[lost].problem())
		case !waits:
			_ = os.Remove(s.servers) // it holds secrets, and was read
			s.out <- ports.SessionStarted{ResumeID: s.conversation.id, Model: s.account.model}
			return nil
		}
		const pause = 50 * time.Millisecond // the CLI starts them by itself, and does not tell when they are there
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// startFailure explains why the process did not begin.
func (s *session) startFailure(err error) error {
	if !s.hasEnded() && fault.CodeOf(err) != codeGone {
		return startError("%v. It said: %s. %s", err, strings.TrimRight(s.said.LastLines(), "."), remedy)
	}
	s.awaitEnd()
	code := s.agent.Exit().Code
	text := s.said.LastLines()
	if s.conversation.resumed && strings.Contains(text, "No conversation found") {
		return fault.New(fault.KindNotFound, codeForgotten, "Claude Code knows nothing of the conversation %s", s.conversation.id)
	}
	return startError("it ended with code %d: %s. %s", code, strings.TrimRight(text, "."), remedy)
}

// abandon ends a session that nobody gets.
func (s *session) abandon() {
	s.refuse()
	_ = os.Remove(s.servers) // as in begin
	go func() {
		for range s.out { // nobody wants them
		}
	}()
	s.agent.End()
}

// Send implements ports.AgentSession.
func (s *session) Send(ctx context.Context, message string) error {
	t, err := s.takeTurn()
	if err != nil {
		return err
	}
	if strings.HasPrefix(message, "/") {
		message = "Message: " + message // else it is a command to the CLI, and does not reach the model
	}
	if err = s.tell(ctx, said(message)); err == nil {
		return nil
	}
	s.mu.Lock()
	if s.turn == t {
		s.turn = nil
	}
	s.mu.Unlock()
	s.agent.Terminate() // it may have got half of the message, and is of no use any more
	return err
}

// codeGone is the code of the fault of an agent that has ended.
const codeGone = "agent-gone"

func gone() *fault.Error {
	return fault.New(fault.KindUnavailable, codeGone, "the agent has ended; a new session is needed")
}

func (s *session) takeTurn() (*turn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.closed:
		return nil, gone()
	default:
	}
	if s.turn != nil {
		return nil, fault.New(fault.KindConflict, "turn-running", "the agent still answers the last message; wait or interrupt it")
	}
	s.turn = newTurn(s)
	return s.turn, nil
}

func (s *session) current() *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn
}

// Interrupt implements ports.AgentSession.
func (s *session) Interrupt(ctx context.Context) error {
	s.mu.Lock()
	t := s.turn
	if t == nil || t.ending {
		s.mu.Unlock()
		return nil
	}
	t.wanted.Store(true)
	t.sending.Add(1)
	defer t.sending.Done()
	s.mu.Unlock()
	if err := s.tell(ctx, interruption); err != nil && !s.isClosed() && !s.hasEnded() {
		return err
	}
	return nil
}

// interruption has an id for which nobody waits: the end of the turn tells that it came.
var interruption = asked("interrupt", "interrupt")

func (s *session) isClosed() bool {
	select {
	case <-s.closed:
		return true
	default:
		return false
	}
}

// tell writes a line. Where the process does not read it before the context ends, half a line may have been written.
func (s *session) tell(ctx context.Context, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fault.New(fault.KindInvalid, "invalid-message", "the message can't be written").Because(err)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.streams.Stdin.SetWriteDeadline(time.Time{}); err != nil { // pipes have deadlines
		return gone().Because(err)
	}
	stop := context.AfterFunc(ctx, func() { _ = s.streams.Stdin.SetWriteDeadline(time.Now()) })
	defer stop()
	if _, err := s.streams.Stdin.Write(append(text, '\n')); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return gone().Because(err)
	}
	return nil
}

// Events implements ports.AgentSession.
func (s *session) Events() <-chan ports.AgentEvent { return s.out }

// refuse makes the session take nothing from now on.
func (s *session) refuse() { s.leave.Do(func() { close(s.closed) }) }

// Close implements ports.AgentSession. The agent ends when its input does, unless it is at work.
func (s *session) Close(ctx context.Context) error {
	s.refuse()
	_ = s.streams.Stdin.Close() // a second time does no harm
	if s.current() != nil {
		s.agent.Terminate()
	}
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
