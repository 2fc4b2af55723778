package http

import (
	"context"
	"strings"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/openapi/api"
)

// ListSecrets implements the contract.
func (o *operations) ListSecrets(ctx context.Context, r server.ListSecretsRequestObject) (server.ListSecretsResponseObject, error) {
	place, err := readCursor(listSecrets, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	afterName, afterID, _ := strings.Cut(place, placeSeparator)
	limit := limitOf(r.Params.Limit)
	found, err := o.Safekeeping.ListSecrets(ctx, actorOf(ctx), afterName, afterID, limit)
	return server.ListSecrets200JSONResponse{
		Items:      mapAll(found, secretOf),
		NextCursor: nextCursor(listSecrets, found, limit, func(s secret.Secret) string { return s.Name + placeSeparator + s.ID }),
	}, err
}

// GetSecret implements the contract.
func (o *operations) GetSecret(ctx context.Context, r server.GetSecretRequestObject) (server.GetSecretResponseObject, error) {
	found, err := o.Safekeeping.GetSecret(ctx, actorOf(ctx), given(r.Params.TeamId), r.SecretName)
	return server.GetSecret200JSONResponse(secretOf(found)), err
}

// SetSecret implements the contract.
func (o *operations) SetSecret(ctx context.Context, r server.SetSecretRequestObject) (server.SetSecretResponseObject, error) {
	kept, err := o.Safekeeping.SetSecret(ctx, actorOf(ctx), given(r.Params.TeamId), r.SecretName, r.Body.Value)
	return server.SetSecret200JSONResponse(secretOf(kept)), err
}

// DeleteSecret implements the contract.
func (o *operations) DeleteSecret(ctx context.Context, r server.DeleteSecretRequestObject) (server.DeleteSecretResponseObject, error) {
	return server.DeleteSecret204Response{}, o.Safekeeping.DeleteSecret(ctx, actorOf(ctx), given(r.Params.TeamId), r.SecretName)
}

// ListAgentSecrets implements the contract.
func (o *operations) ListAgentSecrets(ctx context.Context, r server.ListAgentSecretsRequestObject) (server.ListAgentSecretsResponseObject, error) {
	page, err := pageOf(listAgentSecrets, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Composing.ListSecretsForAgent(ctx, agentOf(ctx), page.Before, page.Limit)
	return server.ListAgentSecrets200JSONResponse(agentSecretsOf(found, page.Limit)), err
}

func secretOf(s secret.Secret) api.Secret {
	return api.Secret{
		TeamId: optional(s.TeamID), Name: s.Name, CreatedBy: s.CreatedBy, CreatedAt: instant(s.CreatedAt),
		UpdatedBy: s.UpdatedBy, UpdatedAt: instant(s.UpdatedAt),
	}
}
