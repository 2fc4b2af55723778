package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var itemRules = []rule{
	{"an item comes back as it was stored, by id, by name and as the workflow", itemComesBack},
	{"an update stores what can change", itemUpdate},
	{"an item of another composition, or none, is not found", unknownItem},
	{"names are taken once a type, and there is one workflow", itemsAreUnique},
	{"items come as workflow, action types, tools, by name", itemsInOrder},
	{"revisions come the newest first, without content", revisionsInOrder},
	{"an item that a turn removed is found as such only, and its name is free", removedItem},
	{"the history of an item comes the oldest first, with content", itemHistory},
	{"what a turn saved comes the oldest first, of all items", turnRevisions},
	{"deleting an item takes its revisions along", itemCascade},
}

func itemComesBack(b *bundle) {
	i := b.workflowItem()
	for what, look := range map[string]func(ctx context.Context, tx ports.Tx) (composition.Item, error){
		"by id": func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
			return tx.ItemByID(ctx, i.CompositionID, i.ID)
		},
		"by name": func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
			return tx.ItemByName(ctx, i.CompositionID, i.Type, i.Name)
		},
		"workflow": func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
			return tx.WorkflowItem(ctx, i.CompositionID)
		},
	} {
		equal(b, what, stored(b, look), i)
	}
}

func itemUpdate(b *bundle) {
	i := b.workflowItem()
	published := after(time.Minute)
	i.Name, i.BaseItemID, i.BaseContentRevision, i.Content, i.ContentRevision = "flow", newID(), "sha256:8", `{"a":2}`, "sha256:9"
	i.LayoutSeq, i.LastAuthor, i.LastTurnID = 7, composition.ByAI, newID()
	i.PublishedAt, i.PublishedRevision, i.UpdatedAt = &published, "sha256:9", after(time.Hour)
	update := func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) }
	look := func(ctx context.Context, tx ports.Tx) (composition.Item, error) {
		return tx.ItemByID(ctx, i.CompositionID, i.ID)
	}
	b.write(update)
	equal(b, "updated", stored(b, look), i)
	i.BaseItemID, i.BaseContentRevision, i.LastTurnID, i.PublishedAt, i.PublishedRevision = "", "", "", nil, ""
	b.write(update)
	equal(b, "emptied", stored(b, look), i)
}

func unknownItem(b *bundle) {
	i := b.workflowItem()
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.ItemByID(ctx, newID(), i.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ItemByName(ctx, i.CompositionID, composition.ToolItem, i.Name)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.WorkflowItem(ctx, newID()); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ItemRevisionByID(ctx, i.ID, newID())
		return err
	})
	i.ID = newID()
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateItem(ctx, i) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteItem(ctx, i.ID) })
}

func (b *bundle) insertItem(i composition.Item) func(ctx context.Context, tx ports.Tx) error {
	return func(ctx context.Context, tx ports.Tx) error { return tx.InsertItem(ctx, i, firstRevision(i)) }
}

func itemsAreUnique(b *bundle) {
	c := b.composition()
	b.write(b.insertItem(anyItem(c, composition.ToolItem, "same")))
	b.write(b.insertItem(anyItem(c, composition.ActionTypeItem, "same")))
	b.taken(b.insertItem(anyItem(c, composition.ToolItem, "same")))
	b.write(b.insertItem(anyItem(c, composition.WorkflowItem, "one")))
	b.taken(b.insertItem(anyItem(c, composition.WorkflowItem, "two")))
	c.ID = newID()
	b.refuse(fault.KindConflict, "in-use", b.insertItem(anyItem(c, composition.ToolItem, "of nothing")))
}

func itemsInOrder(b *bundle) {
	c := b.composition()
	for _, i := range []composition.Item{
		anyItem(c, composition.ToolItem, "a"), anyItem(c, composition.ActionTypeItem, "b"), anyItem(c, composition.ActionTypeItem, "B"),
		anyItem(c, composition.ActionTypeItem, "é"), anyItem(c, composition.WorkflowItem, "z"), anyItem(c, composition.ActionTypeItem, "z"),
	} {
		b.write(b.insertItem(i))
	}
	listed := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Item, error) { return tx.ListItems(ctx, c.ID) })
	equal(b, "labels", each(listed, func(i composition.Item) string { return i.Label() }),
		[]string{"workflow/z", "action-type/B", "action-type/b", "action-type/z", "action-type/é", "tool/a"})
}

func revisionsInOrder(b *bundle) {
	i := b.workflowItem()
	second, third := firstRevision(i), firstRevision(i)
	second.Content, second.Author, second.TurnID, second.Origin = "{}", composition.ByAI, newID(), ""
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertItemRevision(ctx, second), tx.InsertItemRevision(ctx, third))
	})
	found := stored(b, func(ctx context.Context, tx ports.Tx) (composition.Revision, error) {
		return tx.ItemRevisionByID(ctx, i.ID, second.ID)
	})
	equal(b, "revision", found, second)
	list := func(page ports.Page) []composition.Revision {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Revision, error) {
			return tx.ListItemRevisions(ctx, i.ID, page)
		})
	}
	second.Content, third.Content = "", ""
	equal(b, "newest", list(ports.Page{Limit: 2}), []composition.Revision{third, second})
	equal(b, "before the third", list(ports.Page{Before: third.ID, Limit: 1}), []composition.Revision{second})
	equal(b, "count", len(list(ports.Page{Limit: 10})), 3)
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertItemRevision(ctx, second) })
}

func itemCascade(b *bundle) {
	i := b.workflowItem()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteItem(ctx, i.ID) })
	revisions := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Revision, error) {
		return tx.ListItemRevisions(ctx, i.ID, ports.Page{Limit: 10})
	})
	equal(b, "revisions", revisions, []composition.Revision{})
}
