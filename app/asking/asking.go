// Package asking keeps the questions that agents ask people, whatever their sessions belong to.
package asking

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// The kinds of session events about questions, besides the agent's own.
const (
	AnswerEvent = "answer"          // {questionId, text, userId}
	ClosedEvent = "question-closed" // {questionId}
)

// Store appends an event to the conversation of a session, and shows it.
type Store func(ctx context.Context, event composition.SessionEvent) error

// Answer is what a person answered.
type Answer struct {
	QuestionID string
	Text       string
	UserID     string
	TurnID     string // that goes on with the answer: the question's, or one that the answer starts
	At         time.Time
}

// Open notes that an agent asked a question in a turn.
func Open(ctx context.Context, tx ports.Tx, sessionID, turnID string, asked ports.Question, at time.Time) error {
	if turnID == "" {
		return nil // said between turns; nobody waits for an answer
	}
	return tx.OpenQuestion(ctx, composition.Question{SessionID: sessionID, ID: asked.ID, TurnID: turnID, Text: asked.Text, AskedAt: at})
}

// Find answers an open question of the session. Any other is a conflict fault (no-question).
func Find(ctx context.Context, tx ports.Tx, sessionID, questionID string) (composition.Question, error) {
	found, err := tx.QuestionByID(ctx, sessionID, questionID)
	switch {
	case err != nil && fault.KindOf(err) == fault.KindNotFound:
		return found, fault.New(fault.KindConflict, "no-question", "the agent has asked no question %q in this session", questionID)
	case err != nil:
		return found, err
	case found.State == composition.QuestionAnswered:
		return found, fault.New(fault.KindConflict, "no-question", "the question %q was answered already", questionID)
	case found.State != composition.QuestionOpen:
		return found, fault.New(fault.KindConflict, "no-question", "the question %q is closed, since its turn has ended; send a message instead", questionID)
	}
	return found, nil
}

// Take stores the answer to an open question, and shows it.
func Take(ctx context.Context, tx ports.Tx, question composition.Question, answer Answer, store Store) error {
	question.AnsweredBy, question.AnsweredAt, question.AnswerTurnID = answer.UserID, &answer.At, answer.TurnID
	if held, err := tx.AnswerQuestion(ctx, question); err != nil || !held {
		return err
	}
	data, err := json.Marshal(map[string]string{"questionId": question.ID, "text": answer.Text, "userId": answer.UserID}, json.Deterministic(true))
	if err != nil {
		return err
	}
	return store(ctx, composition.SessionEvent{
		SessionID: question.SessionID, Kind: AnswerEvent, TurnID: question.TurnID, Data: string(data), At: answer.At,
	})
}

// Close closes the session's open questions: all of them where a turn begins, those of a turn (turnID) where one ends.
func Close(ctx context.Context, tx ports.Tx, sessionID, turnID string, at time.Time, store Store) error {
	open, err := tx.ListOpenQuestions(ctx, sessionID)
	if err != nil {
		return err
	}
	for _, question := range open {
		if turnID != "" && question.TurnID != turnID {
			continue
		}
		if err := closeOne(ctx, tx, question, at, store); err != nil {
			return err
		}
	}
	return nil
}

func closeOne(ctx context.Context, tx ports.Tx, question composition.Question, at time.Time, store Store) error {
	if held, err := tx.CloseQuestion(ctx, question.SessionID, question.ID); err != nil || !held {
		return err
	}
	data, err := json.Marshal(map[string]string{"questionId": question.ID})
	if err != nil {
		return err
	}
	return store(ctx, composition.SessionEvent{
		SessionID: question.SessionID, Kind: ClosedEvent, TurnID: question.TurnID, Data: string(data), At: at,
	})
}
