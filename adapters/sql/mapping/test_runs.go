package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
)

// InsertTestRun implements ports.TestRuns.
func (t *Tx) InsertTestRun(ctx context.Context, run composition.TestRun) error {
	return t.err(t.q.InsertTestRun(ctx, rows.InsertTestRunParams{
		ID: run.ID, CompositionID: run.CompositionID, TurnID: orNull(run.TurnID), Type: string(run.Type), Name: run.Name,
		ContentRevision: string(run.ContentRevision), StartedBy: run.StartedBy, StartedAt: stamp(run.StartedAt),
		EndedAt: stampOrNull(run.EndedAt), Ok: run.OK, Summary: run.Summary, Result: run.Result,
	}))
}

// EndTestRun implements ports.TestRuns.
func (t *Tx) EndTestRun(ctx context.Context, run composition.TestRun) error {
	n, err := t.q.EndTestRun(ctx, rows.EndTestRunParams{
		ID: run.ID, EndedAt: stampOrNull(run.EndedAt), Ok: run.OK, Summary: run.Summary, Result: run.Result,
	})
	return t.changed(n, err, "test run", run.ID)
}

// TestRunByID implements ports.TestRuns.
func (t *Tx) TestRunByID(ctx context.Context, compositionID, id string) (composition.TestRun, error) {
	row, err := t.q.TestRunByID(ctx, rows.TestRunByIDParams{CompositionID: compositionID, ID: id})
	if err != nil {
		return composition.TestRun{}, t.found(err, "test run", id)
	}
	return testRunOf(row), nil
}

// ListTestRunsOfTurn implements ports.TestRuns.
func (t *Tx) ListTestRunsOfTurn(ctx context.Context, turnID string) ([]composition.TestRun, error) {
	found, err := t.q.ListTestRunsOfTurn(ctx, rows.ListTestRunsOfTurnParams{TurnID: orNull(turnID)})
	return mapAll(found, testRunOf), t.err(err)
}

func testRunOf(row rows.TestRun) composition.TestRun {
	return composition.TestRun{
		ID: row.ID, CompositionID: row.CompositionID, TurnID: orEmpty(row.TurnID), Type: composition.ItemType(row.Type), Name: row.Name,
		ContentRevision: revision.Revision(row.ContentRevision), StartedBy: row.StartedBy, StartedAt: row.StartedAt, EndedAt: row.EndedAt,
		OK: row.Ok, Summary: row.Summary, Result: row.Result,
	}
}
