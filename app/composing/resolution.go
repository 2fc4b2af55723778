package composing

import (
	"context"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Resolution is an editor's word on what became of a turn's change set.
type Resolution struct {
	TurnID  string
	Outcome ResolutionOutcome
	LeaseID string // empty: not told; one that is lost makes the word count no more
}

// ResolutionOutcome is what became of a change set.
type ResolutionOutcome string

// The outcomes of resolutions.
const (
	Applied  ResolutionOutcome = "applied"  // saved with the turn id, in live mode
	Accepted ResolutionOutcome = "accepted" // saved with the turn id, after review
	Rejected ResolutionOutcome = "rejected" // the person does not want it
	Stale    ResolutionOutcome = "stale"    // it no longer fits the workflow
	Unusable ResolutionOutcome = "failed"   // the editor could not apply it
)

// ResolveChangeSet takes an editor's word on what became of a turn's change set. Saying that it was applied after the
// save that applied it changes nothing.
func (s *Service) ResolveChangeSet(
	ctx context.Context, actor access.Actor, compositionID string, resolution Resolution,
) (resolved composition.Composition, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		turn, err := tx.TurnByID(ctx, c.ID, resolution.TurnID)
		if err != nil {
			return err
		}
		if resolution.LeaseID != "" {
			if err := c.RequireLease(resolution.LeaseID, s.clock.Now()); err != nil {
				return err
			}
		}
		if err := s.resolve(ctx, tx, c, &turn, resolution.Outcome); err != nil {
			return err
		}
		resolved = *c
		return tx.UpdateComposition(ctx, *c)
	})
	return resolved, err
}

func (s *Service) resolve(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn, outcome ResolutionOutcome,
) error {
	switch outcome {
	case Applied, Accepted:
		if c.IsPending(turn.ID) {
			return fault.New(fault.KindConflict, "not-saved",
				"the change set still waits: save the workflow with this turn id first, or apply it through pending-changeset/apply")
		}
		return nil
	case Rejected:
		if err := c.RejectSet(turn.ID, s.clock.Now()); err != nil {
			return err
		}
		return s.announce(ctx, tx, c, turn, noticeRejected)
	case Stale:
		return s.resolveStale(ctx, tx, c, turn)
	case Unusable:
		if err := c.FailSet(turn.ID, s.clock.Now()); err != nil {
			return err
		}
		return s.announce(ctx, tx, c, turn, noticeUnusable)
	default:
		return fault.New(fault.KindInvalid, "unknown-outcome",
			"%q is nothing that becomes of a change set; applied, accepted, rejected, stale and failed are", outcome)
	}
}

// resolveStale carries a stale change set over to the workflow as it is now and sends it again. Where that can't be done
// the agent is asked once more, in the same turn; the second time the set is given up.
func (s *Service) resolveStale(ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn) error {
	if err := c.RequirePending(turn.ID); err != nil {
		return err
	}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return err
	}
	set, err := s.rebased(ctx, tx, workflow, c.Pending.ChangeSet)
	switch {
	case err == nil:
		return s.sendAgain(ctx, tx, c, *turn, set)
	case fault.CodeOf(err) != codeConflicts:
		return err
	case turn.Reprompted, turn.IsAttached(): // nobody can ask an agent that is not ours
		return s.giveUp(ctx, tx, c, turn)
	default:
		return s.reprompt(ctx, tx, c, turn, workflow, fault.As(err).Problems)
	}
}

// sendAgain shows the open editor a change set that was carried over.
func (s *Service) sendAgain(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn, set string) error {
	now := s.clock.Now()
	if err := c.CarrySet(turn.ID, set, now); err != nil {
		return err
	}
	if c.TurnState == composition.Idle && c.SendSet(now) {
		if err := s.awaitEditor(ctx, tx, c); err != nil {
			return err
		}
		if err := s.tellTurn(ctx, tx, c, turn); err != nil {
			return err
		}
	}
	return s.tellChangeSet(ctx, tx, c)
}

func (s *Service) giveUp(ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn) error {
	if err := c.GiveUpSet(turn.ID, s.clock.Now()); err != nil {
		return err
	}
	return s.announce(ctx, tx, c, turn, noticeGivenUp)
}

// sendPending sends the change set that waits to the editor that has just opened, carried over to the workflow as it is
// now. A set that can't be carried over is given up. While an agent works on top of it, it is not sent; nor is it sent
// twice to an editor that is at it already.
func (s *Service) sendPending(ctx context.Context, tx ports.Tx, c *composition.Composition, newHolder bool) error {
	now := s.clock.Now()
	if c.Pending == nil || !c.HasEditor(now) || c.TurnState == composition.AIWorking || c.TurnState == composition.Resolving && !newHolder {
		return nil
	}
	turn, err := tx.TurnByID(ctx, c.ID, c.Pending.TurnID)
	if err != nil {
		return err
	}
	workflow, err := tx.WorkflowItem(ctx, c.ID)
	if err != nil {
		return err
	}
	set, err := s.rebased(ctx, tx, workflow, c.Pending.ChangeSet)
	if fault.CodeOf(err) == codeConflicts {
		return s.giveUp(ctx, tx, c, &turn)
	}
	if err != nil {
		return err
	}
	if err := c.CarrySet(turn.ID, set, now); err != nil {
		return err
	}
	c.SendSet(now)
	if err := s.awaitEditor(ctx, tx, c); err != nil {
		return err
	}
	if err := s.tellChangeSet(ctx, tx, c); err != nil {
		return err
	}
	return s.tellTurn(ctx, tx, c, turn)
}

// awaitEditor makes sure that the composition does not wait for its editor for ever, whatever happens to this server.
func (s *Service) awaitEditor(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
	return s.enqueueAt(ctx, tx, StopWaitingJob, StopWaiting{CompositionID: c.ID, TurnID: c.CurrentTurnID}, "", *c.ResolvingUntil)
}

// StopWaiting is the handler of StopWaitingJob: it makes a composition idle whose editor did not answer in time. The
// change set goes on waiting.
func (s *Service) StopWaiting(ctx context.Context, job ports.Job) error {
	var command StopWaiting
	if err := json.Unmarshal([]byte(job.Args), &command); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if err := s.stopWaiting(ctx, tx, command); err != nil && fault.KindOf(err) != fault.KindNotFound {
			return err // what is not found was deleted meanwhile
		}
		return jobs.Finish(ctx, tx, job)
	})
}

func (s *Service) stopWaiting(ctx context.Context, tx ports.Tx, command StopWaiting) error {
	c, err := tx.LockComposition(ctx, command.CompositionID)
	if err != nil {
		return err
	}
	if !c.StopWaiting(command.TurnID, s.clock.Now()) {
		return nil
	}
	turn, err := tx.TurnByID(ctx, c.ID, command.TurnID)
	if err != nil {
		return err
	}
	if err := tx.UpdateComposition(ctx, c); err != nil {
		return err
	}
	return s.announce(ctx, tx, &c, &turn, noticeSilent)
}
