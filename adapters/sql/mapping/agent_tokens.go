package mapping

import (
	"context"
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// InsertAgentToken implements ports.AgentTokens.
func (t *Tx) InsertAgentToken(ctx context.Context, a composition.AgentToken) error {
	return t.err(t.q.InsertAgentToken(ctx, rows.InsertAgentTokenParams{
		ID: a.ID, CompositionID: a.CompositionID, Name: a.Name, TokenHash: a.Hash, CreatedBy: a.CreatedBy, CreatedAt: stamp(a.CreatedAt),
		LastUsedAt: stampOrNull(a.LastUsedAt), ExpiresAt: stampOrNull(a.ExpiresAt), RevokedAt: stampOrNull(a.RevokedAt),
	}))
}

// AgentTokenByHash implements ports.AgentTokens.
func (t *Tx) AgentTokenByHash(ctx context.Context, hash string) (composition.AgentToken, error) {
	row, err := t.q.AgentTokenByHash(ctx, rows.AgentTokenByHashParams{TokenHash: hash})
	return agentTokenOf(row), t.found(err, "agent token with the hash", hash)
}

// AgentTokenByID implements ports.AgentTokens.
func (t *Tx) AgentTokenByID(ctx context.Context, compositionID, id string) (composition.AgentToken, error) {
	row, err := t.q.AgentTokenByID(ctx, rows.AgentTokenByIDParams{CompositionID: compositionID, ID: id})
	return agentTokenOf(row), t.found(err, "agent token", id)
}

// ListAgentTokens implements ports.AgentTokens.
func (t *Tx) ListAgentTokens(ctx context.Context, compositionID string, page ports.Page) ([]composition.AgentToken, error) {
	found, err := t.q.ListAgentTokens(ctx, rows.ListAgentTokensParams{
		CompositionID: compositionID, Before: pageStart(page), MaxRows: int64(page.Limit),
	})
	return mapAll(found, agentTokenOf), t.err(err)
}

// UseAgentToken implements ports.AgentTokens.
func (t *Tx) UseAgentToken(ctx context.Context, id string, at time.Time) error {
	n, err := t.q.UseAgentToken(ctx, rows.UseAgentTokenParams{ID: id, LastUsedAt: stampOrNull(&at)})
	return t.changed(n, err, "agent token", id)
}

// RevokeAgentToken implements ports.AgentTokens.
func (t *Tx) RevokeAgentToken(ctx context.Context, id string, at time.Time) error {
	n, err := t.q.RevokeAgentToken(ctx, rows.RevokeAgentTokenParams{ID: id, RevokedAt: stampOrNull(&at)})
	return t.changed(n, err, "agent token", id)
}

func agentTokenOf(row rows.AgentToken) composition.AgentToken {
	return composition.AgentToken{
		ID: row.ID, CompositionID: row.CompositionID, Name: row.Name, Hash: row.TokenHash, CreatedBy: row.CreatedBy, CreatedAt: row.CreatedAt,
		LastUsedAt: row.LastUsedAt, ExpiresAt: row.ExpiresAt, RevokedAt: row.RevokedAt,
	}
}
