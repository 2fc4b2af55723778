package assisting

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/asking"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Answer answers a question that the session's agent asked. While its turn runs, the answer reaches the agent through a
// job; where the question was the last word of a turn, the answer is the message of a new one. One that is not open is a
// conflict fault (no-question).
func (s *Service) Answer(
	ctx context.Context, actor access.Actor, sessionID, questionID, text string, key idempotency.Key,
) (question composition.Question, err error) {
	if strings.TrimSpace(text) == "" {
		return question, fault.New(fault.KindInvalid, "empty-answer", "the answer is empty")
	}
	err = s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
		_, repeated, err := key.Claim(ctx, tx, questionID, s.clock.Now())
		if err != nil {
			return err
		}
		if !repeated {
			if err := s.answer(ctx, tx, session, questionID, text, actor.ID()); err != nil {
				return err
			}
		}
		question, err = tx.QuestionByID(ctx, sessionID, questionID)
		return err
	})
	return question, err
}

func (s *Service) answer(ctx context.Context, tx ports.Tx, session *composition.Session, questionID, text, userID string) error {
	question, err := asking.Find(ctx, tx, session.ID, questionID)
	if err != nil {
		return err
	}
	answer := asking.Answer{QuestionID: questionID, Text: text, UserID: userID, TurnID: question.TurnID, At: s.clock.Now()}
	waits := session.CurrentTurnID == question.TurnID
	if !waits {
		answer.TurnID = s.newID()
	}
	if err := asking.Take(ctx, tx, question, answer, s.storeFor(tx, *session)); err != nil {
		return err
	}
	if !waits {
		return s.startWithAnswer(ctx, tx, session, answer.TurnID, question.Text, text, userID)
	}
	return s.command(ctx, tx, composing.DeliverAnswerJob, composing.DeliverAnswer{
		SessionID: session.ID, TurnID: question.TurnID, QuestionID: question.ID, Question: question.Text, Answer: text, UserID: userID,
	}, "")
}

// startWithAnswer starts a turn whose message is the answer to a question.
func (s *Service) startWithAnswer(
	ctx context.Context, tx ports.Tx, session *composition.Session, turnID, question, answer, userID string,
) error {
	turn := Turn{ID: turnID, SessionID: session.ID, Message: answer, StartedBy: userID}
	return s.startTurn(ctx, tx, session, turn, composing.AnswerForAgent(question))
}

// storeFor is how asking stores entries of the session's conversation.
func (s *Service) storeFor(tx ports.Tx, session composition.Session) asking.Store {
	return func(ctx context.Context, event composition.SessionEvent) error {
		return s.storeEntry(ctx, tx, session, event)
	}
}

// TakeAnswer does what can be done with an answer whose agent was gone when it came there: it starts a turn with it,
// unless a person ended the turn, or began another.
func (h Host) TakeAnswer(ctx context.Context, tx ports.Tx, command composing.DeliverAnswer) error {
	s := h.service
	session, err := tx.LockSession(ctx, command.SessionID)
	if err != nil {
		return err
	}
	outcome, err := outcomeOf(ctx, tx, session.ID, command.TurnID)
	if err != nil || outcome == composition.Interrupted {
		return err
	}
	if session.CurrentTurnID != "" {
		return s.storeNotice(ctx, tx, session, "The agent that had asked “"+composing.OnOneLine(command.Question)+
			"” was gone before the answer reached it. If it still counts, say it in a message.")
	}
	return s.startWithAnswer(ctx, tx, &session, s.newID(), command.Question, command.Answer, command.UserID)
}

// pageSize is how many entries of a conversation are read at once.
const pageSize = 200

// outcomeOf looks up in the conversation how a turn ended; empty for a turn that has not. It reads through all of it, which
// only happens where an agent went away between an answer and its delivery.
func outcomeOf(ctx context.Context, tx ports.Tx, sessionID, turnID string) (composition.Outcome, error) {
	for after := int64(0); ; {
		entries, err := tx.ListSessionEvents(ctx, sessionID, after, pageSize)
		if err != nil {
			return "", err
		}
		for _, entry := range entries {
			if after = entry.Seq; entry.Kind == entryEnd && entry.TurnID == turnID {
				var end turnEnd
				err := json.Unmarshal([]byte(entry.Data), &end)
				return end.Outcome, err
			}
		}
		if len(entries) < pageSize {
			return "", nil
		}
	}
}
