package workflowinstance

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
)

// CallKind says what a call does.
type CallKind string

// The kinds of calls.
const (
	StartCall    CallKind = "start"
	CompleteCall CallKind = "complete"
	FailCall     CallKind = "fail"
	CancelCall   CallKind = "cancel"
)

// Call is one call of the engine with all its arguments. An instance's calls, in
// order, are its journal.
type Call struct {
	Kind         CallKind       `json:"kind"`
	At           time.Time      `json:"at"`
	Identity     *Identity      `json:"identity,omitempty"`     // start
	ActivationID string         `json:"activationId,omitempty"` // complete, fail
	Data         jsontext.Value `json:"data,omitempty"`         // start: the context; complete: the output; an object
	Code         FailureCode    `json:"code,omitempty"`         // fail
	Message      string         `json:"message,omitempty"`      // fail, cancel: why
}

// Identity is what a new instance is called and what it runs.
type Identity struct {
	InstanceID string `json:"instanceId"`
	WorkflowID string `json:"workflowId"`
	Version    int    `json:"version"` // the version's number
}

// Step is what a call came to.
type Step struct {
	Instance *Instance
	Effects  []Effect
	History  []Entry // the new entries only
}

// The fault codes of calls.
const (
	CodeActivationClosed = "activation-closed" // conflict: the activation is not active (any more); nothing changes
	CodeInvalidContext   = "invalid-context"   // invalid: the context does not fit the start inputs; problems by field
	CodeInvalidOutput    = "invalid-output"    // invalid: the output does not fit what the node declares; problems by field
	CodeInstanceClosed   = "instance-closed"   // conflict: the instance is completed or cancelled
	CodeInstanceExists   = "instance-exists"   // conflict: a start of an instance that is started
)

// Apply makes one call on an instance, which is nil for a start. A fault means that
// nothing happened; an instance that can't go on is no fault but fails.
func Apply(version *Version, instance *Instance, call Call) (Step, error) {
	switch call.Kind {
	case StartCall:
		return applyStart(version, instance, call)
	case CompleteCall:
		return applyComplete(version, instance, call)
	case FailCall:
		return applyFail(version, instance, call)
	case CancelCall:
		return applyCancel(version, instance, call)
	default:
		return Step{}, fault.New(fault.KindInternal, "unknown-call",
			"there is no call %q; there are %s, %s, %s and %s", call.Kind, StartCall, CompleteCall, FailCall, CancelCall)
	}
}

// Start begins an instance with the initial context, a JSON object, checked against
// and completed from the start node's inputs.
func Start(version *Version, identity Identity, context jsontext.Value, at time.Time) (Step, error) {
	return Apply(version, nil, Call{Kind: StartCall, At: at, Identity: &identity, Data: context})
}

// Complete brings the output of an active activation, a JSON object (nothing counts
// as an empty one): an action's outputs, a form, an event's payload.
func Complete(version *Version, instance *Instance, activationID string, output jsontext.Value, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: CompleteCall, At: at, ActivationID: activationID, Data: output})
}

// Fail says that an active activation failed for good; the instance fails.
func Fail(version *Version, instance *Instance, activationID string, code FailureCode, message string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: FailCall, At: at, ActivationID: activationID, Code: code, Message: message})
}

// Cancel ends an instance that is not completed.
func Cancel(version *Version, instance *Instance, reason string, at time.Time) (Step, error) {
	return Apply(version, instance, Call{Kind: CancelCall, At: at, Message: reason})
}

// Replay folds a journal into the instance it made.
func Replay(version *Version, journal []Call) (*Instance, error) {
	var instance *Instance
	for _, call := range journal {
		step, err := Apply(version, instance, call)
		if err != nil {
			return nil, err
		}
		instance = step.Instance
	}
	return instance, nil
}
