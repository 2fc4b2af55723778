package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// InsertItem implements ports.Items.
func (t *Tx) InsertItem(ctx context.Context, i composition.Item, first composition.Revision) error {
	err := t.q.InsertItem(ctx, rows.InsertItemParams{
		ID: i.ID, CompositionID: i.CompositionID, Type: string(i.Type), Name: i.Name, BaseItemID: orNull(i.BaseItemID),
		BaseContentRevision: orNull(string(i.BaseContentRevision)), Content: i.Content, ContentRevision: string(i.ContentRevision),
		LayoutSeq: i.LayoutSeq, LastAuthor: string(i.LastAuthor), LastTurnID: orNull(i.LastTurnID),
		PublishedAt: stampOrNull(i.PublishedAt), PublishedRevision: orNull(string(i.PublishedRevision)),
		CreatedAt: stamp(i.CreatedAt), UpdatedAt: stamp(i.UpdatedAt),
	})
	if err != nil {
		return t.err(err)
	}
	return t.InsertItemRevision(ctx, first)
}

// UpdateItem implements ports.Items.
func (t *Tx) UpdateItem(ctx context.Context, i composition.Item) error {
	n, err := t.q.UpdateItem(ctx, rows.UpdateItemParams{
		ID: i.ID, Name: i.Name, BaseItemID: orNull(i.BaseItemID), BaseContentRevision: orNull(string(i.BaseContentRevision)),
		Content: i.Content, ContentRevision: string(i.ContentRevision), LayoutSeq: i.LayoutSeq,
		LastAuthor: string(i.LastAuthor), LastTurnID: orNull(i.LastTurnID), PublishedAt: stampOrNull(i.PublishedAt),
		PublishedRevision: orNull(string(i.PublishedRevision)), UpdatedAt: stamp(i.UpdatedAt),
	})
	return t.changed(n, err, "item", i.ID)
}

// DeleteItem implements ports.Items.
func (t *Tx) DeleteItem(ctx context.Context, id string) error {
	n, err := t.q.DeleteItem(ctx, rows.DeleteItemParams{ID: id})
	return t.changed(n, err, "item", id)
}

// ItemByID implements ports.Items.
func (t *Tx) ItemByID(ctx context.Context, compositionID, id string) (composition.Item, error) {
	row, err := t.q.ItemByID(ctx, rows.ItemByIDParams{CompositionID: compositionID, ID: id})
	return itemOf(row), t.found(err, "item", id)
}

// ItemByName implements ports.Items.
func (t *Tx) ItemByName(
	ctx context.Context, compositionID string, itemType composition.ItemType, name string,
) (composition.Item, error) {
	row, err := t.q.ItemByName(ctx, rows.ItemByNameParams{CompositionID: compositionID, Type: string(itemType), Name: name})
	return itemOf(row), t.found(err, string(itemType), name)
}

// WorkflowItem implements ports.Items.
func (t *Tx) WorkflowItem(ctx context.Context, compositionID string) (composition.Item, error) {
	row, err := t.q.WorkflowItem(ctx, rows.WorkflowItemParams{CompositionID: compositionID})
	return itemOf(row), t.found(err, "workflow of composition", compositionID)
}

// ListItems implements ports.Items.
func (t *Tx) ListItems(ctx context.Context, compositionID string) ([]composition.Item, error) {
	found, err := t.q.ListItems(ctx, rows.ListItemsParams{CompositionID: compositionID})
	return mapAll(found, itemOf), t.err(err)
}

func itemOf(row rows.CompositionItem) composition.Item {
	return composition.Item{
		ID: row.ID, CompositionID: row.CompositionID, Type: composition.ItemType(row.Type), Name: row.Name,
		BaseItemID: orEmpty(row.BaseItemID), BaseContentRevision: revision.Revision(orEmpty(row.BaseContentRevision)),
		Content: row.Content, ContentRevision: revision.Revision(row.ContentRevision), LayoutSeq: row.LayoutSeq,
		LastAuthor: composition.Author(row.LastAuthor), LastTurnID: orEmpty(row.LastTurnID), PublishedAt: row.PublishedAt,
		PublishedRevision: revision.Revision(orEmpty(row.PublishedRevision)), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}

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
	return mapAll(found, func(row rows.ListItemRevisionsRow) composition.Revision {
		return composition.Revision{
			ID: row.ID, ItemID: row.ItemID, ContentRevision: revision.Revision(row.ContentRevision),
			Author: composition.Author(row.Author), ActorID: row.ActorID, Origin: row.Origin, TurnID: orEmpty(row.TurnID),
			CreatedAt: row.CreatedAt,
		}
	}), t.err(err)
}
