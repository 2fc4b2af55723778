package storetest

import (
	"context"
	"fmt"
	"time"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

var definitionRules = []rule{
	{"a definition comes back as it was stored, by id and by slug", definitionComesBack},
	{"publishing stores the new document and leaves the settings", definitionUpdate},
	{"settings are stored without the document", definitionSettings},
	{"a definition of another scope, or none, is not found", unknownDefinition},
	{"a slug is taken once a scope", slugsAreUnique},
	{"lists show global ones and those of the viewer's teams, the newest first, in pages", definitionsSeen},
	{"what belongs to one scope is listed by slug, and nothing else", definitionsOfScope},
	{"versions are numbered once, and come the newest first, without snapshots", versionsInOrder},
	{"up to 20 users of an object are named, by name", usersNamed},
	{"uses name objects that exist", usesRefused},
}

func definitionComesBack(b *bundle) {
	s := b.scopes()
	global, mine := anyDefinition(s.owner, "", "refunds"), anyDefinition(s.owner, s.mine.ID, "refunds")
	mine.OnComplete, mine.IsActive, mine.EntryMode = "", false, definition.PublicLink
	for _, d := range []definition.Definition{global, mine} {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertDefinition(ctx, d) })
		for what, look := range map[string]func(ctx context.Context, tx ports.Tx) (definition.Definition, error){
			"by id": func(ctx context.Context, tx ports.Tx) (definition.Definition, error) {
				return tx.DefinitionByID(ctx, d.ID)
			},
			"by slug": func(ctx context.Context, tx ports.Tx) (definition.Definition, error) {
				return tx.DefinitionBySlug(ctx, d.TeamID, d.Slug)
			},
		} {
			equal(b, what, stored(b, look), d)
		}
		locked := changed(b, func(ctx context.Context, tx ports.Tx) (definition.Definition, error) {
			return tx.LockDefinition(ctx, d.ID)
		})
		equal(b, "locked", locked, d)
	}
}

func definitionUpdate(b *bundle) {
	d := b.definition()
	published := d
	published.Publish(2, definition.Snapshot{Name: "Claims", Description: "Handles claims.", Document: `{"nodes":[{"id":"n"}]}`},
		"sha256:9", after(time.Hour))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateDefinitionDocument(ctx, published) })
	found := stored(b, func(ctx context.Context, tx ports.Tx) (definition.Definition, error) {
		return tx.DefinitionByID(ctx, d.ID)
	})
	equal(b, "published", found, published)
}

func definitionSettings(b *bundle) {
	d := b.definition()
	set := d
	set.Branding, set.EntryMode, set.IsActive, set.OnComplete, set.Retention = `{"tagline":"Fair"}`, definition.PublicLink, false, "", `{"mode":"delete","deleteAfterDays":7}`
	set.Revision, set.UpdatedAt = d.Revision+1, after(time.Hour)
	changed := set
	changed.Document, changed.Name, changed.Version, changed.NewestVersion = "{}", "Other", 9, 9
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateDefinitionSettings(ctx, changed) })
	found := stored(b, func(ctx context.Context, tx ports.Tx) (definition.Definition, error) {
		return tx.DefinitionByID(ctx, d.ID)
	})
	equal(b, "set", found, set)
}

func unknownDefinition(b *bundle) {
	d := b.definition()
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.DefinitionBySlug(ctx, newID(), d.Slug)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.DefinitionBySlug(ctx, "", "other")
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.VersionByNumber(ctx, d.ID, 1); return err })
	d.ID = newID()
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.DefinitionByID(ctx, d.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.LockDefinition(ctx, d.ID); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateDefinitionDocument(ctx, d) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateDefinitionSettings(ctx, d) })
}

func slugsAreUnique(b *bundle) {
	s := b.scopes()
	insert := func(teamID string) func(ctx context.Context, tx ports.Tx) error {
		return func(ctx context.Context, tx ports.Tx) error {
			return tx.InsertDefinition(ctx, anyDefinition(s.owner, teamID, "refunds"))
		}
	}
	for _, teamID := range []string{"", s.mine.ID, s.theirs.ID} {
		b.write(insert(teamID))
		b.taken(insert(teamID))
	}
}

