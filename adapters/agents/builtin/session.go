package builtin

import (
	"context"
	"errors"
	"strings"
	"sync"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Why a turn or the session ends.
var (
	errInterrupted = errors.New("the turn was interrupted")
	errClosed      = errors.New("the session was closed")
)

// session is one agent. Its conversation is that of the goroutine that runs it.
type session struct {
	model  model
	tools  *toolbox
	system string
	config Config

	events   chan ports.AgentEvent
	messages chan string
	ctx      context.Context //nolint:containedctx // the life of the session, which no call has
	end      context.CancelCauseFunc

	memory       memory
	conversation kept

	mu        sync.Mutex
	busy      bool
	gone      bool
	interrupt context.CancelCauseFunc  // of the turn; nil without one
	questions map[string]chan<- string // the open ones of the turn, by id
}

func newSession(model model, tools *toolbox, spec ports.SessionSpec, config Config) *session {
	system := strings.TrimSpace(spec.SystemPrompt + "\n\n" + tools.instructions)
	memory := memoryIn(spec.WorkDir)
	ctx, end := context.WithCancelCause(context.Background())
	s := &session{
		model: model, tools: tools, system: system, config: config, ctx: ctx, end: end,
		events:   make(chan ports.AgentEvent, 1), // so that Start may return before anybody reads
		messages: make(chan string, 1), questions: map[string]chan<- string{},
		memory: memory, conversation: memory.open(spec.ResumeID),
	}
	s.events <- ports.SessionStarted{Model: model.Name, ResumeID: s.conversation.ID}
	go s.run()
	return s
}

// run answers messages until the session is closed, or a server with its tools has gone.
func (s *session) run() {
	defer close(s.events)
	exit := ports.Exit{}
	for open := true; open; {
		select {
		case <-s.ctx.Done():
			open = false
		case <-s.tools.gone:
			if open = false; s.ctx.Err() == nil {
				exit = ports.Exit{Code: 1, Message: s.tools.loss()}
			}
		case message := <-s.messages:
			s.answer(message)
		}
	}
	s.leave()
	s.tools.close()
	s.events <- exit
}

// answer is a turn from its first event to its last.
func (s *session) answer(message string) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	s.mu.Lock()
	s.interrupt = cancel
	s.mu.Unlock()
	s.events <- ports.TurnStarted{}
	t := &turn{session: s, message: message, failures: map[string]int{}}
	outcome := t.run(ctx)
	s.mu.Lock()
	s.busy, s.interrupt = false, nil
	clear(s.questions)
	s.mu.Unlock()
	s.events <- ports.TurnComplete{Outcome: outcome}
}

// remember adds to the conversation.
func (s *session) remember(message ports.LLMMessage) {
	s.conversation.Messages = append(s.conversation.Messages, message)
	s.memory.save(s.conversation)
}

func (s *session) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
}

// Send implements ports.AgentSession.
func (s *session) Send(_ context.Context, message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.gone:
		return fault.New(fault.KindUnavailable, "agent-gone", "the agent has ended; a new session is needed")
	case s.busy:
		return fault.New(fault.KindConflict, "turn-running", "the agent still answers the last message; wait or interrupt it")
	}
	s.busy = true
	s.messages <- message // there is room, since nobody else sends before the turn is over
	return nil
}

// Interrupt implements ports.AgentSession.
func (s *session) Interrupt(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupt != nil {
		s.interrupt(errInterrupted)
	}
	return nil
}

// Events implements ports.AgentSession.
func (s *session) Events() <-chan ports.AgentEvent { return s.events }

// Close implements ports.AgentSession.
func (s *session) Close(context.Context) error {
	s.leave()
	s.end(errClosed)
	s.tools.close()
	return nil
}
