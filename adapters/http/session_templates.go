package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/openapi/api"
)

// ListSessionTemplates implements the contract.
func (o *operations) ListSessionTemplates(ctx context.Context, r server.ListSessionTemplatesRequestObject) (server.ListSessionTemplatesResponseObject, error) {
	found, next, err := o.objectsOf(ctx, catalog.SessionTemplate, r.Params.Limit, r.Params.Cursor)
	return server.ListSessionTemplates200JSONResponse{Items: mapAll(found, sessionTemplateOf), NextCursor: next}, err
}

// CreateSessionTemplate implements the contract.
func (o *operations) CreateSessionTemplate(ctx context.Context, r server.CreateSessionTemplateRequestObject) (server.CreateSessionTemplateResponseObject, error) {
	made, err := o.Cataloguing.CreateObject(ctx, actorOf(ctx), catalog.SessionTemplate, given(r.Body.TeamId), string(r.Body.Content))
	return server.CreateSessionTemplate201JSONResponse(sessionTemplateOf(made)), err
}

// GetSessionTemplate implements the contract.
func (o *operations) GetSessionTemplate(ctx context.Context, r server.GetSessionTemplateRequestObject) (server.GetSessionTemplateResponseObject, error) {
	found, err := o.Cataloguing.GetObject(ctx, actorOf(ctx), catalog.SessionTemplate, r.ObjectId)
	return server.GetSessionTemplate200JSONResponse(sessionTemplateOf(found)), err
}

// UpdateSessionTemplate implements the contract.
func (o *operations) UpdateSessionTemplate(ctx context.Context, r server.UpdateSessionTemplateRequestObject) (server.UpdateSessionTemplateResponseObject, error) {
	changed, err := o.Cataloguing.UpdateObject(
		ctx, actorOf(ctx), catalog.SessionTemplate, r.ObjectId, string(r.Body.Content), revision.Revision(r.Body.BaseRevision))
	return server.UpdateSessionTemplate200JSONResponse(sessionTemplateOf(changed)), err
}

// DeleteSessionTemplate implements the contract.
func (o *operations) DeleteSessionTemplate(ctx context.Context, r server.DeleteSessionTemplateRequestObject) (server.DeleteSessionTemplateResponseObject, error) {
	return server.DeleteSessionTemplate204Response{}, o.Cataloguing.DeleteObject(ctx, actorOf(ctx), catalog.SessionTemplate, r.ObjectId)
}

// ValidateSessionTemplate implements the contract.
func (o *operations) ValidateSessionTemplate(_ context.Context, r server.ValidateSessionTemplateRequestObject) (server.ValidateSessionTemplateResponseObject, error) {
	return server.ValidateSessionTemplate200JSONResponse{
		Problems: problemsOf(cataloguing.Check(catalog.SessionTemplate, string(r.Body.Content))),
	}, nil
}

func sessionTemplateOf(c catalog.Object) api.SessionTemplate {
	shown := api.SessionTemplate{
		Id: c.ID, TeamId: optional(c.TeamID), Name: c.Name, Content: json.RawMessage(c.Content), ContentRevision: string(c.ContentRevision),
		BuiltIn: cataloguing.IsBuiltIn(c.Kind, c.ID),
	}
	if !shown.BuiltIn {
		created, updated := instant(c.CreatedAt), instant(c.UpdatedAt)
		shown.CreatedBy, shown.CreatedAt, shown.UpdatedAt = optional(c.CreatedBy), &created, &updated
	}
	return shown
}