func definitionsSeen(b *bundle) {
	s := b.scopes()
	global, mine, theirs := anyDefinition(s.owner, "", "a"), anyDefinition(s.owner, s.mine.ID, "b"), anyDefinition(s.owner, s.theirs.ID, "c")
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertDefinition(ctx, global), tx.InsertDefinition(ctx, mine), tx.InsertDefinition(ctx, theirs))
	})
	list := func(viewer ports.Viewer, page ports.Page) []string {
		found := stored(b, func(ctx context.Context, tx ports.Tx) ([]definition.Definition, error) {
			return tx.ListDefinitions(ctx, viewer, page)
		})
		return each(found, func(d definition.Definition) string { return d.Slug })
	}
	equal(b, "member", list(s.member(), ports.Page{Limit: 10}), []string{"b", "a"})
	equal(b, "stranger", list(ports.Viewer{UserID: newID()}, ports.Page{Limit: 10}), []string{"a"})
	equal(b, "everything", list(ports.Viewer{Everything: true}, ports.Page{Limit: 2}), []string{"c", "b"})
	equal(b, "second page", list(ports.Viewer{Everything: true}, ports.Page{Before: mine.ID, Limit: 2}), []string{"a"})
}

func definitionsOfScope(b *bundle) {
	s := b.scopes()
	one, two, global := anyDefinition(s.owner, s.mine.ID, "a"), anyDefinition(s.owner, s.mine.ID, "b"), anyDefinition(s.owner, "", "a")
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertDefinition(ctx, two), tx.InsertDefinition(ctx, one), tx.InsertDefinition(ctx, global),
			tx.InsertDefinition(ctx, anyDefinition(s.owner, s.theirs.ID, "a")))
	})
	list := func(teamID, after string, limit int) []definition.Definition {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]definition.Definition, error) {
			return tx.ListDefinitionsOf(ctx, teamID, after, limit)
		})
	}
	equal(b, "the team's", list(s.mine.ID, "", 10), []definition.Definition{one, two})
	equal(b, "the first", list(s.mine.ID, "", 1), []definition.Definition{one})
	equal(b, "behind it", list(s.mine.ID, "a", 1), []definition.Definition{two})
	equal(b, "global", list("", "", 10), []definition.Definition{global})
}

func versionsInOrder(b *bundle) {
	d := b.definition()
	versions := make([]definition.Version, 3)
	for i := range versions {
		versions[i] = definition.Version{
			ID: newID(), DefinitionID: d.ID, Number: int64(i + 1), Snapshot: `{"format":1}`, CreatedBy: d.CreatedBy, CreatedAt: noon,
		}
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertVersion(ctx, versions[i]) })
	}
	found := stored(b, func(ctx context.Context, tx ports.Tx) (definition.Version, error) {
		return tx.VersionByNumber(ctx, d.ID, 2)
	})
	equal(b, "second", found, versions[1])
	again := versions[1]
	again.ID = newID()
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertVersion(ctx, again) })
	list := func(before int64, limit int) []definition.Version {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]definition.Version, error) {
			return tx.ListVersions(ctx, d.ID, before, limit)
		})
	}
	for i := range versions {
		versions[i].Snapshot = ""
	}
	equal(b, "newest", list(0, 2), []definition.Version{versions[2], versions[1]})
	equal(b, "below 2", list(2, 2), []definition.Version{versions[0]})
}

func usersNamed(b *bundle) {
	owner := b.owner()
	o := anyObject(owner, catalog.ActionType, "", "check")
	b.write(insertObject(o))
	for i := range 22 {
		d := anyDefinition(owner, "", fmt.Sprint("flow-", i))
		d.Name = fmt.Sprintf("Flow %02d", 21-i)
		b.write(func(ctx context.Context, tx ports.Tx) error {
			return all(tx.InsertDefinition(ctx, d), tx.SetUses(ctx, d.ID, []string{o.ID}))
		})
	}
	uses := stored(b, func(ctx context.Context, tx ports.Tx) ([]catalog.Use, error) { return tx.ListUses(ctx, o.ID) })
	equal(b, "ends", []string{uses[0].Workflow, uses[len(uses)-1].Workflow}, []string{"Flow 00", "Flow 19"})
}

func usesRefused(b *bundle) {
	d := b.definition()
	b.refuse(fault.KindConflict, "in-use", func(ctx context.Context, tx ports.Tx) error { return tx.SetUses(ctx, d.ID, []string{newID()}) })
}
