package composing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// RestartSession has the agent's process of a session ended and started anew, on behalf of a person. A turn that it works
// on, or whose change set an editor is applying, ends as interrupted; one of an attached agent goes on. From now on the old
// process can change nothing any more, whichever server it is on, so a message that follows at once reaches the new one.
func (s *Service) RestartSession(ctx context.Context, actor access.Actor, sessionID string) (session composition.Session, err error) {
	seen, err := s.GetSession(ctx, actor, sessionID)
	if err != nil {
		return seen, err
	}
	err = s.change(ctx, actor, access.CompositionEdit, seen.CompositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		if err := s.breakForRestart(ctx, tx, c); err != nil {
			return err
		}
		if session, err = tx.SessionByID(ctx, sessionID); err != nil {
			return err
		}
		if err := s.replaceAgent(ctx, tx, session); err != nil {
			return err
		}
		session, err = tx.SessionByID(ctx, sessionID)
		return err
	})
	return session, err
}

// replaceAgent has the process of a session ended and another one started.
func (s *Service) replaceAgent(ctx context.Context, tx ports.Tx, session composition.Session) error {
	// Before the owner is gone from the row, which the command is meant for.
	restart := RestartSession{SessionID: session.ID, Epoch: session.OwnerEpoch}
	if err := s.enqueue(ctx, tx, RestartSessionJob, restart, ""); err != nil {
		return err
	}
	return tx.EvictSession(ctx, session.ID)
}

// breakForRestart ends the turn of the composition's own agent, if there is one, and tells people of the restart.
func (s *Service) breakForRestart(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
	const told = "A person restarted the agent."
	if c.CurrentTurnID == "" {
		return s.storeNotice(ctx, tx, c, "", told)
	}
	turn, err := tx.TurnByID(ctx, c.ID, c.CurrentTurnID)
	if err != nil {
		return err
	}
	if turn.IsAttached() {
		return s.storeNotice(ctx, tx, c, "", told)
	}
	return s.EndTurnIn(ctx, tx, c, turn.ID, composition.Interrupted, told)
}
