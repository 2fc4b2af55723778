package opencode

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"heddle.dev/heddle/ports"
)

// secondIdle is how long a turn that went wrong waits for the last events of what it had begun.
const secondIdle = 2 * time.Second

// pump turns the CLI's events into ours until the process is gone.
func (s *session) pump() {
	defer close(s.out)
	events := make(chan event)
	go s.read(events)
	for {
		var late <-chan time.Time
		if t := s.current(); t != nil {
			late = t.late
		}
		select {
		case e, more := <-events:
			if !more {
				s.finish()
				return
			}
			s.take(e)
		case <-late:
			if !s.current().followUp() {
				s.endTurn()
			}
		}
	}
}

// read reads the stream to its end, which is the end of the process.
func (s *session) read(events chan<- event) {
	defer close(events)
	defer s.feed.close()
	for {
		e, err := s.feed.next()
		if err != nil {
			return
		}
		events <- e
	}
}

// take carries out one event.
func (s *session) take(e event) {
	if s.loss != "" {
		return // what came of the session before its end was seen
	}
	t := s.current()
	if e.Type == toolsEvent {
		s.mourn()
		return
	}
	if t == nil || e.Properties.SessionID != s.id && e.Properties.SessionID != "" {
		return
	}
	t.take(e)
	if t.over {
		s.endTurn()
	}
}

// endTurn tells the end of the turn, and takes messages again.
func (s *session) endTurn() {
	t := s.current()
	t.tellEnd()
	s.mu.Lock()
	s.turn = nil
	clear(s.questions)
	s.mu.Unlock()
	s.out <- ports.TurnComplete{Outcome: t.outcome()}
}

// mourn ends the process when one of its MCP servers is gone: the CLI starts none again, and without its tools the
// agent is of no use. The next message starts it with new ones.
func (s *session) mourn() {
	select {
	case <-s.closed:
		return // it is being ended, and they with it
	default:
	}
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	name, problem, err := s.failedServer(ctx)
	if err != nil || name == "" {
		return // their list of tools has changed, and no more
	}
	s.loss = fmt.Sprintf("The MCP server %q is gone (%s), and the agent's tools with it. What was saved is kept; "+
		"send the message again, and the agent starts anew.", name, problem)
	s.out <- ports.AgentError{Message: s.loss}
	s.refuse()
	s.agent.End()
}

// finish ends what is left, and says how it ended.
func (s *session) finish() {
	s.refuse()
	timer := time.NewTimer(closeGrace)
	defer timer.Stop()
	select {
	case <-s.agent.Done():
	case <-timer.C: // the stream broke, and not the process
		s.agent.End()
	}
	<-s.spoken
	s.stopFeed()
	s.streams.Close()
	exit := ports.Exit{Code: s.agent.Exit().Code}
	if exit.Code != 0 {
		exit.Message = cmp.Or(s.loss, s.said.LastLines())
	}
	s.out <- exit
}
