package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// CreateAgentToken implements the contract.
func (o *operations) CreateAgentToken(ctx context.Context, r server.CreateAgentTokenRequestObject) (server.CreateAgentTokenResponseObject, error) {
	made, token, err := o.Composing.CreateAgentToken(ctx, actorOf(ctx), r.CompositionId, composing.NewAgentToken{
		Name: r.Body.Name, ExpiresAt: r.Body.ExpiresAt,
	})
	if err != nil {
		return nil, err
	}
	attached := attachment{server: addressOf(ctx), program: o.config.Program, composition: r.CompositionId, token: token}
	return server.CreateAgentToken201JSONResponse{AgentToken: agentTokenOf(made), Token: token, Snippets: attached.snippets()}, nil
}

// ListAgentTokens implements the contract.
func (o *operations) ListAgentTokens(ctx context.Context, r server.ListAgentTokensRequestObject) (server.ListAgentTokensResponseObject, error) {
	page, err := pageOf(listAgentTokens, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Composing.ListAgentTokens(ctx, actorOf(ctx), r.CompositionId, page)
	if err != nil {
		return nil, err
	}
	return server.ListAgentTokens200JSONResponse{
		Items:      mapAll(found, agentTokenOf),
		NextCursor: nextCursor(listAgentTokens, found, page.Limit, func(t composition.AgentToken) string { return t.ID }),
	}, nil
}

// RevokeAgentToken implements the contract.
func (o *operations) RevokeAgentToken(ctx context.Context, r server.RevokeAgentTokenRequestObject) (server.RevokeAgentTokenResponseObject, error) {
	if err := o.Composing.RevokeAgentToken(ctx, actorOf(ctx), r.CompositionId, r.TokenId); err != nil {
		return nil, err
	}
	return server.RevokeAgentToken204Response{}, nil
}

// FinishTurn implements the contract.
func (o *operations) FinishTurn(ctx context.Context, r server.FinishTurnRequestObject) (server.FinishTurnResponseObject, error) {
	turn, err := o.Composing.FinishTurn(ctx, agentOf(ctx), given(r.Body.Summary))
	if err != nil {
		return nil, err
	}
	return server.FinishTurn200JSONResponse(turnOf(turn)), nil
}

func agentTokenOf(t composition.AgentToken) api.AgentToken {
	return api.AgentToken{
		Id: t.ID, Name: t.Name, CreatedBy: t.CreatedBy, CreatedAt: instant(t.CreatedAt), LastUsedAt: instantOrNone(t.LastUsedAt),
		ExpiresAt: instantOrNone(t.ExpiresAt), RevokedAt: instantOrNone(t.RevokedAt),
	}
}
