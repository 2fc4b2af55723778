package claudecode

import (
	"bytes"
	"cmp"
	"fmt"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// pump turns what the CLI writes into events until it is gone.
func (s *session) pump() {
	defer close(s.out)
	lines := make(chan line)
	go s.read(lines)
	silence := time.NewTimer(s.config.Silence)
	defer silence.Stop()
	for {
		select {
		case l, more := <-lines:
			if !more {
				s.finish()
				return
			}
			s.take(l)
		case <-silence.C:
			silence.Reset(s.checkSilence())
		}
	}
}

// checkSilence gives up a turn in which nothing has been heard for long, and tells when to look again.
func (s *session) checkSilence() time.Duration {
	t := s.current()
	if t == nil || s.loss != "" {
		return s.config.Silence
	}
	if rest := s.config.Silence - t.silence(); rest > 0 {
		return rest
	}
	t.giveUp()
	return s.config.Silence
}

// read reads to the end, which is the end of the process. A line that is far too long is the end, too.
func (s *session) read(lines chan<- line) {
	defer close(lines)
	reader := process.NewLineReader(s.streams.Stdout)
	for {
		text, err := reader.Next()
		if err != nil {
			return
		}
		if l, matters := decodeLine(text); matters {
			lines <- l
		} else if !bytes.HasPrefix(text, []byte("{")) {
			_, _ = s.said.Write(append(text, '\n')) // an account of what went wrong
		}
	}
}

// take carries out one line.
func (s *session) take(l line) {
	switch {
	case l.Type == responseLine:
		s.hand(l.Response)
		return
	case s.loss != "" || l.Parent != "":
		return // what came of the session before its end was seen; what is not the agent's own
	}
	t := s.current()
	if t == nil {
		return
	}
	t.hear()
	t.take(l)
	if s.loss == "" && t.begun && l.Type == resultLine {
		s.endTurn(t)
	}
}

// endTurn tells the end of the turn, and takes messages again.
func (s *session) endTurn(t *turn) {
	s.mu.Lock()
	t.ending = true
	s.mu.Unlock()
	t.sending.Wait() // else what is still to be told to the CLI would meet the next turn
	s.mu.Lock()
	s.turn = nil
	clear(s.open)
	s.mu.Unlock()
	s.out <- ports.TurnComplete{Outcome: t.outcome()}
}

// mourn ends the process when one of its MCP servers is gone for good: without its tools the agent is of no use. The
// next message starts it with new ones.
func (s *session) mourn(server, problem string) {
	if s.loss != "" || s.isClosed() {
		return
	}
	s.loss = fmt.Sprintf("The MCP server %q is gone (%s), and the agent's tools with it. What was saved is kept; "+
		"send the message again, and the agent starts anew.", server, problem)
	s.out <- ports.AgentError{Message: s.loss}
	s.refuse()
	go s.agent.End() // the pump reads on meanwhile
}

// finish ends what is left, and says how it ended.
func (s *session) finish() {
	s.refuse()
	s.awaitEnd() // it closed its output, or wrote a line without an end
	s.streams.Close()
	if t := s.current(); t != nil {
		t.tellRest(nil)
	}
	exit := ports.Exit{Code: s.agent.Exit().Code}
	if exit.Code != 0 {
		exit.Message = cmp.Or(s.loss, s.said.LastLines())
	}
	s.out <- exit
}

// awaitEnd waits for the end of a process that is about to end, and of what it says, and does not wait for ever.
func (s *session) awaitEnd() {
	timer := time.NewTimer(closeGrace)
	defer timer.Stop()
	select {
	case <-s.agent.Done():
	case <-timer.C:
		s.agent.End()
	}
	<-s.spoken
}
