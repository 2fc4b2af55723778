package storetest

import (
	"context"
	"fmt"
	"time"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var catalogRules = []rule{
	{"an object comes back as it was stored, by id and by name", objectComesBack},
	{"an update stores name, content, revision, and by whom and when", objectUpdate},
	{"an object of another kind or scope, or none, is not found", unknownObject},
	{"a name is taken once a kind and scope", objectsAreUnique},
	{"lists show one kind, global and of the viewer's teams, by name and then id", objectsSeen},
	{"pages follow one another without gap or overlap", objectPages},
	{"what belongs to one scope is listed by name, and nothing else", objectsOfScope},
	{"an object that a workflow uses is not deleted, and its users are named", usedObjectStays},
}

func insertObject(o catalog.Object) func(ctx context.Context, tx ports.Tx) error {
	return func(ctx context.Context, tx ports.Tx) error { return tx.InsertObject(ctx, o) }
}

func objectComesBack(b *bundle) {
	s := b.scopes()
	for _, teamID := range []string{"", s.mine.ID} {
		o := anyObject(s.owner, catalog.Tool, teamID, "search")
		b.write(insertObject(o))
		byID := stored(b, func(ctx context.Context, tx ports.Tx) (catalog.Object, error) {
			return tx.ObjectByID(ctx, o.Kind, o.ID)
		})
		byName := stored(b, func(ctx context.Context, tx ports.Tx) (catalog.Object, error) {
			return tx.ObjectByName(ctx, o.Kind, teamID, o.Name)
		})
		locked := changed(b, func(ctx context.Context, tx ports.Tx) (catalog.Object, error) {
			return tx.LockObject(ctx, o.Kind, o.ID)
		})
		equal(b, "by id", byID, o)
		equal(b, "by name", byName, o)
		equal(b, "locked", locked, o)
	}
}

func objectUpdate(b *bundle) {
	o := anyObject(b.owner(), catalog.ActionType, "", "check")
	b.write(insertObject(o))
	o.Name, o.Content, o.ContentRevision = "check-amount", `{"y":0.10}`, "sha256:7"
	o.UpdatedAt, o.UpdatedBy = after(time.Hour), newID()
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateObject(ctx, o) })
	found := stored(b, func(ctx context.Context, tx ports.Tx) (catalog.Object, error) {
		return tx.ObjectByID(ctx, o.Kind, o.ID)
	})
	equal(b, "updated", found, o)
}

func unknownObject(b *bundle) {
	s := b.scopes()
	o := anyObject(s.owner, catalog.Tool, "", "search")
	b.write(insertObject(o))
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ObjectByID(ctx, catalog.ActionType, o.ID)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ObjectByName(ctx, o.Kind, s.mine.ID, o.Name)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.ObjectByName(ctx, o.Kind, "", "Search")
		return err
	})
	o.ID = newID()
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateObject(ctx, o) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteObject(ctx, o.ID) })
}

func objectsAreUnique(b *bundle) {
	s := b.scopes()
	b.write(insertObject(anyObject(s.owner, catalog.Tool, "", "search")))
	b.write(insertObject(anyObject(s.owner, catalog.ActionType, "", "search")))
	b.write(insertObject(anyObject(s.owner, catalog.Tool, s.mine.ID, "search")))
	b.taken(insertObject(anyObject(s.owner, catalog.Tool, "", "search")))
	b.taken(insertObject(anyObject(s.owner, catalog.Tool, s.mine.ID, "search")))
	b.refuse(fault.KindConflict, "in-use", insertObject(anyObject(s.owner, catalog.Tool, newID(), "search")))
	other := anyObject(s.owner, catalog.Tool, "", "other")
	b.write(insertObject(other))
	other.Name = "search"
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateObject(ctx, other) })
}

