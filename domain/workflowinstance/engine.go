package workflowinstance

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Start begins an instance with the initial context, a JSON object, checked against
// and completed from the start node's inputs.
func Start(version *Version, identity Identity, context jsontext.Value, at time.Time) (Step, error) {
	return Apply(version, nil, Call{Kind: StartCall, At: at, Identity: &identity, Data: context})
}

// Complete brings the output of an active activation, a JSON object (nothing counts
// as an empty one): an action's outputs, a form, or the payload of an event that is
// known to be the right one.
func Complete(version *Version, instance *Instance, activationID string, output jsontext.Value, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: CompleteCall, At: at, ActivationID: activationID, Data: output})
}

// Deliver brings a stream event to an activation that waits for one. An event that it
// does not wait for is refused as event-mismatch, with the reason; so the caller may
// offer events that are likely only.
func Deliver(version *Version, instance *Instance, activationID string, event jsontext.Value, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: DeliverCall, At: at, ActivationID: activationID, Data: event})
}

// Fail says that an active activation failed for good; the instance fails.
func Fail(version *Version, instance *Instance, activationID string, code FailureCode, message string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: FailCall, At: at, ActivationID: activationID, Code: code, Message: message})
}

// Timeout says that the time of a ScheduleTimer has come: a wait is over, and a
// receive-event node is left by its timeout edge.
func Timeout(version *Version, instance *Instance, activationID string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: TimeoutCall, At: at, ActivationID: activationID})
}

// Retry tries again what a failed instance was stopped at, with a fresh budget: the
// one activation, or everything without one. Nodes are visited under new activations.
// As long as another failure remains, the instance stays failed.
func Retry(version *Version, instance *Instance, activationID string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: RetryCall, At: at, ActivationID: activationID})
}

// Skip counts an activation that waits or failed as done, with outputs that a person
// gives: those the node declares, of a receive-event node the context keys.
func Skip(version *Version, instance *Instance, activationID string, outputs jsontext.Value, reason string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: SkipCall, At: at, ActivationID: activationID, Data: outputs, Message: reason})
}

// Reject sends the branch of an active stage back to the nearest earlier stage of its
// own, never across a fork or a join. What was collected stays; with fields, names of
// the earlier stage's form, only those are asked again.
func Reject(version *Version, instance *Instance, activationID, reason string, fields []string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: RejectCall, At: at, ActivationID: activationID, Message: reason, Fields: fields})
}

// MarkStale notes that the people an instance waits for were idle for long. Instances
// that wait for anything else are refused.
func MarkStale(version *Version, instance *Instance, reason string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: MarkStaleCall, At: at, Message: reason})
}

// Revive takes MarkStale back. Calls that move a stale instance revive it as well.
func Revive(version *Version, instance *Instance, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: ReviveCall, At: at})
}

// Cancel ends an instance that is not completed.
func Cancel(version *Version, instance *Instance, reason string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: CancelCall, At: at, Message: reason})
}
