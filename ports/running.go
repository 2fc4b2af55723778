package ports

import (
	"context"
	"time"
)

// StoredInstance is a workflow instance as a row. State is the engine's own stored form; what lists and filters
// need stands beside it.
type StoredInstance struct {
	ID           string
	DefinitionID string
	Version      int64
	TeamID       string // empty: global
	Status       string
	State        string // JSON text
	HistorySeq   int64  // the number of the last history entry
	CallSeq      int64  // the number of the last call in the journal
	StartedBy    string
	StartedAt    time.Time
	UpdatedAt    time.Time
	EndedAt      *time.Time
}

// HistoryEntry is one stored entry of an instance's history.
type HistoryEntry struct {
	Seq   int64
	Entry string // JSON text
}

// OpenTask is a human task that waits for its form. Number is the part of the activation id behind the slash.
type OpenTask struct {
	InstanceID  string
	Number      int64
	NodeID      string
	Title       string
	Description string
	Inputs      string // JSON text
	Fields      string // JSON text, a list
	OpenedAt    time.Time
}

// ActionAttempt is one attempt at an action.
type ActionAttempt struct {
	InstanceID string
	Number     int64 // of the activation
	Attempt    int64
	NodeID     string
	ActionType string
	StartedAt  time.Time
	FinishedAt *time.Time
	Outcome    string // "succeeded", "failed", empty while it runs
	Error      string
	ExitCode   *int64
	Stdout     string
	Stderr     string
	Outputs    string // JSON text, empty for none
}

// InstanceFilter narrows a list; empty fields do not.
type InstanceFilter struct {
	DefinitionID string
	Status       string
}

// Instances are the runs, their history, journal, open tasks and attempts at actions.
type Instances interface {
	InsertInstance(ctx context.Context, i StoredInstance) error
	InstanceByID(ctx context.Context, id string) (StoredInstance, error)
	// LockInstance reads the instance and keeps others from moving it until the transaction ends.
	LockInstance(ctx context.Context, id string) (StoredInstance, error)
	UpdateInstance(ctx context.Context, i StoredInstance) error
	// ListInstances lists the newest first, without state.
	ListInstances(ctx context.Context, viewer Viewer, filter InstanceFilter, page Page) ([]StoredInstance, error)
	// AppendHistory stores entries under the numbers they carry.
	AppendHistory(ctx context.Context, instanceID string, entries []HistoryEntry) error
	ListHistory(ctx context.Context, instanceID string, after int64, limit int) ([]HistoryEntry, error)
	// AppendCall stores a call in the journal.
	AppendCall(ctx context.Context, instanceID string, seq int64, call, actorID string) error
	// ListCalls answers the whole journal in order.
	ListCalls(ctx context.Context, instanceID string) ([]string, error)
	InsertTask(ctx context.Context, t OpenTask) error
	// DeleteTask closes a task; one that is not open is no error.
	DeleteTask(ctx context.Context, instanceID string, number int64) error
	ListTasks(ctx context.Context, instanceID string) ([]OpenTask, error)
	// SaveAttempt stores an attempt in the place of what was stored of it before.
	SaveAttempt(ctx context.Context, a ActionAttempt) error
	// ListAttempts lists the attempts behind the given one, oldest first.
	ListAttempts(ctx context.Context, instanceID string, afterNumber, afterAttempt int64, limit int) ([]ActionAttempt, error)
	// CountAttempts counts the attempts at one activation that came out so.
	CountAttempts(ctx context.Context, instanceID string, number int64, outcome string) (int, error)
	// EndAttempts notes for attempts at an activation that have no outcome why they will have none.
	EndAttempts(ctx context.Context, instanceID string, number int64, why string, at time.Time) error
}
