package composition

import (
	"time"

	"heddle.dev/heddle/domain/fault"
)

// TurnState tells whether an AI turn runs.
type TurnState string

// The turn states.
const (
	Idle      TurnState = "idle"
	AIWorking TurnState = "ai-working"
	Resolving TurnState = "resolving" // the editor applies what the turn proposes
)

// TurnStates lists the states, in the order of the table's columns.
var TurnStates = [3]TurnState{Idle, AIWorking, Resolving}

// Event is something that happens to the turn loop.
type Event string

// The events of the turn loop.
const (
	UserMessage   Event = "user-message"
	AgentChange   Event = "agent-change"
	EndWithoutSet Event = "end-without-set"
	EndToWait     Event = "end-with-set-to-wait"
	EndToApply    Event = "end-with-set-to-apply"
	SetSaved      Event = "set-saved"
	SetRejected   Event = "set-rejected"
	SetCarried    Event = "set-carried-over"
	SetSent       Event = "set-sent"
	SetStale      Event = "set-stale"
	SetGivenUp    Event = "set-given-up"
	SetUnusable   Event = "set-unusable"
	EditorSilent  Event = "editor-silent"
	EditorLeft    Event = "editor-left"
	Interrupt     Event = "interrupt"
	AgentLost     Event = "agent-lost"
	SetOffered    Event = "set-offered"
)

// SetFate is what an event makes of the pending change set.
type SetFate string

// The fates of pending sets.
const (
	KeepSet  SetFate = "keep"
	StoreSet SetFate = "store" // another takes its place
	DropSet  SetFate = "drop"
)

// Cell is what an event does in one state: it leads to the next state, or is refused with a fault of a code, or, with
// neither, comes too late to do anything.
type Cell struct {
	Next    TurnState
	Refusal string
}

// Row is what one event does, by state.
type Row struct {
	Event Event
	Set   SetFate // where the event is neither refused nor too late
	Cells [len(TurnStates)]Cell
}

// The codes with which events are refused.
const (
	codeRunning   = "turn-running"
	codeResolving = "turn-resolving"
	codeNoTurn    = "no-turn"
)

func to(state TurnState) Cell     { return Cell{Next: state} }
func refused(code string) Cell    { return Cell{Refusal: code} }
func (c Cell) comesTooLate() bool { return c == Cell{} }

var tooLate Cell

// Loop is the state table of the turn loop, a row for each event; the package's comment shows it with words.
var Loop = []Row{
	{UserMessage, KeepSet, [...]Cell{to(AIWorking), refused(codeRunning), refused(codeResolving)}},
	{AgentChange, KeepSet, [...]Cell{refused(codeNoTurn), to(AIWorking), refused(codeNoTurn)}},
	{EndWithoutSet, KeepSet, [...]Cell{tooLate, to(Idle), tooLate}},
	{EndToWait, StoreSet, [...]Cell{tooLate, to(Idle), tooLate}},
	{EndToApply, StoreSet, [...]Cell{tooLate, to(Resolving), tooLate}},
	{SetSaved, DropSet, [...]Cell{to(Idle), to(AIWorking), to(Idle)}},
	{SetRejected, DropSet, [...]Cell{to(Idle), refused(codeRunning), to(Idle)}},
	{SetCarried, StoreSet, [...]Cell{to(Idle), refused(codeRunning), to(Resolving)}},
	{SetSent, KeepSet, [...]Cell{to(Resolving), tooLate, to(Resolving)}},
	{SetStale, KeepSet, [...]Cell{to(AIWorking), refused(codeRunning), to(AIWorking)}},
	{SetGivenUp, DropSet, [...]Cell{to(Idle), refused(codeRunning), to(Idle)}},
	{SetUnusable, KeepSet, [...]Cell{to(Idle), to(AIWorking), to(Idle)}},
	{EditorSilent, KeepSet, [...]Cell{tooLate, tooLate, to(Idle)}},
	{EditorLeft, KeepSet, [...]Cell{tooLate, tooLate, to(Idle)}},
	{Interrupt, KeepSet, [...]Cell{refused(codeNoTurn), to(Idle), to(Idle)}},
	{AgentLost, KeepSet, [...]Cell{tooLate, to(Idle), to(Idle)}},
	{SetOffered, StoreSet, [...]Cell{to(Idle), refused(codeRunning), refused(codeResolving)}},
}

// lookUp finds the cell of an event in a state.
func lookUp(state TurnState, event Event) (Cell, SetFate) {
	for _, row := range Loop {
		if row.Event != event {
			continue
		}
		for i, column := range TurnStates {
			if column == state {
				return row.Cells[i], row.Set
			}
		}
	}
	return tooLate, KeepSet
}

// happen does what the table says of an event. The pending set is the one to store, where the event stores one. It
// answers false when the event comes too late, and a fault when it is refused; then nothing changed.
func (c *Composition) happen(event Event, pending *Pending, at time.Time) (bool, error) {
	cell, fate := lookUp(c.TurnState, event)
	if cell.Refusal != "" {
		return false, c.refusal(cell.Refusal)
	}
	if cell.comesTooLate() {
		return false, nil
	}
	c.TurnState, c.UpdatedAt = cell.Next, at
	switch fate {
	case StoreSet:
		c.Pending = pending
	case DropSet:
		c.Pending = nil
	}
	if cell.Next == Idle {
		c.CurrentTurnID = ""
	}
	if cell.Next != Resolving {
		c.ResolvingUntil = nil
	}
	return true, nil
}

func (c *Composition) refusal(code string) error {
	switch code {
	case codeRunning:
		return fault.New(fault.KindConflict, code, "an AI turn is running; wait for its end or interrupt it").With("turnId", c.CurrentTurnID)
	case codeResolving:
		return fault.New(fault.KindConflict, code,
			"the editor is applying what the AI proposed, which takes %d seconds at most; try again then", int(ResolveWithin.Seconds())).
			With("turnId", c.CurrentTurnID)
	default:
		return fault.New(fault.KindConflict, code, "no AI turn is running")
	}
}
