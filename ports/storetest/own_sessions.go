package storetest

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/ports"
)

var ownSessionRules = []rule{
	{"a session of its own comes back with its name, team, maker and turn", ownSessionComesBack},
	{"lists hold the viewer's sessions and those of the viewer's teams, the newest first", ownSessionsInOrder},
	{"a session goes with its conversation and drafts; one of a composition stays", ownSessionGoes},
	{"a configuration item comes back as it was stored, and is replaced by another of its key", configItemComesBack},
	{"configuration items come by folder and name, and only those of the session", configItemsInOrder},
}

func (b *bundle) ownSession(by access.User, teamID string) composition.Session {
	b.Helper()
	s := composition.Session{
		ID: newID(), TemplateID: "general", Engine: "e", Status: composition.SessionStopped, CreatedAt: noon, Name: "Chat", TeamID: teamID, CreatedBy: by.ID,
	}
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertSession(ctx, s) })
	return s
}

func ownSessionComesBack(b *bundle) {
	s := b.ownSession(b.owner(), "team")
	equal(b, "session", b.sessionByID(s.ID), s)
	s.Name, s.CurrentTurnID, s.CurrentTurnBy = "Other", newID(), s.CreatedBy
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.RenameSession(ctx, s.ID, s.Name), tx.SetCurrentTurn(ctx, s.ID, s.CurrentTurnID, s.CurrentTurnBy))
	})
	equal(b, "locked", changed(b, func(ctx context.Context, tx ports.Tx) (composition.Session, error) { return tx.LockSession(ctx, s.ID) }), s)
	s.CurrentTurnID, s.CurrentTurnBy = "", ""
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.SetCurrentTurn(ctx, s.ID, "", "") })
	equal(b, "without a turn", b.sessionByID(s.ID), s)
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.RenameSession(ctx, newID(), "x") })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.LockSession(ctx, newID()); return err })
}

func ownSessionsInOrder(b *bundle) {
	scopes := b.scopes()
	stranger := access.User{ID: newID()}
	mine, team := b.ownSession(scopes.owner, ""), b.ownSession(stranger, scopes.mine.ID)
	theirs, private := b.ownSession(stranger, scopes.theirs.ID), b.ownSession(stranger, "")
	b.session() // of a composition, which no list has
	list := func(viewer ports.Viewer, page ports.Page) []string {
		return each(stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.Session, error) {
			return tx.ListOwnSessions(ctx, viewer, page)
		}), func(s composition.Session) string { return s.ID })
	}
	equal(b, "a member's", list(scopes.member(), ports.Page{Limit: 9}), []string{team.ID, mine.ID})
	equal(b, "everything", list(ports.Viewer{Everything: true}, ports.Page{Limit: 9}), []string{private.ID, theirs.ID, team.ID, mine.ID})
	equal(b, "a page", list(ports.Viewer{Everything: true}, ports.Page{Limit: 1, Before: private.ID}), []string{theirs.ID})
}

func ownSessionGoes(b *bundle) {
	s, of := b.ownSession(b.owner(), ""), b.session()
	b.write(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.AppendSessionEvent(ctx, composition.SessionEvent{SessionID: s.ID, Kind: "text", Data: "{}", At: noon})
		return all(err, tx.PutConfigItem(ctx, anyConfigItem(s, "tools", "look")))
	})
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteSession(ctx, s.ID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.SessionByID(ctx, s.ID); return err })
	equal(b, "drafts", len(b.configItems(s.ID)), 0)
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteSession(ctx, of.ID) })
}

func anyConfigItem(s composition.Session, folder, name string) configuration.Item {
	return configuration.Item{
		Key: configuration.Key{Folder: folder, Name: name}, SessionID: s.ID, Content: `{"b":1, "a":1.0}`, ContentRevision: "sha256:1",
		Base: "sha256:0", Author: configuration.ByAI, TurnID: newID(), UpdatedBy: s.CreatedBy, UpdatedAt: noon,
	}
}

func (b *bundle) configItems(sessionID string) []configuration.Item {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) ([]configuration.Item, error) {
		return tx.ListConfigItems(ctx, sessionID)
	})
}

func configItemComesBack(b *bundle) {
	s := b.ownSession(b.owner(), "")
	item := anyConfigItem(s, "tools", "look")
	put := func(item configuration.Item) {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.PutConfigItem(ctx, item) })
		equal(b, "item", stored(b, func(ctx context.Context, tx ports.Tx) (configuration.Item, error) {
			return tx.ConfigItem(ctx, s.ID, item.Key)
		}), item)
	}
	put(item)
	item.Content, item.ContentRevision, item.Base, item.Told = "{}", "sha256:2", "", "sha256:1"
	item.Author, item.TurnID, item.UpdatedAt = configuration.ByUser, "", after(1000)
	put(item)
	equal(b, "all", b.configItems(s.ID), []configuration.Item{item})
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteConfigItem(ctx, s.ID, item.Key) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteConfigItem(ctx, s.ID, item.Key) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.ConfigItem(ctx, s.ID, item.Key); return err })
}

func configItemsInOrder(b *bundle) {
	s, other := b.ownSession(b.owner(), ""), b.ownSession(b.owner(), "")
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.PutConfigItem(ctx, anyConfigItem(s, "tools", "b")), tx.PutConfigItem(ctx, anyConfigItem(s, "tools", "B")),
			tx.PutConfigItem(ctx, anyConfigItem(s, "action-types", "z")), tx.PutConfigItem(ctx, anyConfigItem(other, "tools", "a")))
	})
	equal(b, "order", each(b.configItems(s.ID), func(i configuration.Item) string { return i.Path() }),
		[]string{"action-types/z.json", "tools/B.json", "tools/b.json"})
}
