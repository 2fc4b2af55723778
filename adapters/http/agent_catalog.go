package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// ListAgentCatalog implements the contract.
func (o *operations) ListAgentCatalog(ctx context.Context, r server.ListAgentCatalogRequestObject) (server.ListAgentCatalogResponseObject, error) {
	page, err := pageOf(listAgentCatalog, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Composing.ListCatalogForAgent(ctx, agentOf(ctx), composition.ItemType(r.Kind), page.Before, page.Limit)
	if err != nil {
		return nil, err
	}
	return server.ListAgentCatalog200JSONResponse(agentCatalogOf(found, page.Limit)), nil
}

// GetAgentCatalogEntry implements the contract.
func (o *operations) GetAgentCatalogEntry(ctx context.Context, r server.GetAgentCatalogEntryRequestObject) (server.GetAgentCatalogEntryResponseObject, error) {
	e, err := o.Composing.CatalogEntryForAgent(ctx, agentOf(ctx), composition.ItemType(r.Kind), r.EntryName)
	if err != nil {
		return nil, err
	}
	return server.GetAgentCatalogEntry200JSONResponse(agentCatalogEntryOf(e)), nil
}

func agentCatalogOf(found []composing.CatalogEntry, limit int) api.AgentCatalogList {
	return api.AgentCatalogList{
		Items:      mapAll(found, catalogBriefOf),
		NextCursor: nextCursor(listAgentCatalog, found, limit, func(e composing.CatalogEntry) string { return e.Name }),
	}
}

func agentCatalogEntryOf(e composing.CatalogEntry) api.AgentCatalogEntry {
	return api.AgentCatalogEntry{
		Kind: string(e.Kind), Name: e.Name, Label: optional(e.Label), Description: optional(e.Description), Scope: e.Scope,
		Version: versionOrNone(e.Version), ContentRevision: string(e.ContentRevision), Content: json.RawMessage(e.Content),
	}
}

func catalogBriefOf(e composing.CatalogEntry) api.AgentCatalogBrief {
	return api.AgentCatalogBrief{
		Name: e.Name, Label: optional(e.Label), Description: optional(e.Description), Scope: e.Scope, Version: versionOrNone(e.Version),
		Inputs: catalogFieldsOf(e.Inputs), Outputs: catalogFieldsOf(e.Outputs),
	}
}

// versionOrNone leaves the version out of what has none.
func versionOrNone(number int64) *int64 {
	if number == 0 {
		return nil
	}
	return &number
}

func catalogFieldsOf(briefs []composing.FieldBrief) *[]api.AgentCatalogField {
	if len(briefs) == 0 {
		return nil
	}
	fields := mapAll(briefs, func(b composing.FieldBrief) api.AgentCatalogField {
		return api.AgentCatalogField{Name: b.Name, Type: b.Type, Required: b.Required}
	})
	return &fields
}
