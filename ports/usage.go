package ports

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/usage"
)

// Questions are what agents ask people.
type Questions interface {
	// OpenQuestion stores a question as open; one of the session with the same id is replaced.
	OpenQuestion(ctx context.Context, q composition.Question) error
	QuestionByID(ctx context.Context, sessionID, id string) (composition.Question, error)
	// AnswerQuestion stores that an open question was answered (by AnsweredBy, AnsweredAt, AnswerTurnID); it answers false,
	// and changes nothing, where the question is not open.
	AnswerQuestion(ctx context.Context, q composition.Question) (bool, error)
	// CloseQuestion closes an open question without an answer; it answers false where the question is not open.
	CloseQuestion(ctx context.Context, sessionID, id string) (bool, error)
	// ListOpenQuestions lists the session's in the order in which they were asked.
	ListOpenQuestions(ctx context.Context, sessionID string) ([]composition.Question, error)
}

// UsageRecords are the uses of language models. They stay when what they were made for is deleted.
type UsageRecords interface {
	InsertUsage(ctx context.Context, r usage.Record) error
	// SumUsage sums what the viewer may see, by key.
	SumUsage(ctx context.Context, viewer Viewer, by usage.Grouping, span Span) ([]usage.Sum, error)
	// ListUsage lists what the viewer may see, the newest first.
	ListUsage(ctx context.Context, viewer Viewer, span Span, page Page) ([]usage.Record, error)
}

// Span is the time from From on and before Until. Of records of use, viewers may see their own and those of their teams.
type Span struct{ From, Until time.Time }
