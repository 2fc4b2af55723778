package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/providing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/openapi/api"
)

// ListProviders implements the contract.
func (o *operations) ListProviders(ctx context.Context, r server.ListProvidersRequestObject) (server.ListProvidersResponseObject, error) {
	list, err := o.listObjects(ctx, catalog.Provider, r.Params.Limit, r.Params.Cursor)
	return server.ListProviders200JSONResponse(list), err
}

// CreateProvider implements the contract.
func (o *operations) CreateProvider(ctx context.Context, r server.CreateProviderRequestObject) (server.CreateProviderResponseObject, error) {
	made, err := o.Cataloguing.CreateObject(ctx, actorOf(ctx), catalog.Provider, given(r.Body.TeamId), string(r.Body.Content))
	return server.CreateProvider201JSONResponse(objectOf(made)), err
}

// GetProvider implements the contract.
func (o *operations) GetProvider(ctx context.Context, r server.GetProviderRequestObject) (server.GetProviderResponseObject, error) {
	found, err := o.Cataloguing.GetObject(ctx, actorOf(ctx), catalog.Provider, r.ObjectId)
	return server.GetProvider200JSONResponse(objectOf(found)), err
}

// UpdateProvider implements the contract.
func (o *operations) UpdateProvider(ctx context.Context, r server.UpdateProviderRequestObject) (server.UpdateProviderResponseObject, error) {
	changed, err := o.updateObject(ctx, catalog.Provider, r.ObjectId, *r.Body)
	return server.UpdateProvider200JSONResponse(changed), err
}

// DeleteProvider implements the contract.
func (o *operations) DeleteProvider(ctx context.Context, r server.DeleteProviderRequestObject) (server.DeleteProviderResponseObject, error) {
	return server.DeleteProvider204Response{}, o.Cataloguing.DeleteObject(ctx, actorOf(ctx), catalog.Provider, r.ObjectId)
}

// ValidateProvider implements the contract.
func (o *operations) ValidateProvider(_ context.Context, r server.ValidateProviderRequestObject) (server.ValidateProviderResponseObject, error) {
	return server.ValidateProvider200JSONResponse{Problems: problemsOf(cataloguing.Check(catalog.Provider, string(r.Body.Content)))}, nil
}

// TestProvider implements the contract.
func (o *operations) TestProvider(ctx context.Context, r server.TestProviderRequestObject) (server.TestProviderResponseObject, error) {
	trial, err := o.Providing.TryProvider(ctx, actorOf(ctx), r.ObjectId, given(r.Body.Model))
	if err != nil {
		return nil, err
	}
	return server.TestProvider200JSONResponse(trialOf(trial)), nil
}

func trialOf(t providing.Trial) api.ProviderTestResult {
	shown := api.ProviderTestResult{
		Ok: t.OK, Model: optional(t.Model), Message: t.Message, Code: optional(t.Code), DurationMs: t.Duration.Milliseconds(), CostUSD: t.CostUSD,
	}
	if t.OK {
		input := t.Usage.InputTokens + t.Usage.CacheReadTokens + t.Usage.CacheWriteTokens
		shown.InputTokens, shown.OutputTokens = &input, &t.Usage.OutputTokens
	}
	return shown
}
