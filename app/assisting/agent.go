package assisting

import (
	"context"
	"crypto/subtle"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// Agent is the caller of a session's agent routes: the agent whose token was shown.
type Agent struct{ sessionID string }

// AuthenticateAgent answers the agent of the session whose token this is. A missing, wrong or old token, that of another
// session, or no session at all are one and the same fault, so that nothing can be probed.
func (s *Service) AuthenticateAgent(ctx context.Context, sessionID, token string) (Agent, error) {
	refused := fault.New(fault.KindUnauthenticated, "session-token", "this needs the token of this session's agent")
	if token == "" {
		return Agent{}, refused
	}
	var session composition.Session
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		session, err = tx.SessionByID(ctx, sessionID)
		return err
	})
	if isMissing(err) {
		return Agent{}, refused
	}
	if err != nil {
		return Agent{}, err
	}
	right := subtle.ConstantTimeCompare([]byte(session.TokenHash), []byte(composing.HashToken(token))) == 1
	if !session.IsOwn() || session.TokenHash == "" || !right {
		return Agent{}, refused
	}
	return Agent{sessionID}, nil
}

// view runs a read of the agent's session.
func (s *Service) view(ctx context.Context, agent Agent, do func(ctx context.Context, tx ports.Tx, session composition.Session) error) error {
	return s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := tx.SessionByID(ctx, agent.sessionID)
		if err != nil {
			return err
		}
		return do(ctx, tx, session)
	})
}

// AgentView is a session as its agent sees it.
type AgentView struct {
	ID           string
	Name         string
	TurnID       string
	Capabilities []sessiontemplate.Capability
}

// ViewForAgent shows the agent its session.
func (s *Service) ViewForAgent(ctx context.Context, agent Agent) (view AgentView, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		view = AgentView{ID: session.ID, Name: session.Name, TurnID: session.CurrentTurnID}
		view.Capabilities, err = capabilitiesOf(ctx, tx, session)
		return err
	})
	return view, err
}

// ListCatalogForAgent lists what of a kind the session's team sees, by name, behind the given one.
func (s *Service) ListCatalogForAgent(
	ctx context.Context, agent Agent, kind composition.ItemType, after string, limit int,
) (entries []composing.CatalogEntry, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		entries, err = composing.ListEntries(ctx, tx, kind, session.TeamID, after, limit)
		return err
	})
	return entries, err
}

// CatalogEntryForAgent reads one. The fault of an unknown name lists what there is, the nearest names first.
func (s *Service) CatalogEntryForAgent(
	ctx context.Context, agent Agent, kind composition.ItemType, name string,
) (entry composing.CatalogEntry, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		entry, err = composing.EntryNamed(ctx, tx, kind, session.TeamID, name)
		return err
	})
	return entry, err
}

// ListSecretsForAgent lists the names of secrets that scripts of the session's team may declare, behind the given one.
func (s *Service) ListSecretsForAgent(ctx context.Context, agent Agent, after string, limit int) (names []composing.SecretName, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		names, err = composing.ListSecretNames(ctx, tx, session.TeamID, after, limit)
		return err
	})
	return names, err
}
