package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// LockSession implements ports.OwnSessions.
func (t *Tx) LockSession(ctx context.Context, id string) (composition.Session, error) {
	row, err := t.q.LockSession(ctx, rows.LockSessionParams{ID: id})
	return sessionOf(row), t.found(err, "session", id)
}

// ListOwnSessions implements ports.OwnSessions.
func (t *Tx) ListOwnSessions(ctx context.Context, viewer ports.Viewer, page ports.Page) ([]composition.Session, error) {
	found, err := t.q.ListOwnSessions(ctx, rows.ListOwnSessionsParams{
		Before: pageStart(page), Everything: viewer.Everything, UserID: &viewer.UserID, MaxRows: int64(page.Limit),
	})
	return mapAll(found, sessionOf), t.err(err)
}

// RenameSession implements ports.OwnSessions.
func (t *Tx) RenameSession(ctx context.Context, id, name string) error {
	n, err := t.q.RenameSession(ctx, rows.RenameSessionParams{ID: id, Name: name})
	return t.changed(n, err, "session", id)
}

// SetCurrentTurn implements ports.OwnSessions.
func (t *Tx) SetCurrentTurn(ctx context.Context, id, turnID, by string) error {
	n, err := t.q.SetCurrentTurn(ctx, rows.SetCurrentTurnParams{ID: id, CurrentTurnID: orNull(turnID), CurrentTurnBy: orNull(by)})
	return t.changed(n, err, "session", id)
}

// DeleteSession implements ports.OwnSessions.
func (t *Tx) DeleteSession(ctx context.Context, id string) error {
	n, err := t.q.DeleteSession(ctx, rows.DeleteSessionParams{ID: id})
	return t.changed(n, err, "session", id)
}

// PutConfigItem implements ports.ConfigItems.
func (t *Tx) PutConfigItem(ctx context.Context, i configuration.Item) error {
	return t.err(t.q.PutConfigItem(ctx, rows.PutConfigItemParams{
		SessionID: i.SessionID, Folder: i.Folder, Name: i.Name, Content: i.Content, ContentRevision: string(i.ContentRevision),
		BaseRevision: string(i.Base), ToldRevision: string(i.Told), Author: string(i.Author), TurnID: orNull(i.TurnID),
		UpdatedBy: i.UpdatedBy, UpdatedAt: stamp(i.UpdatedAt),
	}))
}

// ConfigItem implements ports.ConfigItems.
func (t *Tx) ConfigItem(ctx context.Context, sessionID string, key configuration.Key) (configuration.Item, error) {
	row, err := t.q.ConfigItem(ctx, rows.ConfigItemParams{SessionID: sessionID, Folder: key.Folder, Name: key.Name})
	return configItemOf(row), t.found(err, "configuration item", key.Path())
}

// ListConfigItems implements ports.ConfigItems.
func (t *Tx) ListConfigItems(ctx context.Context, sessionID string) ([]configuration.Item, error) {
	found, err := t.q.ListConfigItems(ctx, rows.ListConfigItemsParams{SessionID: sessionID})
	return mapAll(found, configItemOf), t.err(err)
}

// DeleteConfigItem implements ports.ConfigItems.
func (t *Tx) DeleteConfigItem(ctx context.Context, sessionID string, key configuration.Key) error {
	n, err := t.q.DeleteConfigItem(ctx, rows.DeleteConfigItemParams{SessionID: sessionID, Folder: key.Folder, Name: key.Name})
	return t.changed(n, err, "configuration item", key.Path())
}

func configItemOf(row rows.ConfigItem) configuration.Item {
	return configuration.Item{
		Key: configuration.Key{Folder: row.Folder, Name: row.Name}, SessionID: row.SessionID, Content: row.Content,
		ContentRevision: revision.Revision(row.ContentRevision), Base: revision.Revision(row.BaseRevision),
		Told: revision.Revision(row.ToldRevision), Author: configuration.Author(row.Author), TurnID: orEmpty(row.TurnID),
		UpdatedBy: row.UpdatedBy, UpdatedAt: row.UpdatedAt,
	}
}
