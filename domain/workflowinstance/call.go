package workflowinstance

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
)

// CallKind says what a call does.
type CallKind string

// The kinds of calls.
const (
	StartCall     CallKind = "start"
	CompleteCall  CallKind = "complete"
	DeliverCall   CallKind = "deliver"
	FailCall      CallKind = "fail"
	TimeoutCall   CallKind = "timeout"
	RetryCall     CallKind = "retry"
	SkipCall      CallKind = "skip"
	RejectCall    CallKind = "reject"
	MarkStaleCall CallKind = "mark-stale"
	ReviveCall    CallKind = "revive"
	MigrateCall   CallKind = "migrate"
	CancelCall    CallKind = "cancel"
)

// Call is one call of the engine with all its arguments. An instance's calls, in
// order, are its journal.
type Call struct {
	Kind         CallKind  `json:"kind"`
	At           time.Time `json:"at"`
	Identity     *Identity `json:"identity,omitempty"`     // start
	ActivationID string    `json:"activationId,omitempty"` // those on one activation; retry: empty for all that failed
	// Data is a JSON object: the context of a start, the output of complete and skip,
	// the event of deliver.
	Data    jsontext.Value `json:"data,omitempty"`
	Code    FailureCode    `json:"code,omitempty"`    // fail
	Message string         `json:"message,omitempty"` // why: of fail, reject, skip, mark-stale and cancel
	Fields  []string       `json:"fields,omitempty"`  // reject: what is asked again; none for all
	Version int            `json:"version,omitempty"` // migrate: the number of the version to run from now on
	By      string         `json:"by,omitempty"`      // the user id of the person who makes the call, if one does
}

// callFields has the fields of Call without its methods.
type callFields Call

// MarshalJSONTo writes the form in which the journal keeps the call. Data that is empty
// counts as none.
func (c Call) MarshalJSONTo(to *jsontext.Encoder) error {
	if len(c.Data) == 0 {
		c.Data = nil
	}
	return json.MarshalEncode(to, callFields(c))
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

// The fault codes of calls. Nothing changes when a call is refused.
const (
	CodeActivationClosed = "activation-closed" // conflict: the activation is not active (any more), or did not fail
	CodeInvalidContext   = "invalid-context"   // invalid: the context does not fit the start inputs; problems by field
	CodeInvalidOutput    = "invalid-output"    // invalid: the output does not fit what the node declares; problems by field
	CodeInvalidEvent     = "invalid-event"     // invalid: the event is no JSON object
	CodeInstanceClosed   = "instance-closed"   // conflict: the instance is completed or cancelled, or was never started
	CodeInstanceExists   = "instance-exists"   // conflict: a start of an instance that is started
	CodeNotWaitingFor    = "not-waiting-for"   // conflict: the activation does not wait for an event, or for no time
	CodeEventMismatch    = "event-mismatch"    // conflict: the event is not one the activation waits for
	CodeEventServed      = "event-served"      // conflict: the event served this node of the instance before
	CodeNotFailed        = "not-failed"        // conflict: there is nothing to retry
	CodeInstanceFailed   = "instance-failed"   // conflict: only a retry or a skip moves the instance on
	CodeNotAStage        = "not-a-stage"       // conflict: only stages are rejected
	CodeNoEarlierStage   = "no-earlier-stage"  // conflict: the branch went through no stage before this one
	CodeUnknownField     = "unknown-field"     // invalid: the earlier stage has no such field
	CodeNotIdle          = "not-idle"          // conflict: what waits for more than people, or not at all, is never stale
	CodeNotStale         = "not-stale"         // conflict: there is nothing to revive
	CodeMigrationRefused = "migration-refused" // conflict: the instance can't run the other version; problems say why
)

// Apply makes one call on an instance, which is nil for a start. A fault means that
// nothing happened; an instance that can't go on is no fault but fails. Migrations
// concern two versions and go through Migrate.
func Apply(version *Version, instance *Instance, call Call) (Step, error) {
	switch call.Kind {
	case StartCall:
		return applyStart(version, instance, call)
	case CompleteCall:
		return applyComplete(version, instance, call)
	case DeliverCall:
		return applyDeliver(version, instance, call)
	case FailCall:
		return applyFail(version, instance, call)
	case TimeoutCall:
		return applyTimeout(version, instance, call)
	case RetryCall:
		return applyRetry(version, instance, call)
	case SkipCall:
		return applySkip(version, instance, call)
	case RejectCall:
		return applyReject(version, instance, call)
	case MarkStaleCall:
		return applyMarkStale(version, instance, call)
	case ReviveCall:
		return applyRevive(version, instance, call)
	case CancelCall:
		return applyCancel(version, instance, call)
	default:
		return Step{}, fault.New(fault.KindInternal, "unknown-call", "there is no call %q on one version", call.Kind)
	}
}

// Replay folds a journal without migrations into the instance it made.
func Replay(version *Version, journal []Call) (*Instance, error) {
	return ReplayAcross(func(int) (*Version, error) { return version, nil }, journal)
}

// ReplayAcross folds any journal into the instance it made; versions gives the version
// of a number.
func ReplayAcross(versions func(number int) (*Version, error), journal []Call) (*Instance, error) {
	var instance *Instance
	var version *Version
	for _, call := range journal {
		number := call.Version
		if call.Identity != nil {
			number = call.Identity.Version
		}
		next := version
		if call.Kind == StartCall || call.Kind == MigrateCall {
			var err error
			if next, err = versions(number); err != nil {
				return nil, err
			}
		}
		step, err := replayed(version, next, instance, call)
		if err != nil {
			return nil, err
		}
		instance, version = step.Instance, next
	}
	return instance, nil
}

func replayed(from, to *Version, instance *Instance, call Call) (Step, error) {
	if call.Kind == MigrateCall {
		return Migrate(from, to, instance, call.Version, call.At)
	}
	return Apply(to, instance, call)
}
