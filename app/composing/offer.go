package composing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// OfferChangeSet makes pending what a turn had proposed before it was interrupted, failed or was abandoned, carried over
// to the workflow as it is now. In live mode an open editor is sent it at once.
func (s *Service) OfferChangeSet(
	ctx context.Context, actor access.Actor, compositionID, turnID string,
) (offered composition.Composition, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		turn, err := tx.TurnByID(ctx, c.ID, turnID)
		if err != nil {
			return err
		}
		set, err := s.offerOf(ctx, tx, c, turn)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		if err := c.OfferSet(turn.ID, set, now); err != nil {
			return err
		}
		if c.SendSet(now) {
			if err := s.awaitEditor(ctx, tx, c); err != nil {
				return err
			}
		}
		offered = *c
		if err := tx.UpdateComposition(ctx, *c); err != nil {
			return err
		}
		if err := s.tellChangeSet(ctx, tx, c); err != nil {
			return err
		}
		return s.tellTurn(ctx, tx, c, turn)
	})
	return offered, err
}

// offerOf is the change set of a turn that broke off, based on the workflow as it is now.
func (s *Service) offerOf(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) (string, error) {
	if err := c.RequireIdle(); err != nil {
		return "", err
	}
	if !turn.Broken() {
		return "", fault.New(fault.KindConflict, "not-broken-off",
			"only what a turn had proposed that was interrupted, failed or was abandoned can be offered again; this one is %s", stateOf(turn))
	}
	if turn.ChangeSet == "" {
		return "", fault.New(fault.KindConflict, "nothing-proposed", "the turn had proposed no changes of the workflow")
	}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return "", err
	}
	text, err := s.rebased(ctx, tx, workflow, turn.ChangeSet)
	if err != nil {
		return "", err
	}
	set, err := changeset.Parse([]byte(text))
	if err == nil && len(set.Ops()) == 0 {
		err = fault.New(fault.KindConflict, "nothing-left", "the workflow has all that the turn had proposed")
	}
	return text, err
}

func stateOf(turn composition.Turn) string {
	if turn.Outcome == "" {
		return "running"
	}
	return string(turn.Outcome)
}
