package ports

import (
	"context"

	"heddle.dev/heddle/domain/composition"
)

// TestRuns are the runs of drafts, to see whether they work.
type TestRuns interface {
	InsertTestRun(ctx context.Context, run composition.TestRun) error
	// EndTestRun stores how a run came out; not-found where the composition was deleted meanwhile.
	EndTestRun(ctx context.Context, run composition.TestRun) error
	TestRunByID(ctx context.Context, compositionID, id string) (composition.TestRun, error)
	// ListTestRunsOfTurn lists the oldest first.
	ListTestRunsOfTurn(ctx context.Context, turnID string) ([]composition.TestRun, error)
}
