package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// GetAgentSession implements the contract.
func (o *operations) GetAgentSession(ctx context.Context, _ server.GetAgentSessionRequestObject) (server.GetAgentSessionResponseObject, error) {
	view, err := o.Assisting.ViewForAgent(ctx, assistantOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.GetAgentSession200JSONResponse{
		Id: view.ID, Name: view.Name, TurnId: optional(view.TurnID), Capabilities: capabilitiesOf(view.Capabilities),
	}, nil
}

// ListAgentConfigItems implements the contract.
func (o *operations) ListAgentConfigItems(ctx context.Context, _ server.ListAgentConfigItemsRequestObject) (server.ListAgentConfigItemsResponseObject, error) {
	items, err := o.Assisting.ListForAgent(ctx, assistantOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.ListAgentConfigItems200JSONResponse(configItemsOf(items)), nil
}

// ValidateAgentConfigItems implements the contract.
func (o *operations) ValidateAgentConfigItems(ctx context.Context, _ server.ValidateAgentConfigItemsRequestObject) (server.ValidateAgentConfigItemsResponseObject, error) {
	items, err := o.Assisting.ListForAgent(ctx, assistantOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.ValidateAgentConfigItems200JSONResponse(configItemsOf(items)), nil
}

// TakeConfigFeedback implements the contract.
func (o *operations) TakeConfigFeedback(ctx context.Context, _ server.TakeConfigFeedbackRequestObject) (server.TakeConfigFeedbackResponseObject, error) {
	changed, err := o.Assisting.TakeFeedback(ctx, assistantOf(ctx))
	if err != nil {
		return nil, err
	}
	return server.TakeConfigFeedback200JSONResponse(configItemsOf(changed)), nil
}

// GetAgentConfigItem implements the contract.
func (o *operations) GetAgentConfigItem(ctx context.Context, r server.GetAgentConfigItemRequestObject) (server.GetAgentConfigItemResponseObject, error) {
	item, err := o.Assisting.ItemForAgent(ctx, assistantOf(ctx), r.Kind, r.ItemName)
	if err != nil {
		return nil, err
	}
	return server.GetAgentConfigItem200JSONResponse(configContentOf(item)), nil
}

// StartAgentConfigItem implements the contract.
func (o *operations) StartAgentConfigItem(ctx context.Context, r server.StartAgentConfigItemRequestObject) (server.StartAgentConfigItemResponseObject, error) {
	item, err := o.Assisting.StartForAgent(ctx, assistantOf(ctx), r.Body.Kind, r.Body.Name)
	if err != nil {
		return nil, err
	}
	return server.StartAgentConfigItem200JSONResponse(configContentOf(item)), nil
}

// SaveAgentConfigItem implements the contract.
func (o *operations) SaveAgentConfigItem(ctx context.Context, r server.SaveAgentConfigItemRequestObject) (server.SaveAgentConfigItemResponseObject, error) {
	saved, created, err := o.Assisting.SaveForAgent(ctx, assistantOf(ctx), r.Kind, r.ItemName, string(r.Body.Content))
	if err != nil {
		return nil, err
	}
	return server.SaveAgentConfigItem200JSONResponse{
		Kind: saved.Folder, Name: saved.Name, Path: saved.Path(), ContentRevision: string(saved.ContentRevision), Created: created,
	}, nil
}

// RemoveAgentConfigItem implements the contract.
func (o *operations) RemoveAgentConfigItem(ctx context.Context, r server.RemoveAgentConfigItemRequestObject) (server.RemoveAgentConfigItemResponseObject, error) {
	if err := o.Assisting.RemoveForAgent(ctx, assistantOf(ctx), r.Kind, r.ItemName); err != nil {
		return nil, err
	}
	return server.RemoveAgentConfigItem204Response{}, nil
}

// ListSessionCatalog implements the contract.
func (o *operations) ListSessionCatalog(ctx context.Context, r server.ListSessionCatalogRequestObject) (server.ListSessionCatalogResponseObject, error) {
	page, err := pageOf(listAgentCatalog, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Assisting.ListCatalogForAgent(ctx, assistantOf(ctx), composition.ItemType(r.Kind), page.Before, page.Limit)
	if err != nil {
		return nil, err
	}
	return server.ListSessionCatalog200JSONResponse(agentCatalogOf(found, page.Limit)), nil
}

// GetSessionCatalogEntry implements the contract.
func (o *operations) GetSessionCatalogEntry(ctx context.Context, r server.GetSessionCatalogEntryRequestObject) (server.GetSessionCatalogEntryResponseObject, error) {
	e, err := o.Assisting.CatalogEntryForAgent(ctx, assistantOf(ctx), composition.ItemType(r.Kind), r.EntryName)
	if err != nil {
		return nil, err
	}
	return server.GetSessionCatalogEntry200JSONResponse(agentCatalogEntryOf(e)), nil
}

// ListSessionSecrets implements the contract.
func (o *operations) ListSessionSecrets(ctx context.Context, r server.ListSessionSecretsRequestObject) (server.ListSessionSecretsResponseObject, error) {
	page, err := pageOf(listAgentSecrets, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Assisting.ListSecretsForAgent(ctx, assistantOf(ctx), page.Before, page.Limit)
	return server.ListSessionSecrets200JSONResponse(agentSecretsOf(found, page.Limit)), err
}

func agentSecretsOf(found []composing.SecretName, limit int) api.AgentSecretList {
	return api.AgentSecretList{
		Items:      mapAll(found, func(s composing.SecretName) api.AgentSecret { return api.AgentSecret{Name: s.Name, Scope: s.Scope} }),
		NextCursor: nextCursor(listAgentSecrets, found, limit, func(s composing.SecretName) string { return s.Name }),
	}
}
