package workflowinstance

import "time"

// EntryKind says what a history entry tells.
type EntryKind string

// The kinds of history entries.
const (
	EntryEntered   EntryKind = "entered"    // a branch entered a node; a join once, when it goes on
	EntryCompleted EntryKind = "completed"  // the node is done
	EntryFailed    EntryKind = "failed"     // the branch can't go on
	EntryEdgeTaken EntryKind = "edge-taken" // a move
	EntryArrived   EntryKind = "arrived"    // a branch arrived at a join and ended there
	EntryTimedOut  EntryKind = "timed-out"  // no event came in time
	EntryRejected  EntryKind = "rejected"   // a stage sent its branch back to an earlier one
	EntryRetried   EntryKind = "retried"    // what a branch was stopped at is tried again
	EntrySkipped   EntryKind = "skipped"    // a person gave the node's outputs in its place
	EntryStale     EntryKind = "stale"      // nobody did anything for long
	EntryRevived   EntryKind = "revived"    // somebody is there again
	EntryMigrated  EntryKind = "migrated"   // the instance runs another version from now on
	EntryCancelled EntryKind = "cancelled"  // the instance was cancelled
)

// Entry is one line of an instance's history.
type Entry struct {
	Seq          int       `json:"seq"` // counts from 1 within the instance
	At           time.Time `json:"at"`
	Kind         EntryKind `json:"kind"`
	NodeID       string    `json:"nodeId,omitempty"`
	ActivationID string    `json:"activationId,omitempty"`
	EdgeID       string    `json:"edgeId,omitempty"`
	BranchID     string    `json:"branchId,omitempty"`
	OutputKeys   []string  `json:"outputKeys,omitempty"`  // the context keys that were written
	IgnoredKeys  []string  `json:"ignoredKeys,omitempty"` // outputs left out since the node does not declare them
	EventID      string    `json:"eventId,omitempty"`     // completed by an event: which
	ToNodeID     string    `json:"toNodeId,omitempty"`    // rejected: the stage that is asked again
	Fields       []string  `json:"fields,omitempty"`      // rejected: the fields that are asked again, where not all are
	Message      string    `json:"message,omitempty"`     // why, where something failed or a person decided it
	By           string    `json:"by,omitempty"`          // the user id of the person who did it, if one did
}
