package http

import (
	"context"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/openapi/api"
)

// ListItems implements the contract.
func (o *operations) ListItems(ctx context.Context, r server.ListItemsRequestObject) (server.ListItemsResponseObject, error) {
	items, err := o.Composing.ListItems(ctx, actorOf(ctx), r.CompositionId)
	if err != nil {
		return nil, err
	}
	return server.ListItems200JSONResponse{Items: mapAll(items, itemOf)}, nil
}

// AddItem implements the contract.
func (o *operations) AddItem(ctx context.Context, r server.AddItemRequestObject) (server.AddItemResponseObject, error) {
	item, err := o.Composing.AddItem(ctx, actorOf(ctx), r.CompositionId, composing.NewItem{
		Type: composition.ItemType(r.Body.Type), Name: given(r.Body.Name), CatalogID: given(r.Body.CatalogId),
	})
	if err != nil {
		return nil, err
	}
	return server.AddItem201JSONResponse(itemOf(item)), nil
}

// GetItem implements the contract.
func (o *operations) GetItem(ctx context.Context, r server.GetItemRequestObject) (server.GetItemResponseObject, error) {
	item, err := o.Composing.GetItem(ctx, actorOf(ctx), r.CompositionId, r.ItemId)
	if err != nil {
		return nil, err
	}
	return server.GetItem200JSONResponse(itemOf(item)), nil
}

// SaveItem implements the contract.
func (o *operations) SaveItem(ctx context.Context, r server.SaveItemRequestObject) (server.SaveItemResponseObject, error) {
	item, err := o.Composing.SaveItem(ctx, actorOf(ctx), r.CompositionId, r.ItemId, composing.Save{
		Content: jsontext.Value(r.Body.Content), BaseRevision: revision.Revision(r.Body.BaseRevision),
		Origin: given(r.Body.Origin), TurnID: given(r.Body.TurnId), LeaseID: given(r.Body.LeaseId),
	})
	if err != nil {
		return nil, err
	}
	return server.SaveItem200JSONResponse(itemOf(item)), nil
}

// RemoveItem implements the contract.
func (o *operations) RemoveItem(ctx context.Context, r server.RemoveItemRequestObject) (server.RemoveItemResponseObject, error) {
	if err := o.Composing.RemoveItem(ctx, actorOf(ctx), r.CompositionId, r.ItemId); err != nil {
		return nil, err
	}
	return server.RemoveItem204Response{}, nil
}

// ListRevisions implements the contract.
func (o *operations) ListRevisions(ctx context.Context, r server.ListRevisionsRequestObject) (server.ListRevisionsResponseObject, error) {
	page, err := pageOf(listRevisions, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Composing.ListRevisions(ctx, actorOf(ctx), r.CompositionId, r.ItemId, page)
	if err != nil {
		return nil, err
	}
	return server.ListRevisions200JSONResponse{
		Items:      mapAll(found, revisionOf),
		NextCursor: nextCursor(listRevisions, found, page.Limit, func(r composition.Revision) string { return r.ID }),
	}, nil
}

// RestoreRevision implements the contract.
func (o *operations) RestoreRevision(ctx context.Context, r server.RestoreRevisionRequestObject) (server.RestoreRevisionResponseObject, error) {
	item, err := o.Composing.RestoreRevision(ctx, actorOf(ctx), r.CompositionId, r.ItemId, r.RevisionId, given(r.Params.LeaseId))
	if err != nil {
		return nil, err
	}
	return server.RestoreRevision200JSONResponse(itemOf(item)), nil
}

func itemOf(i composing.CheckedItem) api.Item {
	return api.Item{
		Id: i.ID, CompositionId: i.CompositionID, Type: string(i.Type), Name: i.Name, BaseItemId: optional(i.BaseItemID),
		BaseContentRevision: optional(string(i.BaseContentRevision)), Content: json.RawMessage(i.Content),
		ContentRevision: string(i.ContentRevision), LastAuthor: string(i.LastAuthor), LastTurnId: optional(i.LastTurnID),
		PublishedAt: instantOrNone(i.PublishedAt), PublishedRevision: optional(string(i.PublishedRevision)),
		Problems: problemsOf(i.Problems), CreatedAt: instant(i.CreatedAt), UpdatedAt: instant(i.UpdatedAt),
	}
}

func revisionOf(r composition.Revision) api.Revision {
	return api.Revision{
		Id: r.ID, ItemId: r.ItemID, Content: rawOrNone(r.Content), ContentRevision: string(r.ContentRevision),
		Author: string(r.Author), ActorId: r.ActorID, Origin: optional(r.Origin), TurnId: optional(r.TurnID), CreatedAt: instant(r.CreatedAt),
	}
}
