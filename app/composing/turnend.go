package composing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/changeset"
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

// Interrupt ends the running turn on behalf of a person; the agent is told to stop.
func (s *Service) Interrupt(ctx context.Context, actor access.Actor, compositionID string) error {
	return s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		turnID := c.CurrentTurnID
		if turnID == "" {
			return fault.New(fault.KindConflict, "no-turn", "no AI turn is running")
		}
		if err := s.EndTurnIn(ctx, tx, c, turnID, composition.Interrupted, "A person interrupted the turn."); err != nil {
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
	turn, err := tx.TurnByID(ctx, c.ID, turnID)
	if err != nil {
		return err
	}
	combined, receipt, err := s.account(ctx, tx, c, turn)
	if err != nil {
		return err
	}
	receipt.Notice = notice
	pending := ""
	if outcome == composition.Completed && receipt.OpsApplied > 0 {
		pending = combined
	}
	now := s.clock.Now()
	c.EndTurn(turnID, pending, now)
	turn.End(outcome, combined, receipt, now)
	if err := tx.UpdateComposition(ctx, *c); err != nil {
		return err
	}
	if err := tx.UpdateTurn(ctx, turn); err != nil {
		return err
	}
	if pending != "" {
		if err := s.tellChangeSet(ctx, tx, c); err != nil {
			return err
		}
	}
	return s.tellTurn(ctx, tx, c, turn)
}

// account adds up what the turn did, from what the server stored of it.
func (s *Service) account(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn,
) (combined string, receipt composition.Receipt, err error) {
	receipt = composition.Receipt{ItemsSaved: turn.TouchedItems}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return "", receipt, err
	}
	last, err := tx.LatestWorkingCopy(ctx, turn.ID)
	if err != nil {
		return "", receipt, err
	}
	texts, err := tx.ListWorkingChangeSets(ctx, turn.ID)
	if err != nil {
		return "", receipt, err
	}
	if combined, receipt.OpsApplied, receipt.Summary, err = combine(texts, last.Seq, workflow); err != nil {
		return "", receipt, err
	}
	if receipt.ProblemsBefore, err = s.workflowErrors(ctx, tx, c, workflow.Content); err != nil {
		return "", receipt, err
	}
	receipt.ProblemsAfter, err = s.workflowErrors(ctx, tx, c, last.Content)
	return combined, receipt, err
}

// combine joins the change sets of a turn. The first may be an earlier turn's pending set: its operations are not
// this turn's, and it counts only if this turn added sets of its own (seq is their number). The summary is made of the
// operations, whatever the agent says that they do.
func combine(texts []string, seq int64, workflow composition.Item) (combined string, ops int, summary string, err error) {
	if seq == 0 {
		return "", 0, "", nil
	}
	sets := make([]*changeset.ChangeSet, len(texts))
	for i, text := range texts {
		if sets[i], err = changeset.Parse([]byte(text)); err != nil {
			return "", 0, "", err
		}
	}
	own := sets[len(sets)-int(seq):]
	for _, set := range own {
		ops += len(set.Ops())
	}
	d, err := parsedDocument(workflow)
	if err != nil {
		return "", 0, "", err
	}
	return string(changeset.Combine(sets...).Text()), ops, changeset.SummariseFor(changeset.Combine(own...), d), nil
}

func (s *Service) workflowErrors(ctx context.Context, tx ports.Tx, c *composition.Composition, workflow string) (int, error) {
	problems, err := s.workflowProblems(ctx, tx, *c, workflow)
	return countErrors(problems), err
}

func countErrors(problems []fault.Problem) (n int) {
	for _, problem := range problems {
		if problem.Severity == fault.SeverityError {
			n++
		}
	}
	return n
}
