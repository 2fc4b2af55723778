package composition

import (
	"strings"
	"time"

	"heddle.dev/heddle/domain/fault"
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
	ID             string
	TeamID         string // empty: global
	Name           string
	Goal           string
	Engine         string
	Model          string
	SessionID      string
	TurnState      TurnState
	CurrentTurnID  string     // while it is not idle
	ResolvingUntil *time.Time // when the editor's time to apply the pending set is over; while it is resolving
	Pending        *Pending
	ApplyMode      ApplyMode
	Lease          Lease
	CreatedBy      string
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// Summary counts a composition's drafts, for lists.
type Summary struct {
	Drafts      int // the workflow is one
	Unpublished int // of them, those whose content is not what was published of them last
}

// New makes an idle composition in live mode out of what its maker chose: ids, team, name, goal, engine and model.
func New(chosen Composition, at time.Time) (Composition, error) {
	c := chosen
	c.Name, c.Goal = strings.TrimSpace(c.Name), strings.TrimSpace(c.Goal)
	if c.Name == "" {
		return Composition{}, fault.New(fault.KindInvalid, "missing-name", "a composition needs a name")
	}
	c.TurnState, c.CurrentTurnID, c.ResolvingUntil, c.Pending, c.ApplyMode, c.Lease = Idle, "", nil, nil, Live, Lease{}
	c.CreatedAt, c.UpdatedAt = at, at
	return c, nil
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
