package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
)

// OpenQuestion implements ports.Questions.
func (t *Tx) OpenQuestion(ctx context.Context, q composition.Question) error {
	return t.err(t.q.OpenQuestion(ctx, rows.OpenQuestionParams{
		SessionID: q.SessionID, ID: q.ID, TurnID: q.TurnID, Text: q.Text, AskedAt: stamp(q.AskedAt),
	}))
}

// QuestionByID implements ports.Questions.
func (t *Tx) QuestionByID(ctx context.Context, sessionID, id string) (composition.Question, error) {
	row, err := t.q.QuestionByID(ctx, rows.QuestionByIDParams{SessionID: sessionID, ID: id})
	return questionOf(row), t.found(err, "question", id)
}

// AnswerQuestion implements ports.Questions.
func (t *Tx) AnswerQuestion(ctx context.Context, q composition.Question) (bool, error) {
	n, err := t.q.AnswerQuestion(ctx, rows.AnswerQuestionParams{
		SessionID: q.SessionID, ID: q.ID, AnsweredBy: orNull(q.AnsweredBy), AnsweredAt: stampOrNull(q.AnsweredAt),
		AnswerTurnID: orNull(q.AnswerTurnID),
	})
	return n > 0, t.err(err)
}

// CloseQuestion implements ports.Questions.
func (t *Tx) CloseQuestion(ctx context.Context, sessionID, id string) (bool, error) {
	n, err := t.q.CloseQuestion(ctx, rows.CloseQuestionParams{SessionID: sessionID, ID: id})
	return n > 0, t.err(err)
}

// ListOpenQuestions implements ports.Questions.
func (t *Tx) ListOpenQuestions(ctx context.Context, sessionID string) ([]composition.Question, error) {
	found, err := t.q.ListOpenQuestions(ctx, rows.ListOpenQuestionsParams{SessionID: sessionID})
	return mapAll(found, questionOf), t.err(err)
}

func questionOf(row rows.SessionQuestion) composition.Question {
	return composition.Question{
		SessionID: row.SessionID, ID: row.ID, TurnID: row.TurnID, Text: row.Text, State: composition.QuestionState(row.State),
		AskedAt: row.AskedAt, AnsweredBy: orEmpty(row.AnsweredBy), AnsweredAt: row.AnsweredAt, AnswerTurnID: orEmpty(row.AnswerTurnID),
	}
}