func objectsSeen(b *bundle) {
	s := b.scopes()
	mineB, globalB := anyObject(s.owner, catalog.Tool, s.mine.ID, "b"), anyObject(s.owner, catalog.Tool, "", "b")
	theirs, globalA := anyObject(s.owner, catalog.Tool, s.theirs.ID, "c"), anyObject(s.owner, catalog.Tool, "", "a")
	otherKind := anyObject(s.owner, catalog.ActionType, "", "a")
	for _, o := range []catalog.Object{mineB, globalB, theirs, globalA, otherKind} {
		b.write(insertObject(o))
	}
	list := func(viewer ports.Viewer) []catalog.Object {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]catalog.Object, error) {
			return tx.ListObjects(ctx, catalog.Tool, viewer, "", "", 10)
		})
	}
	equal(b, "member", list(s.member()), []catalog.Object{globalA, mineB, globalB})
	equal(b, "stranger", list(ports.Viewer{UserID: newID()}), []catalog.Object{globalA, globalB})
	equal(b, "everything", list(ports.Viewer{Everything: true}), []catalog.Object{globalA, mineB, globalB, theirs})
}

func objectPages(b *bundle) {
	s := b.scopes()
	var want []string
	for i := range 3 {
		for _, teamID := range []string{"", s.mine.ID} {
			o := anyObject(s.owner, catalog.Tool, teamID, fmt.Sprint("tool-", i))
			b.write(insertObject(o))
			want = append(want, o.ID)
		}
	}
	var got []string
	for name, id := "", ""; ; {
		page := stored(b, func(ctx context.Context, tx ports.Tx) ([]catalog.Object, error) {
			return tx.ListObjects(ctx, catalog.Tool, s.member(), name, id, 3)
		})
		if len(page) == 0 {
			break
		}
		got = append(got, each(page, func(o catalog.Object) string { return o.ID })...)
		name, id = page[len(page)-1].Name, page[len(page)-1].ID
	}
	equal(b, "ids of all pages", got, want)
}

func objectsOfScope(b *bundle) {
	s := b.scopes()
	one, two, global := anyObject(s.owner, catalog.Tool, s.mine.ID, "a"), anyObject(s.owner, catalog.Tool, s.mine.ID, "b"), anyObject(s.owner, catalog.Tool, "", "a")
	for _, o := range []catalog.Object{
		two, one, global, anyObject(s.owner, catalog.Tool, s.theirs.ID, "a"), anyObject(s.owner, catalog.ActionType, s.mine.ID, "a"),
	} {
		b.write(insertObject(o))
	}
	list := func(teamID, after string, limit int) []catalog.Object {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]catalog.Object, error) {
			return tx.ListObjectsOf(ctx, catalog.Tool, teamID, after, limit)
		})
	}
	equal(b, "the team's", list(s.mine.ID, "", 10), []catalog.Object{one, two})
	equal(b, "the first", list(s.mine.ID, "", 1), []catalog.Object{one})
	equal(b, "behind it", list(s.mine.ID, "a", 1), []catalog.Object{two})
	equal(b, "global", list("", "", 10), []catalog.Object{global})
}

func usedObjectStays(b *bundle) {
	d := b.definition()
	o := anyObject(b.owner(), catalog.ActionType, "", "check")
	b.write(insertObject(o))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.SetUses(ctx, d.ID, []string{o.ID, o.ID}) })
	users := func(ctx context.Context, tx ports.Tx) ([]catalog.Use, error) { return tx.ListUses(ctx, o.ID) }
	equal(b, "users", stored(b, users), []catalog.Use{{WorkflowID: d.ID, Workflow: d.Name}})
	remove := func(ctx context.Context, tx ports.Tx) error { return tx.DeleteObject(ctx, o.ID) }
	b.refuse(fault.KindConflict, "in-use", remove)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.SetUses(ctx, d.ID, nil) })
	equal(b, "users", stored(b, users), []catalog.Use{})
	b.write(remove)
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.ObjectByID(ctx, o.Kind, o.ID); return err })
}
