package http

import (
	"context"
	"encoding/json"
	"net/http"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/openapi/api"
)

// ListConfigItems implements the contract.
func (o *operations) ListConfigItems(ctx context.Context, r server.ListConfigItemsRequestObject) (server.ListConfigItemsResponseObject, error) {
	items, err := o.Assisting.ListItems(ctx, actorOf(ctx), r.SessionId)
	if err != nil {
		return nil, err
	}
	return server.ListConfigItems200JSONResponse(configItemsOf(items)), nil
}

// ValidateConfigItems implements the contract.
func (o *operations) ValidateConfigItems(ctx context.Context, r server.ValidateConfigItemsRequestObject) (server.ValidateConfigItemsResponseObject, error) {
	items, err := o.Assisting.ListItems(ctx, actorOf(ctx), r.SessionId)
	if err != nil {
		return nil, err
	}
	return server.ValidateConfigItems200JSONResponse(configItemsOf(items)), nil
}

// StartConfigItem implements the contract.
func (o *operations) StartConfigItem(ctx context.Context, r server.StartConfigItemRequestObject) (server.StartConfigItemResponseObject, error) {
	item, err := o.Assisting.StartItem(ctx, actorOf(ctx), r.SessionId, r.Body.Kind, r.Body.Name)
	if err != nil {
		return nil, err
	}
	return server.StartConfigItem201JSONResponse(configContentOf(item)), nil
}

// GetConfigItem implements the contract.
func (o *operations) GetConfigItem(ctx context.Context, r server.GetConfigItemRequestObject) (server.GetConfigItemResponseObject, error) {
	item, err := o.Assisting.GetItem(ctx, actorOf(ctx), r.SessionId, r.Kind, r.ItemName)
	if err != nil {
		return nil, err
	}
	return server.GetConfigItem200JSONResponse(configContentOf(item)), nil
}

// SaveConfigItem implements the contract.
func (o *operations) SaveConfigItem(ctx context.Context, r server.SaveConfigItemRequestObject) (server.SaveConfigItemResponseObject, error) {
	seen := revision.Revision(given(r.Body.BaseRevision))
	item, err := o.Assisting.SaveItem(ctx, actorOf(ctx), r.SessionId, r.Kind, r.ItemName, string(r.Body.Content), seen)
	if err != nil {
		return nil, err
	}
	return server.SaveConfigItem200JSONResponse(configContentOf(item)), nil
}

// RemoveConfigItem implements the contract.
func (o *operations) RemoveConfigItem(ctx context.Context, r server.RemoveConfigItemRequestObject) (server.RemoveConfigItemResponseObject, error) {
	if err := o.Assisting.RemoveItem(ctx, actorOf(ctx), r.SessionId, r.Kind, r.ItemName); err != nil {
		return nil, err
	}
	return server.RemoveConfigItem204Response{}, nil
}

// ApplyConfigItems implements the contract.
func (o *operations) ApplyConfigItems(ctx context.Context, r server.ApplyConfigItemsRequestObject) (server.ApplyConfigItemsResponseObject, error) {
	plan, err := o.Assisting.ApplyItems(ctx, actorOf(ctx), r.SessionId, assisting.Application{
		Paths: given(r.Body.Items), DryRun: given(r.Body.DryRun), Force: given(r.Body.Force),
	})
	if err != nil {
		return nil, err
	}
	return server.ApplyConfigItems200JSONResponse{Items: mapAll(plan.Entries, plannedOf)}, nil
}

// DownloadConfigItems implements the contract.
func (o *operations) DownloadConfigItems(ctx context.Context, r server.DownloadConfigItemsRequestObject) (server.DownloadConfigItemsResponseObject, error) {
	text, err := o.Assisting.PackItems(ctx, actorOf(ctx), r.SessionId)
	if err != nil {
		return nil, err
	}
	return packText(text), nil
}

// VisitDownloadConfigItemsResponse implements the generated interface of responses.
func (t packText) VisitDownloadConfigItemsResponse(w http.ResponseWriter) error {
	return t.VisitExportPackResponse(w)
}

func configItemsOf(items []assisting.CheckedItem) api.ConfigItemList {
	return api.ConfigItemList{Items: mapAll(items, configItemOf)}
}

func configItemOf(i assisting.CheckedItem) api.ConfigItem {
	return api.ConfigItem{
		Kind: i.Folder, Name: i.Name, Path: i.Path(), State: string(i.State), ContentRevision: string(i.ContentRevision),
		BaseRevision: optional(string(i.Base)), Author: string(i.Author), TurnId: optional(i.TurnID), UpdatedBy: i.UpdatedBy,
		UpdatedAt: instant(i.UpdatedAt), Problems: problemsOf(i.Problems), Conflict: conflictOf(i.Conflict),
	}
}

func configContentOf(i assisting.CheckedItem) api.ConfigItemContent {
	brief := configItemOf(i)
	return api.ConfigItemContent{
		Kind: brief.Kind, Name: brief.Name, Path: brief.Path, State: brief.State, ContentRevision: brief.ContentRevision,
		BaseRevision: brief.BaseRevision, Author: brief.Author, TurnId: brief.TurnId, UpdatedBy: brief.UpdatedBy,
		UpdatedAt: brief.UpdatedAt, Problems: brief.Problems, Conflict: brief.Conflict, Content: json.RawMessage(i.Content),
	}
}
