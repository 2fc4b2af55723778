package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
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
		PublishedRevision: orNull(string(i.PublishedRevision)), RemovedTurnID: orNull(i.RemovedTurnID), UpdatedAt: stamp(i.UpdatedAt),
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

// ListRemovedItems implements ports.Items.
func (t *Tx) ListRemovedItems(ctx context.Context, turnID string) ([]composition.Item, error) {
	found, err := t.q.ListRemovedItems(ctx, rows.ListRemovedItemsParams{TurnID: orNull(turnID)})
	return mapAll(found, itemOf), t.err(err)
}

func itemOf(row rows.CompositionItem) composition.Item {
	return composition.Item{
		ID: row.ID, CompositionID: row.CompositionID, Type: composition.ItemType(row.Type), Name: row.Name,
		BaseItemID: orEmpty(row.BaseItemID), BaseContentRevision: revision.Revision(orEmpty(row.BaseContentRevision)),
		Content: row.Content, ContentRevision: revision.Revision(row.ContentRevision), LayoutSeq: row.LayoutSeq,
		LastAuthor: composition.Author(row.LastAuthor), LastTurnID: orEmpty(row.LastTurnID), PublishedAt: row.PublishedAt,
		PublishedRevision: revision.Revision(orEmpty(row.PublishedRevision)), RemovedTurnID: orEmpty(row.RemovedTurnID),
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}
