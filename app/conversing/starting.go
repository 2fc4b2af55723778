package conversing

import (
	"context"
	"errors"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// beginning is the start of a session's agent that is under way, which may take minutes where an init script runs first.
// A session has no more than one on a server. The service's mutex guards it.
type beginning struct {
	sessionID string
	turnID    string // of the message that it is for, or that waits for it; empty for a restart's
	epoch     int64  // of the session's lease; anyEpoch until it has one
	stop      context.CancelCauseFunc
	stopped   bool
	over      chan struct{} // closed when nothing of it runs any more but the agent that it came to
}

// errStopped is why a beginning ends whose turn is over, or whose session is deleted or restarted.
var errStopped = fault.New(fault.KindConflict, "start-stopped", "the agent was stopped before it had started")

// ready answers a live session that waits for a message. One that is still busy with an interrupted turn gets a moment
// to end it, and is started anew otherwise; so is one that has what somebody has changed since.
func (s *Service) ready(ctx context.Context, command composing.DeliverMessage) (*liveSession, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	for {
		made, other, live := s.begin(command.SessionID, command.TurnID, stop)
		switch {
		case made != nil:
			return s.startAt(ctx, made, anyEpoch, func(ctx context.Context) error {
				return s.stopUnless(ctx, made, command)
			})
		case other != nil:
			if err := other.wait(ctx); err != nil {
				return nil, err
			}
			continue
		}
		waits, err := live.awaitIdle(ctx)
		if err != nil {
			return nil, err
		}
		if waits {
			stale, err := live.isStale(ctx)
			if err != nil || !stale || !live.retire(ctx) {
				return live, err
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
}

// stopUnless refuses a beginning whose turn has ended, unless another's message waits for it. An interrupt that finds no
// beginning has ended the turn before this looks.
func (s *Service) stopUnless(ctx context.Context, b *beginning, command composing.DeliverMessage) error {
	running, err := s.turnRuns(ctx, command)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && !running && b.turnID == command.TurnID {
		return errStopped
	}
	return err
}

// begin notes that a session's agent is being started, which stop is to stop. Where the session has an agent, or another
// beginning is under way, it answers that instead; the other is the turn's too from then on.
func (s *Service) begin(sessionID, turnID string, stop context.CancelCauseFunc) (made, other *beginning, live *liveSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if live = s.live[sessionID]; live != nil {
		return nil, nil, live
	}
	if other = s.beginnings[sessionID]; other != nil {
		if turnID != "" {
			other.turnID = turnID
		}
		return nil, other, nil
	}
	made = &beginning{sessionID: sessionID, turnID: turnID, epoch: anyEpoch, stop: stop, over: make(chan struct{})}
	s.beginnings[sessionID] = made
	return made, nil, nil
}

// anyEpoch lets a session be started whoever had it last.
const anyEpoch int64 = -1

// startAt starts the agent process of a session under a new lease and a new token, if nobody has taken the session since
// the epoch; errOvertaken if somebody has. Check is asked under the lease, before anything is run.
func (s *Service) startAt(
	ctx context.Context, b *beginning, epoch int64, check func(ctx context.Context) error,
) (live *liveSession, err error) {
	defer s.finish(b)
	if err := s.takePlace(ctx, b.sessionID); err != nil {
		return nil, err
	}
	session, token, err := s.take(ctx, b.sessionID, epoch)
	if err != nil {
		s.leavePlace()
		return nil, err
	}
	s.holdLease(b, session.OwnerEpoch)
	if err = check(ctx); err == nil {
		live, err = s.launch(ctx, session, token)
	}
	if ctx.Err() != nil && err != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		s.leavePlace()
		return nil, errors.Join(err, s.release(ctx, session, err))
	}
	kept := s.keep(b, live)
	go live.pump(context.WithoutCancel(ctx))
	if !kept {
		live.close(context.WithoutCancel(ctx), composition.Interrupted, "")
		return nil, context.Cause(ctx)
	}
	return live, nil
}

func (s *Service) holdLease(b *beginning, epoch int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.epoch = epoch
}

// keep notes the process that a beginning came to; false if it was stopped meanwhile, so that the process is to be ended.
func (s *Service) keep(b *beginning, live *liveSession) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.stopped {
		return false
	}
	s.live[live.id] = live
	return true
}

// finish lets others begin.
func (s *Service) finish(b *beginning) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.beginnings, b.sessionID)
	close(b.over)
}

// stopBeginnings stops those that are meant, whose ends can be waited for then. Meant is asked under the mutex.
func (s *Service) stopBeginnings(why error, meant func(b *beginning) bool) (stopped []*beginning) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.beginnings {
		if meant(b) {
			b.stop(why)
			b.stopped = true
			stopped = append(stopped, b)
		}
	}
	return stopped
}

// wait returns when the beginning is over, or the context.
func (b *beginning) wait(ctx context.Context) error {
	select {
	case <-b.over:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// stopLost stops the beginnings of sessions that are deleted, or another server's by now.
func (s *Service) stopLost(ctx context.Context) {
	for id, epoch := range s.leased() {
		owned := false
		err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
			session, err := tx.SessionByID(ctx, id)
			owned = err == nil && session.OwnerEpoch == epoch
			return err
		})
		if !owned && (err == nil || fault.KindOf(err) == fault.KindNotFound) {
			s.stopBeginnings(errElsewhere, func(b *beginning) bool { return b.sessionID == id && b.epoch == epoch })
		}
	}
}

// leased are the sessions of the beginnings that have a lease, and its epoch.
func (s *Service) leased() map[string]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string]int64{}
	for id, b := range s.beginnings {
		if b.epoch != anyEpoch {
			found[id] = b.epoch
		}
	}
	return found
}
