package composition

import (
	"time"

	"heddle.dev/heddle/domain/fault"
)

// ResolveWithin is how long the editor has to apply a change set that it was sent.
const ResolveWithin = 15 * time.Second

// StartTurn begins an AI turn. The first message becomes the goal where none was stated.
func (c *Composition) StartTurn(turnID, message string, at time.Time) error {
	if _, err := c.happen(UserMessage, nil, at); err != nil {
		return err
	}
	if c.Goal == "" {
		c.Goal = message
	}
	c.CurrentTurnID = turnID
	return nil
}

// RequireTurn answers a fault unless the agent works on the turn, so that it may change things in it.
func (c *Composition) RequireTurn(turnID string) error {
	if c.IsAtWork(turnID) {
		return nil
	}
	return fault.New(fault.KindConflict, codeNoTurn,
		"the turn is over or was interrupted, so nothing can be changed; wait for the person's next message")
}

// IsAtWork tells whether the agent works on the turn.
func (c *Composition) IsAtWork(turnID string) bool {
	cell, _ := lookUp(c.TurnState, AgentChange)
	return cell.Refusal == "" && turnID == c.CurrentTurnID
}

// EndTurn notes the agent's last word in a turn. A change set of the turn becomes pending in the place of an older one,
// on which it was built; in live mode the holder of the editor lease is to apply it at once. Ending a turn in which the
// agent does not work changes nothing and answers false, so that whoever comes second (an interrupt and the agent's
// last word, say) does no harm.
func (c *Composition) EndTurn(turnID, changeSet string, at time.Time) bool {
	if c.CurrentTurnID != turnID {
		return false
	}
	event := EndWithoutSet
	if changeSet != "" {
		event = EndToWait
		if c.HasEditor(at) {
			event = EndToApply
		}
	}
	ended, _ := c.happen(event, &Pending{TurnID: turnID, ChangeSet: changeSet}, at) // no state refuses it
	if ended && c.TurnState == Resolving {
		c.expectAnswer(turnID, at)
	}
	return ended
}

// HasEditor tells whether an open editor applies change sets by itself.
func (c *Composition) HasEditor(at time.Time) bool { return c.ApplyMode == Live && c.Lease.HeldAt(at) }

func (c *Composition) expectAnswer(turnID string, at time.Time) {
	until := at.Add(ResolveWithin)
	c.CurrentTurnID, c.ResolvingUntil = turnID, &until
}

// BreakTurn ends a turn for another reason than the agent's last word: Interrupt or AgentLost. It answers false when
// the turn does not run, and is not being resolved either.
func (c *Composition) BreakTurn(turnID string, reason Event, at time.Time) bool {
	if turnID == "" || c.CurrentTurnID != turnID {
		return false
	}
	broken, err := c.happen(reason, nil, at)
	return broken && err == nil
}

// SaveSet notes that the workflow was saved with the turn's pending change set in it.
func (c *Composition) SaveSet(turnID string, at time.Time) error {
	return c.resolve(turnID, SetSaved, nil, at)
}

// RejectSet forgets the turn's pending change set, since the person does not want it.
func (c *Composition) RejectSet(turnID string, at time.Time) error {
	return c.resolve(turnID, SetRejected, nil, at)
}

// CarrySet puts a change set that does the same to the workflow as it is now in the place of the turn's pending one.
// It gives an editor that is at it no more time, so that the two can't go on forever.
func (c *Composition) CarrySet(turnID, changeSet string, at time.Time) error {
	return c.resolve(turnID, SetCarried, &Pending{TurnID: turnID, ChangeSet: changeSet}, at)
}

// GiveUpSet forgets the turn's pending change set, since it does not fit the workflow any more.
func (c *Composition) GiveUpSet(turnID string, at time.Time) error {
	return c.resolve(turnID, SetGivenUp, nil, at)
}

// FailSet notes that the editor could not apply the turn's pending change set, which goes on waiting.
func (c *Composition) FailSet(turnID string, at time.Time) error {
	return c.resolve(turnID, SetUnusable, nil, at)
}

// ReviveTurn lets the agent go on with a turn whose change set no longer fits the workflow.
func (c *Composition) ReviveTurn(turnID string, at time.Time) error {
	if err := c.resolve(turnID, SetStale, nil, at); err != nil {
		return err
	}
	c.CurrentTurnID = turnID
	return nil
}

// SendSet gives the pending change set to the open editor, which has ResolveWithin to apply it. It answers false where
// there is nothing to send, or no editor that applies it by itself.
func (c *Composition) SendSet(at time.Time) bool {
	if c.Pending == nil || !c.HasEditor(at) {
		return false
	}
	sent, _ := c.happen(SetSent, nil, at) // no state refuses it
	if sent {
		c.expectAnswer(c.Pending.TurnID, at)
	}
	return sent
}

// RequireNoTurn answers a fault while a turn runs or is being resolved.
func (c *Composition) RequireNoTurn() error {
	if cell, _ := lookUp(c.TurnState, SetOffered); cell.Refusal != "" {
		return c.refusal(cell.Refusal)
	}
	return nil
}

// RequireIdle answers a fault while a turn runs or is being resolved, or when a change set waits already.
func (c *Composition) RequireIdle() error {
	if err := c.RequireNoTurn(); err != nil {
		return err
	}
	if c.Pending != nil {
		return fault.New(fault.KindConflict, "already-pending",
			"another change set waits already: apply or reject it first").With("turnId", c.Pending.TurnID)
	}
	return nil
}

// OfferSet makes a change set that a turn had proposed pending again.
func (c *Composition) OfferSet(turnID, changeSet string, at time.Time) error {
	if err := c.RequireIdle(); err != nil {
		return err
	}
	_, err := c.happen(SetOffered, &Pending{TurnID: turnID, ChangeSet: changeSet}, at)
	return err
}

// StopWaiting makes the composition idle when the editor has not answered in time; false when it has, or has time left.
func (c *Composition) StopWaiting(turnID string, at time.Time) bool {
	if c.ResolvingUntil == nil || c.CurrentTurnID != turnID || at.Before(*c.ResolvingUntil) {
		return false
	}
	stopped, _ := c.happen(EditorSilent, nil, at) // no state refuses it
	return stopped
}

// resolve lets an event happen to the turn's pending change set.
func (c *Composition) resolve(turnID string, event Event, pending *Pending, at time.Time) error {
	if err := c.RequirePending(turnID); err != nil {
		return err
	}
	_, err := c.happen(event, pending, at)
	return err
}

// RequirePending answers a fault unless the turn's change set waits to be applied.
func (c *Composition) RequirePending(turnID string) error {
	if c.IsPending(turnID) {
		return nil
	}
	return fault.New(fault.KindConflict, "not-pending", "the turn %q has no change set that waits to be applied", turnID)
}

// IsPending tells whether the turn's change set waits to be applied.
func (c *Composition) IsPending(turnID string) bool {
	return c.Pending != nil && c.Pending.TurnID == turnID
}
