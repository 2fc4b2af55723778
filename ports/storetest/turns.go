package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var turnRules = []rule{
	{"a turn comes back as it was stored, running and ended", turnComesBack},
	{"a turn of another composition, or none, is not found", unknownTurn},
	{"turns come the newest first, in pages", turnsInOrder},
	{"a turn needs its composition", turnRefused},
	{"working copies are numbered, the latest is found", workingCopies},
	{"steps come in the order in which they were applied", stepsInOrder},
	{"steps before the work was started anew are left out", stepsSinceRestart},
}

func turnComesBack(b *bundle) {
	turn := b.turn()
	look := func(ctx context.Context, tx ports.Tx) (composition.Turn, error) {
		return tx.TurnByID(ctx, turn.CompositionID, turn.ID)
	}
	equal(b, "running", stored(b, look), turn)
	turn.Touch("tool/search")
	turn.Touch("action-type/\"quoted\"")
	turn.Drafts, turn.Reprompted = []string{"tool/search"}, true
	turn.End(composition.Completed, `{"ops":[{"op":"removeNode","id":"n"}]}`,
		composition.Receipt{OpsApplied: 1, Summary: "removed n", ItemsSaved: []string{"tool/search"}, ProblemsAfter: 2}, after(time.Minute))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateTurn(ctx, turn) })
	equal(b, "ended", stored(b, look), turn)
}

func unknownTurn(b *bundle) {
	turn := b.turn()
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.TurnByID(ctx, newID(), turn.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.LatestWorkingCopy(ctx, turn.ID); return err })
	turn.ID = newID()
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateTurn(ctx, turn) })
}

func turnsInOrder(b *bundle) {
	c := b.composition()
	turns := []composition.Turn{anyTurn(c), anyTurn(c), anyTurn(c)}
	turns[1].AgentTokenID = newID()
	for _, turn := range turns {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTurn(ctx, turn) })
	}
	list := func(page ports.Page) []composition.Turn {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Turn, error) {
			return tx.ListTurns(ctx, c.ID, page)
		})
	}
	equal(b, "first page", list(ports.Page{Limit: 2}), []composition.Turn{turns[2], turns[1]})
	equal(b, "second page", list(ports.Page{Before: turns[1].ID, Limit: 2}), []composition.Turn{turns[0]})
	equal(b, "behind the last", list(ports.Page{Before: turns[0].ID, Limit: 2}), []composition.Turn{})
}

func turnRefused(b *bundle) {
	turn := b.turn()
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertTurn(ctx, turn) })
	turn.ID, turn.CompositionID = newID(), newID()
	b.refuse(fault.KindConflict, "in-use", func(ctx context.Context, tx ports.Tx) error { return tx.InsertTurn(ctx, turn) })
}

func workingCopies(b *bundle) {
	first := composition.WorkingCopy{TurnID: b.turn().ID, Content: `{"nodes":[]}`, ContentRevision: "sha256:1", CreatedAt: noon}
	second := first.Next(`{"ops":[]}`, `{"nodes":[1.0]}`, "sha256:2", after(time.Second))
	latest := func(ctx context.Context, tx ports.Tx) (composition.WorkingCopy, error) {
		return tx.LatestWorkingCopy(ctx, first.TurnID)
	}
	for _, w := range []composition.WorkingCopy{first, second} {
		insert := func(ctx context.Context, tx ports.Tx) error { return tx.InsertWorkingCopy(ctx, w) }
		b.write(insert)
		equal(b, "latest", stored(b, latest), w)
		b.taken(insert)
	}
}

func (b *bundle) steps(turnID string) []composition.Step {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Step, error) { return tx.ListSteps(ctx, turnID) })
}

func (b *bundle) insertCopy(w composition.WorkingCopy) composition.WorkingCopy {
	b.Helper()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertWorkingCopy(ctx, w) })
	return w
}

func stepsInOrder(b *bundle) {
	w := b.insertCopy(composition.WorkingCopy{TurnID: b.turn().ID, Content: "{}", CreatedAt: noon})
	equal(b, "none yet", b.steps(w.TurnID), []composition.Step{})
	var want []composition.Step
	for _, set := range []string{`{"n":2}`, `{"n":1}`, `{"n":3}`} {
		w = b.insertCopy(w.Next(set, "{}", "sha256:1", noon))
		want = append(want, composition.Step{Seq: w.Seq, ChangeSet: set})
	}
	equal(b, "steps", b.steps(w.TurnID), want)
}

func stepsSinceRestart(b *bundle) {
	w := b.insertCopy(composition.WorkingCopy{TurnID: b.turn().ID, ChangeSet: `{"an earlier turn's":0}`, Content: "{}", CreatedAt: noon})
	equal(b, "an earlier turn's set", b.steps(w.TurnID), []composition.Step{{Seq: 0, ChangeSet: w.ChangeSet}})
	w = b.insertCopy(w.Next(`{"n":1}`, "{}", "sha256:1", noon))
	w = b.insertCopy(w.Restart("{}", "sha256:2", noon))
	equal(b, "anew", b.steps(w.TurnID), []composition.Step{})
	w = b.insertCopy(w.Next(`{"n":2}`, "{}", "sha256:3", noon))
	equal(b, "since then", b.steps(w.TurnID), []composition.Step{{Seq: 3, ChangeSet: w.ChangeSet}})
}
