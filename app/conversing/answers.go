package conversing

import (
	"context"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// DeliverAnswer is the handler of composing.DeliverAnswerJob: it gives an answer to the agent that asked. Where that is
// gone, the answer is left to the session's host once the turn has ended.
func (s *Service) DeliverAnswer(ctx context.Context, job ports.Job) error {
	var command composing.DeliverAnswer
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	s.mu.Lock()
	session := s.live[command.SessionID]
	s.mu.Unlock()
	if session != nil {
		delivered, err := session.answer(ctx, command)
		if err != nil {
			return err
		}
		if delivered {
			return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
		}
	} else {
		elsewhere, err := s.runsElsewhere(ctx, command.SessionID)
		if err != nil {
			return err
		}
		if elsewhere {
			return s.handOver(ctx, job, command.SessionID)
		}
	}
	return s.takeAnswer(ctx, job, command)
}

// takeAnswer leaves an answer to the host, or looks again in a moment where the turn's end is not stored yet.
func (s *Service) takeAnswer(ctx context.Context, job ports.Job, command composing.DeliverAnswer) error {
	session := composition.Session{ID: command.SessionID, CompositionID: command.CompositionID}
	host := s.hosts.of(session)
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		err := host.LockTurns(ctx, tx, session)
		if err != nil && fault.KindOf(err) == fault.KindNotFound {
			return jobs.Finish(ctx, tx, job) // the session was deleted
		}
		if err != nil {
			return err
		}
		running, err := host.Runs(ctx, tx, session, command.TurnID)
		if err != nil {
			return err
		}
		if running { // whoever has the session ends the turn, or lets its lease pass
			return s.lookAgain(ctx, tx, job)
		}
		if err := host.TakeAnswer(ctx, tx, command); err != nil {
			return err
		}
		return jobs.Finish(ctx, tx, job)
	})
}

// lookAgain puts a job off for a moment.
func (s *Service) lookAgain(ctx context.Context, tx ports.Tx, job ports.Job) error {
	held, err := tx.RetryJob(ctx, job, s.clock.Now().Add(again), "the end of the agent is not stored yet")
	if err == nil && !held {
		return jobs.ErrLost
	}
	return err
}

// codeNoQuestion is the code of the fault of an agent that does not wait for the answer.
const codeNoQuestion = "no-question"

// answer gives the agent an answer; false if it does not wait for one, since its turn is over. An agent that can't be
// told is ended: nobody knows what it got.
func (l *liveSession) answer(ctx context.Context, command composing.DeliverAnswer) (delivered bool, err error) {
	l.mu.Lock()
	current, before := l.turnID, l.answered[command.QuestionID]
	l.mu.Unlock()
	if before || current != command.TurnID {
		return before, nil
	}
	err = hiddenIn(l.mask, l.agent.Answer(ctx, command.QuestionID, command.Answer))
	switch {
	case err == nil:
		l.mu.Lock()
		l.answered[command.QuestionID] = true
		delete(l.asking, command.QuestionID)
		l.mu.Unlock()
		return true, nil
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case fault.CodeOf(err) == codeNoQuestion:
		return false, nil // it waits no more, and is told once its turn is over
	}
	l.service.log.Warn("an answer could not be given to the agent", "session", l.id, "question", command.QuestionID, "error", err)
	l.close(ctx, composition.Failed, "The agent could not be given the answer: "+messageOf(err))
	return false, nil
}
