package apptest

import (
	"context"
	"sync"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Agents is a ports.AgentDriver whose agents do what the test makes them do.
type Agents struct {
	mu       sync.Mutex
	sessions []*AgentSession
	refuse   error

	forgetful bool
	hold      chan struct{} // starts wait until it is closed
}

// Hold makes starts wait until release is called.
func (a *Agents) Hold() (release func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	hold := make(chan struct{})
	a.hold = hold
	return func() { close(hold) }
}

func (a *Agents) held() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hold
}

// Forget makes agents that are started from now on unable to resume.
func (a *Agents) Forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forgetful = true
}

// Refuse makes starts fail; nil lets them succeed again.
func (a *Agents) Refuse(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refuse = err
}

// Sessions lists the agents that were started, the first one first.
func (a *Agents) Sessions() []*AgentSession {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]*AgentSession{}, a.sessions...)
}

// Last is the agent that was started last; nil if there was none.
func (a *Agents) Last() *AgentSession {
	all := a.Sessions()
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// Start implements ports.AgentDriver.
func (a *Agents) Start(ctx context.Context, spec ports.SessionSpec) (ports.AgentSession, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if hold := a.held(); hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refuse != nil {
		return nil, a.refuse
	}
	s := &AgentSession{Spec: spec, events: make(chan ports.AgentEvent, 1000)}
	resumeID := spec.ResumeID
	if resumeID == "" {
		resumeID = "resume"
	}
	if a.forgetful {
		resumeID = ""
	}
	s.events <- ports.SessionStarted{ResumeID: resumeID}
	a.sessions = append(a.sessions, s)
	return s, nil
}

// AgentSession is one agent of a test. It keeps the port's contract; what it says is the test's to tell it.
type AgentSession struct {
	Spec ports.SessionSpec

	mu          sync.Mutex
	events      chan ports.AgentEvent
	messages    []string
	asked       map[string]bool // the questions that are open
	answers     []Answer
	busy        bool
	ended       bool
	deaf        bool
	interrupted int
}

// Answer is what an agent was answered.
type Answer struct{ QuestionID, Text string }

// Say makes the agent send events.
func (s *AgentSession) Say(events ...ports.AgentEvent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, event := range events {
		s.send(event)
	}
}

func (s *AgentSession) send(event ports.AgentEvent) {
	if s.ended {
		return
	}
	switch e := event.(type) {
	case ports.TurnComplete:
		s.busy, s.asked = false, nil
	case ports.Question:
		if s.asked == nil {
			s.asked = map[string]bool{}
		}
		s.asked[e.ID] = true
	}
	s.events <- event
}

// Die makes the process end by itself.
func (s *AgentSession) Die(exit ports.Exit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end(exit)
}

func (s *AgentSession) end(exit ports.Exit) {
	if s.ended {
		return
	}
	s.send(exit)
	s.ended = true
	close(s.events)
}

// Ignore makes the agent do nothing about interrupts.
func (s *AgentSession) Ignore() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf = true
}

// Messages lists what the agent was told.
func (s *AgentSession) Messages() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.messages...)
}

// Ended tells whether the process is gone.
func (s *AgentSession) Ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Interrupts counts the interrupts.
func (s *AgentSession) Interrupts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interrupted
}

// Send implements ports.AgentSession.
func (s *AgentSession) Send(_ context.Context, message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return fault.New(fault.KindUnavailable, "agent-gone", "the agent has ended")
	}
	if s.busy {
		return fault.New(fault.KindConflict, "turn-running", "the agent is busy")
	}
	s.busy = true
	s.messages = append(s.messages, message)
	s.send(ports.TurnStarted{})
	return nil
}

// Interrupt implements ports.AgentSession.
func (s *AgentSession) Interrupt(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted++
	if s.busy && !s.deaf {
		s.send(ports.TurnComplete{Outcome: ports.TurnInterrupted})
	}
	return nil
}

// Answer implements ports.AgentSession.
func (s *AgentSession) Answer(_ context.Context, questionID, answer string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || !s.asked[questionID] {
		return fault.New(fault.KindNotFound, "no-question", "there is no open question %q", questionID)
	}
	delete(s.asked, questionID)
	s.answers = append(s.answers, Answer{questionID, answer})
	return nil
}

// Withdraw makes the agent wait no more for the answer to a question.
func (s *AgentSession) Withdraw(questionID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.asked, questionID)
}

// Answers lists what the agent was answered.
func (s *AgentSession) Answers() []Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Answer{}, s.answers...)
}

// Events implements ports.AgentSession.
func (s *AgentSession) Events() <-chan ports.AgentEvent { return s.events }

// Close implements ports.AgentSession.
func (s *AgentSession) Close(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy && !s.ended {
		s.send(ports.TurnComplete{Outcome: ports.TurnInterrupted})
	}
	s.end(ports.Exit{})
	return nil
}
