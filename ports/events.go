package ports

import (
	"context"
	"time"
)

// BrowserEvent is something that open pages and scripts are told. What it is about narrows who hears it.
type BrowserEvent struct {
	Cursor        Cursor // set when read
	Kind          string
	CompositionID string
	InstanceID    string
	TeamID        string
	SessionID     string // of a session that belongs to no composition
	UserID        string // the only one who hears it, beside owners; empty: everybody who sees the team
	Data          string // JSON text
	CreatedAt     time.Time
}

// Cursor is a place in the event log. Epoch changes when the log starts anew (a restored database, say).
type Cursor struct {
	Epoch string
	XID   int64
	Seq   int64
}

// EventLog holds what browsers are told, in an order that readers on every replica agree on: an event never
// appears behind a cursor that a reader has passed.
type EventLog interface {
	// AppendEvent stores the event with the transaction; readers see it some time after the commit (on
	// PostgreSQL, transactions that are open anywhere in the cluster hold it back).
	AppendEvent(ctx context.Context, e BrowserEvent) error
	// EventsAfter lists what readers may see behind the cursor, oldest first.
	EventsAfter(ctx context.Context, c Cursor, limit int) ([]BrowserEvent, error)
	// EventHorizon is the cursor behind everything that readers may see now.
	EventHorizon(ctx context.Context) (Cursor, error)
	// PrunedUpTo is the cursor of the newest event that was pruned: who stopped before it has missed something.
	PrunedUpTo(ctx context.Context) (Cursor, error)
	// PruneEvents removes events older than before, and all but the newest keep that readers may see, in the order of
	// the log. Several servers may call it at once.
	PruneEvents(ctx context.Context, before time.Time, keep int) error
}

// EventSignal wakes readers of the event log and of the job queue soon after a commit, on this server or another, so
// that they need not poll often. A lost signal only costs time.
type EventSignal interface {
	// Changed answers a channel that is closed after the next commit that appended events or jobs.
	Changed() <-chan struct{}
}

// Idempotency remembers which resource a call with a key made, so that a repeated call makes no second one.
type Idempotency interface {
	// Remember stores the outcome of a call; it answers false where the key was used before.
	Remember(ctx context.Context, call IdempotentCall) (bool, error)
	// Recall finds the call with the same actor, operation and key; false where there is none.
	Recall(ctx context.Context, actorID, operation, key string) (IdempotentCall, bool, error)
	PruneIdempotency(ctx context.Context, before time.Time) error
}

// IdempotentCall is a remembered call.
type IdempotentCall struct {
	ActorID     string
	Operation   string
	Key         string
	RequestHash string // of what else was sent, so that one key can't mean two things
	ResourceID  string
	At          time.Time
}
