package conversing

import (
	"context"
	"errors"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// RestartSession is the handler of composing.RestartSessionJob: it ends the process that the session had, and starts
// another, unless that was done already: by a message that came first, or by a later restart. An agent that can't be
// started is tried again with the next message.
func (s *Service) RestartSession(ctx context.Context, job ports.Job) error {
	var command composing.RestartSession
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	s.mu.Lock()
	session := s.live[command.SessionID]
	s.mu.Unlock()
	if session != nil && session.epoch <= command.Epoch {
		session.close(ctx, composition.Interrupted, "")
	}
	_, err := s.startAt(ctx, command.SessionID, command.Epoch+1)
	s.leaveLine(command.SessionID) // where all agents are busy, the next message starts it
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if err != nil && !startedSince(err) {
			s.log.Warn("an agent could not be restarted", "session", command.SessionID, "error", err)
			if err := s.tellRestartFailed(ctx, tx, command.SessionID, messageOf(err)); err != nil {
				return err
			}
		}
		return jobs.Finish(ctx, tx, job)
	})
}

// tellRestartFailed tells people that the agent of a session could not be started again, and why.
func (s *Service) tellRestartFailed(ctx context.Context, tx ports.Tx, sessionID, reason string) error {
	session, err := tx.SessionByID(ctx, sessionID)
	if err == nil {
		err = s.hosts.of(session).Notify(ctx, tx, session, "The agent could not be started again: "+reason)
	}
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil // the session was deleted meanwhile
	}
	return err
}

// errOvertaken says that a session's process was started by somebody else meanwhile.
var errOvertaken = fault.New(fault.KindConflict, "session-overtaken", "the agent session was started meanwhile")

// startedSince tells whether a start failed since there is nothing left to start.
func startedSince(err error) bool {
	return errors.As(err, new(fullError)) || errors.Is(err, errOvertaken) || errors.Is(err, errElsewhere) || fault.KindOf(err) == fault.KindNotFound
}
