package composing

import (
	"context"
	"strings"

	"heddle.dev/heddle/app/asking"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Answer answers a question that the session's agent asked. While its turn runs, the answer reaches the agent through a
// job; where the question was the last word of a turn, the answer is the message of a new one. It answers the question
// with the turn that goes on. One that is not open is a conflict fault (no-question).
func (s *Service) Answer(
	ctx context.Context, actor access.Actor, sessionID, questionID, text string, key idempotency.Key,
) (question composition.Question, err error) {
	if strings.TrimSpace(text) == "" {
		return question, fault.New(fault.KindInvalid, "empty-answer", "the answer is empty")
	}
	session, err := s.GetSession(ctx, actor, sessionID)
	if err != nil {
		return question, err
	}
	err = s.change(ctx, actor, access.CompositionEdit, session.CompositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		_, repeated, err := key.Claim(ctx, tx, questionID, s.clock.Now())
		if err != nil {
			return err
		}
		if repeated {
			question, err = tx.QuestionByID(ctx, sessionID, questionID)
			return err
		}
		if question, err = asking.Find(ctx, tx, sessionID, questionID); err != nil {
			return err
		}
		answer := asking.Answer{QuestionID: questionID, Text: text, UserID: actor.ID(), TurnID: question.TurnID, At: s.clock.Now()}
		if c.CurrentTurnID == question.TurnID {
			err = s.passOn(ctx, tx, c, question, answer)
		} else {
			answer.TurnID = s.newID()
			err = s.startWithAnswer(ctx, tx, c, question, answer)
		}
		if err != nil {
			return err
		}
		question, err = tx.QuestionByID(ctx, sessionID, questionID)
		return err
	})
	return question, err
}

// passOn has the answer delivered to the agent that waits for it.
func (s *Service) passOn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, question composition.Question, answer asking.Answer,
) error {
	if err := asking.Take(ctx, tx, question, answer, s.storeFor(tx, c)); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, DeliverAnswerJob, DeliverAnswer{
		CompositionID: c.ID, SessionID: question.SessionID, TurnID: question.TurnID, QuestionID: question.ID,
		Question: question.Text, Answer: answer.Text, UserID: answer.UserID,
	}, "")
}

// startWithAnswer starts a turn whose message is the answer.
func (s *Service) startWithAnswer(
	ctx context.Context, tx ports.Tx, c *composition.Composition, question composition.Question, answer asking.Answer,
) error {
	if err := asking.Take(ctx, tx, question, answer, s.storeFor(tx, c)); err != nil {
		return err
	}
	return s.startTurn(ctx, tx, c, newTurn(c.ID, answer.TurnID, answer.Text, answer.UserID, answer.At), Message{
		Text: answer.Text, answers: question.Text,
	})
}

// storeFor is how asking stores events of the composition's conversation.
func (s *Service) storeFor(tx ports.Tx, c *composition.Composition) asking.Store {
	return func(ctx context.Context, event composition.SessionEvent) error {
		return s.StoreSessionEvent(ctx, tx, c, event)
	}
}

// TakeAnswer does what can be done with an answer whose agent was gone when it came there: it starts a turn with it,
// unless a person ended the turn, or began another.
func (h Host) TakeAnswer(ctx context.Context, tx ports.Tx, command DeliverAnswer) error {
	s := h.service
	c, err := tx.LockComposition(ctx, command.CompositionID)
	if err != nil {
		return err
	}
	turn, err := tx.TurnByID(ctx, c.ID, command.TurnID)
	if err != nil || turn.Outcome == composition.Interrupted {
		return err
	}
	if c.CurrentTurnID != "" {
		return s.storeNotice(ctx, tx, &c, c.CurrentTurnID, "The agent that had asked “"+OnOneLine(command.Question)+
			"” was gone before the answer reached it. If it still counts, say it in a message.")
	}
	started := newTurn(c.ID, s.newID(), command.Answer, command.UserID, s.clock.Now())
	return s.startTurn(ctx, tx, &c, started, Message{Text: command.Answer, answers: command.Question})
}
