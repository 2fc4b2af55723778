package http

import (
	"context"
	"encoding/json"
	"strings"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/openapi/api"
)

// ListActionTypes implements the contract.
func (o *operations) ListActionTypes(ctx context.Context, r server.ListActionTypesRequestObject) (server.ListActionTypesResponseObject, error) {
	list, err := o.listObjects(ctx, catalog.ActionType, r.Params.Limit, r.Params.Cursor)
	return server.ListActionTypes200JSONResponse(list), err
}

// CreateActionType implements the contract.
func (o *operations) CreateActionType(ctx context.Context, r server.CreateActionTypeRequestObject) (server.CreateActionTypeResponseObject, error) {
	made, err := o.Cataloguing.CreateObject(ctx, actorOf(ctx), catalog.ActionType, given(r.Body.TeamId), string(r.Body.Content))
	return server.CreateActionType201JSONResponse(objectOf(made)), err
}

// GetActionType implements the contract.
func (o *operations) GetActionType(ctx context.Context, r server.GetActionTypeRequestObject) (server.GetActionTypeResponseObject, error) {
	found, err := o.Cataloguing.GetObject(ctx, actorOf(ctx), catalog.ActionType, r.ObjectId)
	return server.GetActionType200JSONResponse(objectOf(found)), err
}

// UpdateActionType implements the contract.
func (o *operations) UpdateActionType(ctx context.Context, r server.UpdateActionTypeRequestObject) (server.UpdateActionTypeResponseObject, error) {
	changed, err := o.updateObject(ctx, catalog.ActionType, r.ObjectId, *r.Body)
	return server.UpdateActionType200JSONResponse(changed), err
}

// DeleteActionType implements the contract.
func (o *operations) DeleteActionType(ctx context.Context, r server.DeleteActionTypeRequestObject) (server.DeleteActionTypeResponseObject, error) {
	return server.DeleteActionType204Response{}, o.Cataloguing.DeleteObject(ctx, actorOf(ctx), catalog.ActionType, r.ObjectId)
}

// ValidateActionType implements the contract.
func (o *operations) ValidateActionType(_ context.Context, r server.ValidateActionTypeRequestObject) (server.ValidateActionTypeResponseObject, error) {
	return server.ValidateActionType200JSONResponse{Problems: problemsOf(cataloguing.Check(catalog.ActionType, string(r.Body.Content)))}, nil
}

// ListTools implements the contract.
func (o *operations) ListTools(ctx context.Context, r server.ListToolsRequestObject) (server.ListToolsResponseObject, error) {
	list, err := o.listObjects(ctx, catalog.Tool, r.Params.Limit, r.Params.Cursor)
	return server.ListTools200JSONResponse(list), err
}

// CreateTool implements the contract.
func (o *operations) CreateTool(ctx context.Context, r server.CreateToolRequestObject) (server.CreateToolResponseObject, error) {
	made, err := o.Cataloguing.CreateObject(ctx, actorOf(ctx), catalog.Tool, given(r.Body.TeamId), string(r.Body.Content))
	return server.CreateTool201JSONResponse(objectOf(made)), err
}

// GetTool implements the contract.
func (o *operations) GetTool(ctx context.Context, r server.GetToolRequestObject) (server.GetToolResponseObject, error) {
	found, err := o.Cataloguing.GetObject(ctx, actorOf(ctx), catalog.Tool, r.ObjectId)
	return server.GetTool200JSONResponse(objectOf(found)), err
}

// UpdateTool implements the contract.
func (o *operations) UpdateTool(ctx context.Context, r server.UpdateToolRequestObject) (server.UpdateToolResponseObject, error) {
	changed, err := o.updateObject(ctx, catalog.Tool, r.ObjectId, *r.Body)
	return server.UpdateTool200JSONResponse(changed), err
}

// DeleteTool implements the contract.
func (o *operations) DeleteTool(ctx context.Context, r server.DeleteToolRequestObject) (server.DeleteToolResponseObject, error) {
	return server.DeleteTool204Response{}, o.Cataloguing.DeleteObject(ctx, actorOf(ctx), catalog.Tool, r.ObjectId)
}

// ValidateTool implements the contract.
func (o *operations) ValidateTool(_ context.Context, r server.ValidateToolRequestObject) (server.ValidateToolResponseObject, error) {
	return server.ValidateTool200JSONResponse{Problems: problemsOf(cataloguing.Check(catalog.Tool, string(r.Body.Content)))}, nil
}

// placeSeparator parts name and id in a cursor; no name holds it.
const placeSeparator = "\x00"

func (o *operations) listObjects(ctx context.Context, kind catalog.Kind, limit *int, cursor *string) (api.CatalogList, error) {
	found, next, err := o.objectsOf(ctx, kind, limit, cursor)
	return api.CatalogList{Items: mapAll(found, objectOf), NextCursor: next}, err
}

func (o *operations) objectsOf(
	ctx context.Context, kind catalog.Kind, limit *int, cursor *string,
) (found []catalog.Object, next *string, err error) {
	place, err := readCursor(listCatalog, cursor)
	if err != nil {
		return nil, nil, err
	}
	afterName, afterID, _ := strings.Cut(place, placeSeparator)
	found, err = o.Cataloguing.ListObjects(ctx, actorOf(ctx), kind, afterName, afterID, limitOf(limit))
	next = nextCursor(listCatalog, found, limitOf(limit), func(o catalog.Object) string { return o.Name + placeSeparator + o.ID })
	return found, next, err
}

func (o *operations) updateObject(ctx context.Context, kind catalog.Kind, id string, update api.CatalogObjectUpdate) (api.CatalogObject, error) {
	changed, err := o.Cataloguing.UpdateObject(ctx, actorOf(ctx), kind, id, string(update.Content), revision.Revision(update.BaseRevision))
	return objectOf(changed), err
}

func objectOf(c catalog.Object) api.CatalogObject {
	return api.CatalogObject{
		Id: c.ID, TeamId: optional(c.TeamID), Name: c.Name, Content: json.RawMessage(c.Content), ContentRevision: string(c.ContentRevision),
		CreatedBy: c.CreatedBy, CreatedAt: instant(c.CreatedAt), UpdatedAt: instant(c.UpdatedAt),
	}
}
