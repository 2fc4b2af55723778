package conversing

import (
	"context"
	"sync"
	"time"

	"heddle.dev/heddle/domain/composition"
)

// parkIdle ends the agent processes that nobody has talked to for long; the next message starts them again. It takes
// no longer than the leases of the others can wait.
func (s *Service) parkIdle(ctx context.Context) {
	if s.config.Idle <= 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	since := s.clock.Now().Add(-s.config.Idle)
	var parking sync.WaitGroup
	for _, session := range s.sessions() {
		if session.park(since) {
			s.log.Info("an idle agent is parked", "session", session.id)
			parking.Go(func() { session.close(ctx, composition.Interrupted, "") })
		}
	}
	parking.Wait()
}

// idle tells since when the agent waits for a message, if it does.
func (l *liveSession) idle() (since time.Time, isIdle bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.idleSince, l.turnDone == nil && !l.parked
}

// park keeps the agent from getting another turn, if it has had none since then.
func (l *liveSession) park(since time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.turnDone != nil || l.parked || l.idleSince.After(since) {
		return false
	}
	l.parked = true
	return true
}

// waitsForAnswer tells since when the agent waits for a person's answer, if it does.
func (l *liveSession) waitsForAnswer() (since time.Time, waits bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.askedAt, l.turnDone != nil && len(l.asking) > 0 && !l.parked
}

// parkAsking keeps the agent from getting another turn, if it has waited for an answer since then.
func (l *liveSession) parkAsking(since time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.turnDone == nil || len(l.asking) == 0 || l.parked || l.askedAt.After(since) {
		return false
	}
	l.parked = true
	return true
}
