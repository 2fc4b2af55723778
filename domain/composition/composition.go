// Package composition holds the working session in which a person and an agent
// edit the same drafts in turns, and the rules of the turn loop.
//
// The state of a turn (a test walks this table):
//
//	| state      | event                             | next       | what happens                                   |
//	|------------|-----------------------------------|------------|------------------------------------------------|
//	| idle       | user message                      | ai-working | StartTurn                                      |
//	| ai-working | user message                      | ai-working | refused: turn-running                          |
//	| ai-working | turn ends without change sets     | idle       | EndTurn; an older pending change set stays     |
//	| ai-working | turn ends with change sets        | idle       | EndTurn; the combined set is pending           |
//	| ai-working | interrupt, agent error, owner lost | idle       | EndTurn; the working copy stays with the turn  |
//	| idle       | pending set applied or rejected   | idle       | ClearPending                                   |
package composition

import (
	"strings"
	"time"

	"heddle.dev/heddle/domain/fault"
)

// TurnState tells whether an AI turn runs.
type TurnState string

// The turn states.
const (
	Idle      TurnState = "idle"
	AIWorking TurnState = "ai-working"
)

// ApplyMode tells what happens with a turn's change set: applied at once by the open editor, or shown for review.
type ApplyMode string

// The apply modes.
const (
	Live   ApplyMode = "live"
	Review ApplyMode = "review"
)

// Pending is a turn's combined change set that no editor has applied yet.
type Pending struct {
	TurnID    string
	ChangeSet string // JSON text
}

// Composition is one working session: one workflow draft, its action-type and tool drafts, a conversation.
type Composition struct {
	ID            string
	TeamID        string // empty: global
	Name          string
	Goal          string
	Engine        string
	Model         string
	SessionID     string
	TurnState     TurnState
	CurrentTurnID string
	Pending       *Pending
	ApplyMode     ApplyMode
	CreatedBy     string
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// New makes an idle composition in live mode out of what its maker chose: ids, team, name, goal, engine and model.
func New(chosen Composition, at time.Time) (Composition, error) {
	c := chosen
	c.Name, c.Goal = strings.TrimSpace(c.Name), strings.TrimSpace(c.Goal)
	if c.Name == "" {
		return Composition{}, fault.New(fault.KindInvalid, "missing-name", "a composition needs a name")
	}
	c.TurnState, c.CurrentTurnID, c.Pending, c.ApplyMode = Idle, "", nil, Live
	c.CreatedAt, c.UpdatedAt = at, at
	return c, nil
}

// StartTurn begins an AI turn. The first message becomes the goal where none was stated.
func (c *Composition) StartTurn(turnID, message string, at time.Time) error {
	if c.TurnState != Idle {
		return fault.New(fault.KindConflict, "turn-running",
			"an AI turn is running; wait for its end or interrupt it").With("turnId", c.CurrentTurnID)
	}
	if c.Goal == "" {
		c.Goal = message
	}
	c.TurnState, c.CurrentTurnID, c.UpdatedAt = AIWorking, turnID, at
	return nil
}

// EndTurn makes the composition idle again. A change set of the turn becomes pending in the place of an older one,
// on which it was built. Ending a turn that does not run changes nothing and answers false, so that whoever
// comes second (an interrupt and the agent's last word, say) does no harm.
func (c *Composition) EndTurn(turnID, changeSet string, at time.Time) bool {
	if c.TurnState != AIWorking || c.CurrentTurnID != turnID {
		return false
	}
	c.TurnState, c.CurrentTurnID, c.UpdatedAt = Idle, "", at
	if changeSet != "" {
		c.Pending = &Pending{TurnID: turnID, ChangeSet: changeSet}
	}
	return true
}

// ClearPending forgets the pending change set of the turn; it answers false when that turn's set is not pending.
func (c *Composition) ClearPending(turnID string, at time.Time) bool {
	if c.Pending == nil || c.Pending.TurnID != turnID {
		return false
	}
	c.Pending, c.UpdatedAt = nil, at
	return true
}

// Rename gives the composition another name.
func (c *Composition) Rename(name string, at time.Time) error {
	name = strings.TrimSpace(name)
	if name == "" {
		return fault.New(fault.KindInvalid, "missing-name", "a composition needs a name")
	}
	c.Name, c.UpdatedAt = name, at
	return nil
}
