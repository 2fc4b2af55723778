package workflowinstance

import (
	"time"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// Effect is something the world must do, at least once, after the instance is
// stored. The types below are all there are.
type Effect interface{ effect() }

// RunAction starts an action. Its outputs come back by Complete, its last failure by Fail.
type RunAction struct {
	ActivationID string
	NodeID       string
	ActionType   string
	Inputs       *expression.Object // the resolved inputs
}

// OpenTask offers a human task. What people enter comes back by Complete.
type OpenTask struct {
	ActivationID string
	NodeID       string
	Title        string
	Description  string
	Inputs       *expression.Object // what to show, by label
	Fields       []document.Field   // the form, or of a rejected one what is asked again
	Rejection    *Rejection         // why it is asked again; nil when it is not
}

// CloseTask takes a human task away, since it was completed or is no longer wanted.
type CloseTask struct {
	ActivationID string
	NodeID       string
}

// ScheduleTimer asks for Timeout on the activation at a time. A timer that is no
// longer wanted is not called off: its Timeout is refused as activation-closed.
type ScheduleTimer struct {
	ActivationID string
	NodeID       string
	At           time.Time
}

// Subscribe waits for an event, which comes back by Deliver. After the subscription is
// committed, the events since Since are looked through, so that none falls between.
type Subscribe struct {
	ActivationID   string
	NodeID         string
	EventType      string
	Correlated     bool    // the node has a correlation key: only an event with an equal one fits
	CorrelationKey *string // where correlated; nil for null, which no event's key is equal to
	EventKey       string  // where correlated: the expression of the event's key
	// Since is the arrival time from which on earlier events count too; zero when only
	// those do that come after the subscription.
	Since time.Time
}

// Unsubscribe ends a Subscribe.
type Unsubscribe struct {
	ActivationID string
	NodeID       string
}

// Finished says that the instance came to rest for good, or failed and can only be
// moved on by a person.
type Finished struct {
	Status  Status   // Completed, Failed or Cancelled
	Failure *Failure // where failed
}

func (RunAction) effect()     {}
func (OpenTask) effect()      {}
func (CloseTask) effect()     {}
func (ScheduleTimer) effect() {}
func (Subscribe) effect()     {}
func (Unsubscribe) effect()   {}
func (Finished) effect()      {}
