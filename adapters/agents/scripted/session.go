package scripted

import (
	"context"
	"io"
	"sync"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const closeGrace = 2 * time.Second // for the agent to end by itself

// session is the server's side of one agent.
type session struct {
	agent   *process.Process
	streams *process.Streams
	writer  *lineWriter
	events  chan ports.AgentEvent
	ready   chan error // one value: nil once the agent takes messages

	mu       sync.Mutex
	busy     bool
	gone     bool
	question string // the id of the one that the turn waits with

	stderr     process.Tail
	stderrDone chan struct{}
}

func newSession(agent *process.Process, p *process.Streams) *session {
	s := &session{
		agent: agent, streams: p, writer: &lineWriter{w: p.Stdin},
		events:     make(chan ports.AgentEvent, 1), // so that Start may return before anybody reads
		ready:      make(chan error, 1),
		stderrDone: make(chan struct{}),
	}
	go func() {
		defer close(s.stderrDone)
		_, _ = io.Copy(&s.stderr, p.Stderr) // ends with the process
	}()
	go s.pump()
	return s
}

// begin tells the agent what it is and waits until it takes messages.
func (s *session) begin(ctx context.Context, spec ports.SessionSpec) error {
	// An agent that doesn't even read this has ended; the reader of its output knows why.
	_ = s.tell(ctx, command{Type: startCommand, Session: spec}) // see above
	select {
	case err := <-s.ready:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// abandon ends a session that nobody gets.
func (s *session) abandon() {
	go func() {
		for range s.events { // nobody wants them
		}
	}()
	s.agent.End()
}

// pump turns the agent's lines into events until it is gone.
func (s *session) pump() {
	defer close(s.events)
	lines := process.NewLineReader(s.streams.Stdout)
	started := false
	for {
		line, err := lines.Next()
		if err != nil {
			break // closed, or flooded: both end the agent
		}
		event, err := ports.DecodeAgentEvent(line)
		if err != nil {
			event = ports.AgentError{Message: "the agent wrote a line that is no event", Warning: true}
		}
		if event.Kind() == ports.SessionStartedEvent && !started {
			started = true
			s.ready <- nil
		}
		s.note(event)
		s.events <- event
	}
	exit := s.awaitExit()
	if !started {
		s.ready <- s.startError()
	}
	s.events <- exit
}

// note keeps track of the turn.
func (s *session) note(event ports.AgentEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e := event.(type) {
	case ports.Question:
		s.question = e.ID
	case ports.TurnComplete:
		s.busy, s.question = false, ""
	}
}

// awaitExit ends an agent that closed its output, and says how it ended.
func (s *session) awaitExit() ports.Exit {
	timer := time.NewTimer(closeGrace)
	defer timer.Stop()
	select {
	case <-s.agent.Done():
	case <-timer.C:
		s.agent.End()
	}
	<-s.stderrDone
	s.leave()
	s.streams.Close()
	exit := ports.Exit{Code: s.agent.Exit().Code}
	if exit.Code != 0 {
		exit.Message = s.stderr.String()
	}
	return exit
}

// leave makes the session refuse what comes from now on.
func (s *session) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
}

func (s *session) startError() error {
	said := s.stderr.String()
	if said == "" {
		said = "it said nothing"
	}
	return fault.New(fault.KindUnavailable, "agent-start-failed", "the scripted agent did not start: %s", said)
}

// Send implements ports.AgentSession.
func (s *session) Send(ctx context.Context, message string) error {
	if err := s.takeTurn(); err != nil {
		return err
	}
	return s.tell(ctx, command{Type: messageCommand, Text: message})
}

func (s *session) takeTurn() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.gone:
		return fault.New(fault.KindUnavailable, "agent-gone", "the agent has ended; a new session is needed")
	case s.busy:
		return fault.New(fault.KindConflict, "turn-running", "the agent still answers the last message; wait or interrupt it")
	}
	s.busy = true
	return nil
}

// Interrupt implements ports.AgentSession.
func (s *session) Interrupt(ctx context.Context) error {
	s.mu.Lock()
	idle := s.gone || !s.busy
	s.mu.Unlock()
	if idle {
		return nil
	}
	return s.tell(ctx, command{Type: interruptCommand})
}

// Answer implements ports.AgentSession.
func (s *session) Answer(ctx context.Context, questionID, answer string) error {
	if !s.takeQuestion(questionID) {
		return fault.New(fault.KindNotFound, "no-question", "the agent does not wait for an answer to %q", questionID)
	}
	return s.tell(ctx, command{Type: answerCommand, Text: answer})
}

// takeQuestion closes a question, if it is open.
func (s *session) takeQuestion(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone || id == "" || s.question != id {
		return false
	}
	s.question = ""
	return true
}

// tell writes a command. An agent that doesn't read it before the context ends is
// of no use any more: half a line may have been written.
func (s *session) tell(ctx context.Context, c command) error {
	stop := context.AfterFunc(ctx, func() {
		_ = s.streams.Stdin.SetWriteDeadline(time.Now()) // pipes have deadlines
	})
	defer stop()
	if err := s.writer.command(c); err != nil {
		s.agent.Terminate()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fault.New(fault.KindUnavailable, "agent-gone", "the agent takes no more messages").Because(err)
	}
	return nil
}

// Events implements ports.AgentSession.
func (s *session) Events() <-chan ports.AgentEvent { return s.events }

// Close implements ports.AgentSession. The agent ends when its input does.
func (s *session) Close(ctx context.Context) error {
	s.leave()
	_ = s.streams.Stdin.Close() // a second time does no harm
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
