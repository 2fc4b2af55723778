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
	err := s.restart(ctx, command)
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

// restart ends the process of before the command, or its start, and starts another.
func (s *Service) restart(ctx context.Context, command composing.RestartSession) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	for ctx.Err() == nil {
		s.stopBeginnings(errStopped, func(b *beginning) bool {
			return b.sessionID == command.SessionID && b.epoch != anyEpoch && b.epoch <= command.Epoch
		})
		made, other, live := s.begin(command.SessionID, "", stop)
		switch {
		case made != nil:
			_, err := s.startAt(ctx, made, command.Epoch+1, func(context.Context) error { return nil })
			return err
		case other != nil:
			if err := other.wait(ctx); err != nil {
				return err
			}
		case live.epoch > command.Epoch:
			return errOvertaken
		default:
			live.close(ctx, composition.Interrupted, "")
		}
	}
	return context.Cause(ctx)
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
	return errors.As(err, new(fullError)) || errors.Is(err, errOvertaken) || errors.Is(err, errElsewhere) ||
		errors.Is(err, errStopped) || fault.KindOf(err) == fault.KindNotFound
}
