package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

func removedItem(b *bundle) {
	c := b.composition()
	i := anyItem(c, composition.ToolItem, "tool")
	b.write(b.insertItem(i))
	i.Remove(newID(), after(time.Minute))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.ItemByID(ctx, c.ID, i.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ItemByName(ctx, c.ID, i.Type, i.Name)
		return err
	})
	listed := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Item, error) { return tx.ListItems(ctx, c.ID) })
	equal(b, "items left", len(listed), 0)
	removed := func(turnID string) []composition.Item {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Item, error) {
			return tx.ListRemovedItems(ctx, turnID)
		})
	}
	equal(b, "removed by another", len(removed(newID())), 0)
	equal(b, "removed", removed(i.RemovedTurnID), []composition.Item{i})
	b.write(b.insertItem(anyItem(c, composition.ToolItem, "tool")))
}

func itemHistory(b *bundle) {
	i := b.workflowItem()
	second, third := firstRevision(i), firstRevision(i)
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertItemRevision(ctx, second), tx.InsertItemRevision(ctx, third))
	})
	list := func(after string, limit int) []composition.Revision {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Revision, error) {
			return tx.ListItemHistory(ctx, i.ID, after, limit)
		})
	}
	equal(b, "behind the first", list(list("", 1)[0].ID, 10), []composition.Revision{second, third})
	equal(b, "limit", len(list("", 2)), 2)
	before := stored(b, func(ctx context.Context, tx ports.Tx) (composition.Revision, error) {
		return tx.ItemRevisionBefore(ctx, i.ID, third.ID)
	})
	equal(b, "before the third", before, second)
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ItemRevisionBefore(ctx, i.ID, list("", 1)[0].ID)
		return err
	})
}

func turnRevisions(b *bundle) {
	i, other := b.workflowItem(), b.workflowItem()
	turnID := newID()
	first, second, apart := firstRevision(i), firstRevision(other), firstRevision(i)
	first.TurnID, second.TurnID = turnID, turnID
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertItemRevision(ctx, first), tx.InsertItemRevision(ctx, second), tx.InsertItemRevision(ctx, apart))
	})
	first.Content, second.Content = "", ""
	found := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Revision, error) {
		return tx.ListTurnRevisions(ctx, turnID)
	})
	equal(b, "revisions", found, []composition.Revision{first, second})
}
