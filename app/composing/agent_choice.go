package composing

import (
	"context"

	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// ErrTurnRuns refuses another agent while one works.
var ErrTurnRuns = fault.New(fault.KindConflict, "turn-running", "the AI is working; choose another engine or model once its turn is over")

// chooseAgent gives the composition's session another engine or model, if the changes have one. The process of the
// earlier choice is ended; the next is told what was said so far, as after a restart.
func (s *Service) chooseAgent(ctx context.Context, tx ports.Tx, c *composition.Composition, changes CompositionChanges) error {
	before := engines.Choice{Engine: c.Engine, Model: c.Model}
	after, err := s.engines.ChooseAnew(ctx, c.TeamID, before, changes.Engine, changes.Model)
	if err != nil || after == before {
		return err
	}
	if c.TurnState != composition.Idle {
		return ErrTurnRuns
	}
	session, err := tx.SessionByID(ctx, c.SessionID)
	if err != nil {
		return err
	}
	if after.Engine != session.Engine {
		session.ResumeID = "" // which means nothing to another
	}
	if err := tx.SetSessionEngine(ctx, session.ID, after.Engine, after.Model, session.ResumeID); err != nil {
		return err
	}
	c.Engine, c.Model, c.UpdatedAt = after.Engine, after.Model, s.clock.Now()
	if err := s.storeNotice(ctx, tx, c, "", s.engines.Announce(after)); err != nil {
		return err
	}
	if session.LeaseUntil == nil {
		return nil // it has no process
	}
	return s.replaceAgent(ctx, tx, session)
}
