package composing

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"strings"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// AgentTokenPrefix is how the tokens of attached agents begin, so that people and scanners know them.
const AgentTokenPrefix = "hdl_agent_"

// IsAgentToken tells whether a text is the token of an attached agent, if it is any.
func IsAgentToken(token string) bool { return strings.HasPrefix(token, AgentTokenPrefix) }

// NewAgentToken is what a user chooses for a token.
type NewAgentToken struct {
	Name      string
	ExpiresAt *time.Time // nil: never
}

// CreateAgentToken lets an agent that the actor runs work on the composition, as far as the actor may. The answer has the
// token itself, which is not kept.
func (s *Service) CreateAgentToken(
	ctx context.Context, actor access.Actor, compositionID string, input NewAgentToken,
) (made composition.AgentToken, token string, err error) {
	if token, err = newAgentToken(); err != nil {
		return made, "", err
	}
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		now := s.clock.Now()
		made, err = composition.NewAgentToken(composition.AgentToken{
			ID: s.newID(), CompositionID: c.ID, Name: input.Name, Hash: HashToken(token), CreatedBy: actor.ID(), ExpiresAt: input.ExpiresAt,
		}, now)
		if err != nil {
			return err
		}
		session := composition.Session{
			ID: made.ID, CompositionID: c.ID, TemplateID: sessiontemplate.DefaultForCompositions, Engine: composition.AttachedEngine,
			Status: composition.SessionStopped, CreatedAt: now,
		}
		if err := tx.InsertSession(ctx, session); err != nil {
			return err
		}
		return tx.InsertAgentToken(ctx, made)
	})
	return made, token, err
}

func newAgentToken() (string, error) {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	return AgentTokenPrefix + base64.RawURLEncoding.EncodeToString(random), nil
}

// ListAgentTokens lists the newest first, those that are of no use any more too.
func (s *Service) ListAgentTokens(
	ctx context.Context, actor access.Actor, compositionID string, page ports.Page,
) (found []composition.AgentToken, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		found, err = tx.ListAgentTokens(ctx, c.ID, page)
		return err
	})
	return found, err
}

// RevokeAgentToken shuts an attached agent out at once. A turn in which it works is interrupted: what it proposed can
// still be offered. Revoking again changes nothing.
func (s *Service) RevokeAgentToken(ctx context.Context, actor access.Actor, compositionID, tokenID string) error {
	return s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		token, err := tx.AgentTokenByID(ctx, c.ID, tokenID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if !token.Revoke(now) {
			return nil
		}
		if err := tx.RevokeAgentToken(ctx, token.ID, now); err != nil {
			return err
		}
		return s.endAttachedTurn(ctx, tx, c, token.ID, composition.Interrupted, "The token of the agent was revoked.")
	})
}

// authenticateAttached answers the attached agent whose token this is.
func (s *Service) authenticateAttached(ctx context.Context, compositionID, token string) (Agent, error) {
	var found composition.AgentToken
	now := s.clock.Now()
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if found, err = tx.AgentTokenByHash(ctx, HashToken(token)); err != nil {
			return err
		}
		if found.CompositionID != compositionID {
			return refusedToken()
		}
		if err := found.RequireUsable(now); err != nil {
			return err
		}
		return requireMaker(ctx, tx, found)
	})
	if fault.KindOf(err) == fault.KindNotFound && err != nil {
		return Agent{}, refusedToken()
	}
	if err != nil {
		return Agent{}, err
	}
	if found.Use(now) {
		err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return tx.UseAgentToken(ctx, found.ID, now) })
	}
	return Agent{compositionID: compositionID, sessionID: found.ID, attached: &found}, err
}

// requireMaker refuses a token whose maker may not change the composition any more.
func requireMaker(ctx context.Context, tx ports.Tx, token composition.AgentToken) error {
	c, err := tx.CompositionByID(ctx, token.CompositionID)
	if err != nil {
		return err
	}
	user, err := tx.UserByID(ctx, token.CreatedBy)
	if err != nil {
		return err
	}
	maker := access.Actor{User: user, Teams: map[string]access.Role{}}
	memberships, err := tx.ListMemberships(ctx, user.ID)
	if err != nil {
		return err
	}
	for _, membership := range memberships {
		maker.Teams[membership.Team.ID] = membership.Role
	}
	return maker.Require(access.CompositionEdit, c.TeamID)
}
