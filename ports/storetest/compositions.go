package storetest

import (
	"context"
	"fmt"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var compositionRules = []rule{
	{"a composition comes back as it was stored", compositionComesBack},
	{"an update stores what can change", compositionUpdate},
	{"a composition that is not there is not found", unknownComposition},
	{"an id is taken once, and its creator exists", compositionRefused},
	{"lists show global ones and those of the viewer's teams, the newest first", compositionsSeen},
	{"a summary counts the drafts, and those that were not published as they are", compositionSummary},
	{"pages follow one another without gap or overlap", compositionPages},
	{"deleting takes items, revisions, turns, working copies, sessions and their events along", compositionCascade},
}

func (b *bundle) compositionByID(id string) composition.Composition {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (composition.Composition, error) {
		return tx.CompositionByID(ctx, id)
	})
}

func compositionComesBack(b *bundle) {
	s := b.scopes()
	plain, full := anyComposition(s.owner, ""), anyComposition(s.owner, s.mine.ID)
	full.TurnState, full.CurrentTurnID, full.ApplyMode = composition.AIWorking, newID(), composition.Review
	full.Pending = &composition.Pending{TurnID: newID(), ChangeSet: `{"ops": [ ]}`}
	full.TakeOverLease(newID(), composition.Window{ID: "a window", UserID: newID(), UserName: "Ada"}, noon)
	for _, c := range []composition.Composition{plain, full} {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertComposition(ctx, c) })
		equal(b, "composition", b.compositionByID(c.ID), c)
		locked := changed(b, func(ctx context.Context, tx ports.Tx) (composition.Composition, error) {
			return tx.LockComposition(ctx, c.ID)
		})
		equal(b, "locked composition", locked, c)
	}
}

func compositionUpdate(b *bundle) {
	c := b.composition()
	c.Name, c.Goal, c.Engine, c.Model, c.SessionID = "Claims", "handle claims", "builtin", "m2", newID()
	c.TurnState, c.CurrentTurnID, c.ApplyMode, c.UpdatedAt = composition.AIWorking, newID(), composition.Review, after(time.Hour)
	c.Pending = &composition.Pending{TurnID: newID(), ChangeSet: "{}"}
	until := after(time.Minute)
	c.TurnState, c.ResolvingUntil = composition.Resolving, &until
	holder := composition.Window{ID: "w", UserID: newID(), UserName: "Bo"}
	c.TakeOverLease(newID(), holder, noon)
	update := func(ctx context.Context, tx ports.Tx) error { return tx.UpdateComposition(ctx, c) }
	b.write(update)
	equal(b, "updated", b.compositionByID(c.ID), c)
	c.Pending, c.CurrentTurnID, c.ResolvingUntil = nil, "", nil
	c.Lease = composition.Lease{Epoch: 1}
	b.write(update)
	equal(b, "emptied", b.compositionByID(c.ID), c)
}

func unknownComposition(b *bundle) {
	ghost := anyComposition(b.owner(), "")
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.CompositionByID(ctx, ghost.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.LockComposition(ctx, ghost.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateComposition(ctx, ghost) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteComposition(ctx, ghost.ID) })
}

func compositionRefused(b *bundle) {
	c := b.composition()
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertComposition(ctx, c) })
	c.ID, c.CreatedBy = newID(), newID()
	b.refuse(fault.KindConflict, "in-use", func(ctx context.Context, tx ports.Tx) error { return tx.InsertComposition(ctx, c) })
}

func (b *bundle) compositionIDs(viewer ports.Viewer, page ports.Page) []string {
	b.Helper()
	listed := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Composition, error) {
		return tx.ListCompositions(ctx, viewer, page)
	})
	return each(listed, func(c composition.Composition) string { return c.ID })
}

