package conversing

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

const (
	// lookEvery is how often a message that waits for a free agent looks for one.
	lookEvery = time.Second
	// lineForget is after how long without a look somebody counts no longer as waiting: another server has the message, or
	// nobody, since its turn is over.
	lineForget = 5 * lookEvery
)

// places bounds how many agents live on a server at once. Who finds none free waits in line. The service's mutex guards it.
type places struct {
	most  int // 0: no bound
	taken int // by agents that live, start or end
	line  []waiting
}

// waiting is a session that waits for a place.
type waiting struct {
	sessionID string
	lookedAt  time.Time
}

// fullError says that every agent of this server is busy, and how many wait already.
type fullError struct{ before int }

// Error implements error.
func (n fullError) Error() string { return waitsForAgent }

const waitsForAgent = "waiting for a free agent"

// takePlace takes a place for a session's agent, or puts the session in line. Where all are taken, the agent that has been
// idle for longest makes room, or else the one that has waited for longest for a person's answer. Both start again with
// what they are told next.
func (s *Service) takePlace(ctx context.Context, sessionID string) error {
	for {
		found, before := s.tryPlace(sessionID)
		switch {
		case before > 0 || before == 0 && found.session == nil:
			return fullError{before}
		case found.session == nil:
			return nil
		}
		s.log.Info("an agent makes room for another", "session", found.session.id, "for", sessionID)
		found.session.close(ctx, found.outcome, found.notice)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// parked is an agent that gets no more turns, and how the turn ends that it may have; it has no session where there is
// no such agent.
type parked struct {
	session *liveSession
	outcome composition.Outcome
	notice  string
}

// tryPlace takes a place if one is free for the session: before is negative then. Else it answers how many are before it in
// line, and to the first an agent that may be ended, if there is one.
func (s *Service) tryPlace(sessionID string) (found parked, before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before = s.places.queue(sessionID, s.clock.Now())
	switch {
	case before > 0:
		return found, before
	case s.places.most == 0 || s.places.taken < s.places.most:
		s.places.taken++
		s.places.leave(sessionID)
		return found, -1
	}
	if idle := s.longest((*liveSession).idle); idle != nil && idle.park(s.clock.Now()) {
		return parked{session: idle, outcome: composition.Interrupted}, 0
	}
	if asking := s.longest((*liveSession).waitsForAnswer); asking != nil && asking.parkAsking(s.clock.Now().Add(-answerGrace)) {
		return parked{asking, composition.Completed, askingNotice}, 0
	}
	return found, 0
}

// answerGrace is how long an agent may wait for an answer before it has to make room.
const answerGrace = time.Minute

// askingNotice is said of the turn of an agent that had to make room. Its question is the turn's last word then.
const askingNotice = "The agent made room for others while it waited for your answer. It goes on once you answer."

// longest is the agent that has been in a state for longest; nil if none is in it. The mutex is held.
func (s *Service) longest(state func(*liveSession) (since time.Time, is bool)) (found *liveSession) {
	var since time.Time
	for _, session := range s.live {
		if at, is := state(session); is && (found == nil || at.Before(since)) {
			found, since = session, at
		}
	}
	return found
}

// leavePlace gives back the place of an agent that is gone.
func (s *Service) leavePlace() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.places.taken--
}

// leaveLine has a session wait no longer.
func (s *Service) leaveLine(sessionID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.places.leave(sessionID)
}

// queue notes that a session looks for a place, and answers how many are before it.
func (p *places) queue(sessionID string, now time.Time) int {
	p.line = slices.DeleteFunc(p.line, func(w waiting) bool { return now.Sub(w.lookedAt) > lineForget })
	for i := range p.line {
		if p.line[i].sessionID == sessionID {
			p.line[i].lookedAt = now
			return i
		}
	}
	p.line = append(p.line, waiting{sessionID, now})
	return len(p.line) - 1
}

func (p *places) leave(sessionID string) {
	p.line = slices.DeleteFunc(p.line, func(w waiting) bool { return w.sessionID == sessionID })
}

// waitInLine has a message delivered later, when an agent may be free, and tells people so once.
func (s *Service) waitInLine(ctx context.Context, job ports.Job, command composing.DeliverMessage, before int) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if job.LastError != waitsForAgent {
			if err := s.tellWaiting(ctx, tx, command, before); err != nil {
				return err
			}
		}
		job.Target = "" // whichever server has a free one first
		held, err := tx.RetryJob(ctx, job, s.clock.Now().Add(lookEvery), waitsForAgent)
		if err == nil && !held {
			return jobs.ErrLost
		}
		return err
	})
}

// tellWaiting tells people that a turn waits for a free agent, and how many wait before it.
func (s *Service) tellWaiting(ctx context.Context, tx ports.Tx, command composing.DeliverMessage, before int) error {
	text := "All agents are busy. Waiting for a free agent; you are next."
	if before > 0 {
		text = fmt.Sprintf("All agents are busy. Waiting for a free agent; %d before you.", before)
	}
	data, err := json.Marshal(struct {
		Text     string `json:"text"`
		Code     string `json:"code"`
		Position int    `json:"position"`
	}{text, "waiting-for-agent", before + 1})
	if err != nil {
		return err
	}
	session := sessionOf(command)
	return s.hosts.of(session).StoreEvent(ctx, tx, session, composition.SessionEvent{
		SessionID: session.ID, Kind: "notice", TurnID: command.TurnID, Data: string(data), At: s.clock.Now(),
	})
}
