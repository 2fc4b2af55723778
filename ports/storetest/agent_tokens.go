package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

var agentTokenRules = []rule{
	{"an agent token comes back as it was stored, by id and by hash", agentTokenComesBack},
	{"a token of another composition, or none, is not found", unknownAgentToken},
	{"tokens come the newest first, in pages", agentTokensInOrder},
	{"a token goes with its composition", agentTokensGo},
}

// agentToken stores a token with its session.
func (b *bundle) agentToken(c composition.Composition) composition.AgentToken {
	b.Helper()
	until := after(time.Hour)
	token := composition.AgentToken{
		ID: newID(), CompositionID: c.ID, Name: "mine", CreatedBy: c.CreatedBy, CreatedAt: noon, ExpiresAt: &until,
	}
	token.Hash = "hash of " + token.ID
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.InsertSession(ctx, composition.Session{
			ID: token.ID, CompositionID: c.ID, TemplateID: "t", Engine: composition.AttachedEngine, Status: composition.SessionStopped, CreatedAt: noon,
		}), tx.InsertAgentToken(ctx, token))
	})
	return token
}

func agentTokenComesBack(b *bundle) {
	token := b.agentToken(b.composition())
	byHash := func(ctx context.Context, tx ports.Tx) (composition.AgentToken, error) {
		return tx.AgentTokenByHash(ctx, token.Hash)
	}
	equal(b, "by hash", stored(b, byHash), token)
	used, revoked := after(time.Minute), after(time.Second)
	b.write(func(ctx context.Context, tx ports.Tx) error {
		return all(tx.UseAgentToken(ctx, token.ID, used), tx.RevokeAgentToken(ctx, token.ID, revoked))
	})
	token.LastUsedAt, token.RevokedAt = &used, &revoked
	equal(b, "by id", stored(b, func(ctx context.Context, tx ports.Tx) (composition.AgentToken, error) {
		return tx.AgentTokenByID(ctx, token.CompositionID, token.ID)
	}), token)
	again := token
	again.ID = b.session().ID
	b.taken(func(ctx context.Context, tx ports.Tx) error { return tx.InsertAgentToken(ctx, again) })
}

func unknownAgentToken(b *bundle) {
	token := b.agentToken(b.composition())
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.AgentTokenByID(ctx, newID(), token.ID)
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.AgentTokenByHash(ctx, "unknown")
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UseAgentToken(ctx, newID(), noon) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.RevokeAgentToken(ctx, newID(), noon) })
}

func agentTokensInOrder(b *bundle) {
	c := b.composition()
	tokens := []composition.AgentToken{b.agentToken(c), b.agentToken(c), b.agentToken(c)}
	list := func(page ports.Page) []composition.AgentToken {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.AgentToken, error) {
			return tx.ListAgentTokens(ctx, c.ID, page)
		})
	}
	equal(b, "first page", list(ports.Page{Limit: 2}), []composition.AgentToken{tokens[2], tokens[1]})
	equal(b, "second page", list(ports.Page{Before: tokens[1].ID, Limit: 2}), []composition.AgentToken{tokens[0]})
}

func agentTokensGo(b *bundle) {
	c := b.composition()
	token := b.agentToken(c)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteComposition(ctx, c.ID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.AgentTokenByHash(ctx, token.Hash)
		return err
	})
}
