package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// InsertItemRevision implements ports.Items.
func (t *Tx) InsertItemRevision(ctx context.Context, r composition.Revision) error {
	return t.err(t.q.InsertItemRevision(ctx, rows.InsertItemRevisionParams{
		ID: r.ID, ItemID: r.ItemID, Content: r.Content, ContentRevision: string(r.ContentRevision), Author: string(r.Author),
		ActorID: r.ActorID, Origin: r.Origin, TurnID: orNull(r.TurnID), CreatedAt: stamp(r.CreatedAt),
	}))
}

// ItemRevisionByID implements ports.Items.
func (t *Tx) ItemRevisionByID(ctx context.Context, itemID, id string) (composition.Revision, error) {
	row, err := t.q.ItemRevisionByID(ctx, rows.ItemRevisionByIDParams{ItemID: itemID, ID: id})
	return itemRevisionOf(row), t.found(err, "revision", id)
}

// ItemRevisionByContent implements ports.Items.
func (t *Tx) ItemRevisionByContent(ctx context.Context, itemID string, content revision.Revision) (composition.Revision, error) {
	row, err := t.q.ItemRevisionByContent(ctx, rows.ItemRevisionByContentParams{ItemID: itemID, ContentRevision: string(content)})
	return itemRevisionOf(row), t.found(err, "revision with the content", string(content))
}

func itemRevisionOf(row rows.ItemRevision) composition.Revision {
	return composition.Revision{
		ID: row.ID, ItemID: row.ItemID, Content: row.Content, ContentRevision: revision.Revision(row.ContentRevision),
		Author: composition.Author(row.Author), ActorID: row.ActorID, Origin: row.Origin, TurnID: orEmpty(row.TurnID),
		CreatedAt: row.CreatedAt,
	}
}

// ListItemRevisions implements ports.Items.
func (t *Tx) ListItemRevisions(ctx context.Context, itemID string, page ports.Page) ([]composition.Revision, error) {
	found, err := t.q.ListItemRevisions(ctx, rows.ListItemRevisionsParams{
		ItemID: itemID, Before: pageStart(page), MaxRows: int64(page.Limit),
	})
	return mapAll(found, listedRevisionOf), t.err(err)
}

func listedRevisionOf(row rows.ListItemRevisionsRow) composition.Revision {
	return composition.Revision{
		ID: row.ID, ItemID: row.ItemID, ContentRevision: revision.Revision(row.ContentRevision),
		Author: composition.Author(row.Author), ActorID: row.ActorID, Origin: row.Origin, TurnID: orEmpty(row.TurnID),
		CreatedAt: row.CreatedAt,
	}
}

// ItemRevisionBefore implements ports.Items.
func (t *Tx) ItemRevisionBefore(ctx context.Context, itemID, before string) (composition.Revision, error) {
	row, err := t.q.ItemRevisionBefore(ctx, rows.ItemRevisionBeforeParams{ItemID: itemID, Before: before})
	return itemRevisionOf(row), t.found(err, "revision before", before)
}

// ListItemHistory implements ports.Items.
func (t *Tx) ListItemHistory(ctx context.Context, itemID, after string, limit int) ([]composition.Revision, error) {
	found, err := t.q.ListItemHistory(ctx, rows.ListItemHistoryParams{ItemID: itemID, After: after, MaxRows: int64(limit)})
	return mapAll(found, itemRevisionOf), t.err(err)
}

// ListTurnRevisions implements ports.Items.
func (t *Tx) ListTurnRevisions(ctx context.Context, turnID string) ([]composition.Revision, error) {
	found, err := t.q.ListTurnRevisions(ctx, rows.ListTurnRevisionsParams{TurnID: orNull(turnID)})
	return mapAll(found, func(row rows.ListTurnRevisionsRow) composition.Revision {
		return listedRevisionOf(rows.ListItemRevisionsRow(row))
	}), t.err(err)
}
