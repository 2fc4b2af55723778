package composing

import (
	"context"
	"fmt"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// chooseAgent gives the composition's session another engine or model, if the changes have one. The process of the
// earlier choice is ended; the next is told what was said so far, as after a restart.
func (s *Service) chooseAgent(ctx context.Context, tx ports.Tx, c *composition.Composition, changes CompositionChanges) error {
	engine, model := c.Engine, c.Model
	if changes.Engine != nil && *changes.Engine != engine {
		engine, model = *changes.Engine, ""
	}
	if changes.Model != nil {
		model = *changes.Model
	}
	if engine == c.Engine && model == c.Model {
		return nil
	}
	if c.TurnState != composition.Idle {
		return fault.New(fault.KindConflict, "turn-running", "the AI is working; choose another engine or model once its turn is over")
	}
	engine, err := s.engines.Choose(ctx, c.TeamID, engine, model)
	if err != nil {
		return err
	}
	session, err := tx.SessionByID(ctx, c.SessionID)
	if err != nil {
		return err
	}
	if engine != session.Engine {
		session.ResumeID = "" // which means nothing to another
	}
	if err := tx.SetSessionEngine(ctx, session.ID, engine, model, session.ResumeID); err != nil {
		return err
	}
	c.Engine, c.Model, c.UpdatedAt = engine, model, s.clock.Now()
	chosen := fmt.Sprintf("A person chose another agent: %s.", s.engines.Label(engine))
	if model != "" {
		chosen = fmt.Sprintf("A person chose another agent: %s with the model %s.", s.engines.Label(engine), model)
	}
	if err := s.storeNotice(ctx, tx, c, "", chosen); err != nil {
		return err
	}
	if session.LeaseUntil == nil {
		return nil // it has no process
	}
	return s.replaceAgent(ctx, tx, session)
}