func compositionsSeen(b *bundle) {
	s := b.scopes()
	global, mine, theirs := anyComposition(s.owner, ""), anyComposition(s.owner, s.mine.ID), anyComposition(s.owner, s.theirs.ID)
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertComposition(ctx, global), tx.InsertComposition(ctx, mine), tx.InsertComposition(ctx, theirs))
	})
	page := ports.Page{Limit: 10}
	equal(b, "member", b.compositionIDs(s.member(), page), []string{mine.ID, global.ID})
	equal(b, "stranger", b.compositionIDs(ports.Viewer{UserID: newID()}, page), []string{global.ID})
	equal(b, "everything", b.compositionIDs(ports.Viewer{Everything: true}, page), []string{theirs.ID, mine.ID, global.ID})
}

func compositionSummary(b *bundle) {
	owner := b.owner()
	one, two, other := anyComposition(owner, ""), anyComposition(owner, ""), anyComposition(owner, "")
	workflow, published := anyItem(one, composition.WorkflowItem, "w"), anyItem(one, composition.ActionTypeItem, "a")
	changed, removed := anyItem(one, composition.ToolItem, "t"), anyItem(one, composition.ToolItem, "r")
	published.PublishedRevision, changed.PublishedRevision, removed.RemovedTurnID = published.ContentRevision, "sha256:0", newID()
	second := anyItem(two, composition.WorkflowItem, "w")
	b.write(func(ctx context.Context, tx ports.Tx) error {
		for _, c := range []composition.Composition{one, two, other} {
			if err := tx.InsertComposition(ctx, c); err != nil {
				return err
			}
		}
		for _, i := range []composition.Item{workflow, published, changed, removed, second} {
			if err := tx.InsertItem(ctx, i, firstRevision(i)); err != nil {
				return err
			}
		}
		return tx.UpdateItem(ctx, removed)
	})
	summarize := func(ids ...string) map[string]composition.Summary {
		return stored(b, func(ctx context.Context, tx ports.Tx) (map[string]composition.Summary, error) {
			return tx.SummarizeCompositions(ctx, ids)
		})
	}
	equal(b, "two", summarize(one.ID, two.ID, newID()), map[string]composition.Summary{
		one.ID: {Drafts: 3, Unpublished: 2}, two.ID: {Drafts: 1, Unpublished: 1},
	})
	equal(b, "none", summarize(), map[string]composition.Summary{})
}

func compositionPages(b *bundle) {
	owner := b.owner()
	var want []string
	for i := range 5 {
		c := anyComposition(owner, "")
		c.Name = fmt.Sprint("number ", i)
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertComposition(ctx, c) })
		want = append([]string{c.ID}, want...)
	}
	everything := ports.Viewer{Everything: true}
	var got []string
	for page := (ports.Page{Limit: 2}); ; page.Before = got[len(got)-1] {
		ids := b.compositionIDs(everything, page)
		if len(ids) == 0 {
			break
		}
		got = append(got, ids...)
	}
	equal(b, "ids of all pages", got, want)
}

func compositionCascade(b *bundle) {
	c := b.composition()
	item, turn := anyItem(c, composition.WorkflowItem, "workflow"), anyTurn(c)
	first := firstRevision(item)
	session := composition.Session{ID: newID(), CompositionID: c.ID, Status: composition.SessionStopped, CreatedAt: noon}
	b.write(func(ctx context.Context, tx ports.Tx) error {
		err := all(tx.InsertItem(ctx, item, first), tx.InsertTurn(ctx, turn), tx.InsertSession(ctx, session),
			tx.InsertWorkingCopy(ctx, composition.WorkingCopy{TurnID: turn.ID, Content: "{}", CreatedAt: noon}))
		if err != nil {
			return err
		}
		_, err = tx.AppendSessionEvent(ctx, composition.SessionEvent{SessionID: session.ID, Kind: "text", Data: "{}", At: noon})
		return err
	})
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteComposition(ctx, c.ID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.ItemByID(ctx, c.ID, item.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ItemRevisionByID(ctx, item.ID, first.ID)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.TurnByID(ctx, c.ID, turn.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.LatestWorkingCopy(ctx, turn.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.SessionByID(ctx, session.ID); return err })
	events := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.SessionEvent, error) {
		return tx.ListSessionEvents(ctx, session.ID, 0, 10)
	})
	equal(b, "session events", events, []composition.SessionEvent{})
}
