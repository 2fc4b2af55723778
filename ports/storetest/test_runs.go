package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

var testRunRules = []rule{
	{"a test run comes back as it began and as it ended", testRunComesBack},
	{"a turn's test runs are listed in the order in which they began", testRunsListed},
	{"test runs go with their composition", testRunsGo},
}

func anyTestRun(compositionID, turnID string) composition.TestRun {
	return composition.TestRun{
		ID: newID(), CompositionID: compositionID, TurnID: turnID, Type: composition.ToolItem, Name: "look", ContentRevision: "sha256:1",
		StartedBy: newID(), StartedAt: noon,
	}
}

func (b *bundle) testRun(run composition.TestRun) composition.TestRun {
	b.Helper()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTestRun(ctx, run) })
	return run
}

func testRunComesBack(b *bundle) {
	run := b.testRun(anyTestRun(b.composition().ID, ""))
	look := func(ctx context.Context, tx ports.Tx) (composition.TestRun, error) {
		return tx.TestRunByID(ctx, run.CompositionID, run.ID)
	}
	equal(b, "as it began", stored(b, look), run)
	run.End(true, "it works", `{"z":1.50,"a":1}`, after(time.Second))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.EndTestRun(ctx, run) })
	equal(b, "as it ended", stored(b, look), run)
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.TestRunByID(ctx, newID(), run.ID)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		return tx.EndTestRun(ctx, anyTestRun(run.CompositionID, ""))
	})
}

func testRunsListed(b *bundle) {
	turn := b.turn()
	b.testRun(anyTestRun(turn.CompositionID, ""))
	one, two := b.testRun(anyTestRun(turn.CompositionID, turn.ID)), b.testRun(anyTestRun(turn.CompositionID, turn.ID))
	list := func(turnID string) []composition.TestRun {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.TestRun, error) {
			return tx.ListTestRunsOfTurn(ctx, turnID)
		})
	}
	equal(b, "of the turn", list(turn.ID), []composition.TestRun{one, two})
	equal(b, "of no turn", list(newID()), []composition.TestRun{})
}

func testRunsGo(b *bundle) {
	turn := b.turn()
	run := b.testRun(anyTestRun(turn.CompositionID, turn.ID))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteComposition(ctx, turn.CompositionID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.EndTestRun(ctx, run) })
}
