package composing

import (
	"context"

	"heddle.dev/heddle/app/asking"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// EndTurn ends a turn as its agent session saw it end. A turn that completes leaves its combined change set pending;
// any other keeps it on the turn, so that nothing an agent did is lost. A turn that has ended before is left alone.
func (s *Service) EndTurn(ctx context.Context, compositionID, turnID string, outcome composition.Outcome, notice string) error {
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.LockComposition(ctx, compositionID)
		if err != nil {
			return err
		}
		return s.EndTurnIn(ctx, tx, &c, turnID, outcome, notice)
	})
	if fault.KindOf(err) == fault.KindNotFound {
		return nil // the composition was deleted meanwhile
	}
	return err
}

// Interrupt ends the running turn on behalf of a person; the agent is told to stop. A turn whose change set an editor
// is applying is over for the agent: its set waits then.
func (s *Service) Interrupt(ctx context.Context, actor access.Actor, compositionID string) error {
	return s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		turnID, state := c.CurrentTurnID, c.TurnState
		if turnID == "" {
			return fault.New(fault.KindConflict, "no-turn", "no AI turn is running")
		}
		err := s.EndTurnIn(ctx, tx, c, turnID, composition.Interrupted, "A person interrupted the turn.")
		if err != nil || state != composition.AIWorking {
			return err
		}
		return s.enqueue(ctx, tx, InterruptJob, Interrupt{SessionID: c.SessionID, TurnID: turnID}, turnID)
	})
}

// EndTurnIn is EndTurn as a part of a transaction that has locked the composition.
func (s *Service) EndTurnIn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turnID string, outcome composition.Outcome, notice string,
) error {
	if turnID == "" || c.CurrentTurnID != turnID {
		return nil
	}
	if c.TurnState == composition.Resolving {
		return s.EndResolvingIn(ctx, tx, c, turnID, outcome, notice)
	}
	turn, err := tx.TurnByID(ctx, c.ID, turnID)
	if err != nil {
		return err
	}
	if err := s.closeTurn(ctx, tx, c, &turn, outcome); err != nil {
		return err
	}
	if err := s.notify(ctx, tx, c, &turn, notice); err != nil {
		return err
	}
	if err := tx.UpdateComposition(ctx, *c); err != nil {
		return err
	}
	if err := tx.UpdateTurn(ctx, turn); err != nil {
		return err
	}
	if c.IsPending(turn.ID) && outcome == composition.Completed {
		if err := s.tellChangeSet(ctx, tx, c); err != nil {
			return err
		}
	}
	return s.tellTurn(ctx, tx, c, turn)
}

// EndResolvingIn ends the wait for the editor that applies what a turn proposed, for another reason than its answer. The
// agent's part was done before, so the turn stays as it ended, and its change set waits. Any other turn is left alone.
func (s *Service) EndResolvingIn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turnID string, outcome composition.Outcome, notice string,
) error {
	if c.TurnState != composition.Resolving || outcome == composition.Completed || !c.BreakTurn(turnID, reasonOf(outcome), s.clock.Now()) {
		return nil
	}
	turn, err := tx.TurnByID(ctx, c.ID, turnID)
	if err != nil {
		return err
	}
	if err := tx.UpdateComposition(ctx, *c); err != nil {
		return err
	}
	return s.announce(ctx, tx, c, &turn, notice)
}

func reasonOf(outcome composition.Outcome) composition.Event {
	if outcome == composition.Interrupted {
		return composition.Interrupt
	}
	return composition.AgentLost
}

// closeTurn ends the agent's part of a turn: the receipt is made, and what it proposes becomes pending if it completed.
func (s *Service) closeTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn, outcome composition.Outcome,
) error {
	combined, receipt, err := s.account(ctx, tx, c, *turn)
	if err != nil {
		return err
	}
	if turn.Drafts, err = draftLabels(ctx, tx, c.ID); err != nil {
		return err
	}
	now := s.clock.Now()
	if outcome == composition.Completed {
		pending, err := s.proposed(ctx, tx, c, combined, receipt.OpsApplied)
		if err != nil {
			return err
		}
		c.EndTurn(turn.ID, pending, now)
	} else {
		c.BreakTurn(turn.ID, reasonOf(outcome), now)
	}
	if combined == "" {
		combined = turn.ChangeSet // of its first try, which stays readable
	}
	if turn.Receipt != nil {
		receipt.Notice = turn.Receipt.Notice
	}
	turn.End(outcome, combined, receipt, now)
	if outcome != composition.Completed { // else a question is the agent's last word, and may be answered still
		if err := asking.Close(ctx, tx, c.SessionID, turn.ID, now, s.storeFor(tx, c)); err != nil {
			return err
		}
	}
	if c.TurnState != composition.Resolving {
		return nil
	}
	return s.awaitEditor(ctx, tx, c)
}

// proposed is the combined change set, carried over to what people changed while the turn ran where that can be done;
// else as it is, for the editor to find it stale.
func (s *Service) proposed(ctx context.Context, tx ports.Tx, c *composition.Composition, combined string, ops int) (string, error) {
	if ops == 0 {
		return "", nil
	}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return "", err
	}
	set, err := s.rebased(ctx, tx, workflow, combined)
	if fault.CodeOf(err) == codeConflicts {
		return combined, nil
	}
	return set, err
}
