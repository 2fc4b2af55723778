package conversing

import (
	"context"
	"time"

	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// errElsewhere says that another server owns the agent session.
var errElsewhere = fault.New(fault.KindUnavailable, "session-elsewhere", "another server runs this agent session")

// again is the pause before a command is tried again whose session this server itself had to give up: until that
// lease has passed, nobody can take it.
const again = 200 * time.Millisecond

// handOver gives a command to the session's owner. Commands are meant for the owner from the start; it comes to this
// when the session changed hands in between.
func (s *Service) handOver(ctx context.Context, job ports.Job, sessionID string) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := tx.SessionByID(ctx, sessionID)
		if err != nil && fault.KindOf(err) != fault.KindNotFound {
			return err
		}
		at := s.clock.Now()
		job.Target = session.Server()
		if job.Target == s.config.Owner || job.Target == "" {
			job.Target, at = "", at.Add(again)
		}
		held, err := tx.RetryJob(ctx, job, at, errElsewhere.Message)
		if err == nil && !held {
			return jobs.ErrLost
		}
		return err
	})
}

// runsElsewhere tells whether another server holds the session's lease.
func (s *Service) runsElsewhere(ctx context.Context, sessionID string) (elsewhere bool, err error) {
	var session composition.Session
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		session, err = tx.SessionByID(ctx, sessionID)
		return err
	})
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return false, nil
	}
	return session.Owner != s.owner() && session.LeaseUntil != nil && session.LeaseUntil.After(s.clock.Now()), err
}
