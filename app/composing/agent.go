package composing

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Agent is the caller of the agent routes: the one session whose token was shown. It may do what the person who
// started the running turn may do, within its own composition.
type Agent struct {
	compositionID string
	sessionID     string
	attached      *composition.AgentToken // nil for the composition's own agent
}

// HashToken is the form in which session tokens are stored.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func refusedToken() error {
	return fault.New(fault.KindUnauthenticated, "session-token",
		"this needs the token of this composition's agent session, or of an agent attached to it")
}

// AuthenticateAgent answers the agent whose token this is: the composition's own or an attached one. A missing, wrong or old token, another
// composition's, or no composition at all are one and the same fault, so that nothing can be probed.
func (s *Service) AuthenticateAgent(ctx context.Context, compositionID, token string) (Agent, error) {
	if token == "" {
		return Agent{}, refusedToken()
	}
	if IsAgentToken(token) {
		return s.authenticateAttached(ctx, compositionID, token)
	}
	var session composition.Session
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, compositionID)
		if err != nil {
			return err
		}
		session, err = tx.SessionByID(ctx, c.SessionID)
		return err
	})
	if fault.KindOf(err) == fault.KindNotFound && err != nil {
		return Agent{}, refusedToken()
	}
	if err != nil {
		return Agent{}, err
	}
	if session.TokenHash == "" || subtle.ConstantTimeCompare([]byte(session.TokenHash), []byte(HashToken(token))) != 1 {
		return Agent{}, refusedToken()
	}
	return Agent{compositionID: compositionID, sessionID: session.ID}, nil
}

// view runs a read of the agent's composition.
func (s *Service) view(
	ctx context.Context, agent Agent, do func(ctx context.Context, tx ports.Tx, c composition.Composition) error,
) error {
	return s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, agent.compositionID)
		if err != nil {
			return err
		}
		return do(ctx, tx, c)
	})
}

// inTurn runs a change by the agent, which is possible only inside a turn: one that a person started, or, for an attached
// agent, its own.
func (s *Service) inTurn(
	ctx context.Context, agent Agent,
	do func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error,
) error {
	var refused *fault.Error
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.LockComposition(ctx, agent.compositionID)
		if err != nil {
			return err
		}
		session, err := tx.SessionByID(ctx, agent.sessionID)
		if err != nil {
			return err
		}
		if agent.attached != nil {
			if refused, err = s.joinTurn(ctx, tx, &c, &session, *agent.attached); err != nil || refused != nil {
				return err
			}
		}
		if err := c.RequireTurn(session.TurnID); err != nil {
			return err
		}
		turn, err := tx.TurnByID(ctx, c.ID, c.CurrentTurnID)
		if err != nil {
			return err
		}
		return do(ctx, tx, &c, turn)
	})
	if err == nil && refused != nil {
		return refused
	}
	return err
}

// AgentView is a composition as its agent sees it.
type AgentView struct {
	Composition composition.Composition
	Workflow    CheckedItem // the content is the running turn's working copy
	Items       []CheckedItem
}

// ViewForAgent shows the agent the composition, with the turn's working copy as the workflow.
func (s *Service) ViewForAgent(ctx context.Context, agent Agent) (view AgentView, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		items, err := tx.ListItems(ctx, c.ID)
		if err != nil {
			return err
		}
		if err := s.showWorkingCopy(ctx, tx, c, &items[0]); err != nil {
			return err
		}
		checked, err := s.checkAll(ctx, tx, c, items)
		if err != nil {
			return err
		}
		view = AgentView{Composition: c, Workflow: checked[0], Items: checked[1:]}
		return nil
	})
	return view, err
}

// showWorkingCopy puts the running turn's working copy in the place of the draft; while none runs, what a turn would start
// from, so that an attached agent can base its first change on it.
func (s *Service) showWorkingCopy(ctx context.Context, tx ports.Tx, c composition.Composition, workflow *composition.Item) error {
	copied, err := s.workingCopy(ctx, tx, c, *workflow)
	if err != nil {
		return err
	}
	workflow.Content, workflow.ContentRevision = copied.Content, copied.ContentRevision
	return nil
}

func (s *Service) workingCopy(
	ctx context.Context, tx ports.Tx, c composition.Composition, workflow composition.Item,
) (copied composition.WorkingCopy, err error) {
	if c.CurrentTurnID == "" {
		copied, _, err = s.firstWorkingCopy(ctx, tx, &c, composition.Turn{}, workflow)
		return copied, err
	}
	return tx.LatestWorkingCopy(ctx, c.CurrentTurnID)
}
