// Package ports holds the interfaces that use cases need from the world, in the use cases' words.
package ports

import (
	"context"
	"time"
)

// Store is the one database of an installation.
//
// Errors of all its repositories are faults: not-found where a row is asked for by key and is not there; conflict
// (codes already-exists, in-use); invalid (text-not-storable); too-large; storage-full; unavailable while the database
// can't be reached (shutting-down while the store is being closed, outcome-unknown when the connection was lost during
// a commit). Anything else is a defect. After any error but not-found the transaction can't be committed any more.
type Store interface {
	// InTx runs work in one transaction: all of it is stored, durably, when InTx answers nil, and nothing of it
	// otherwise. The work may be run again from the start after a passing conflict, so it must not talk to
	// anything but tx (no InTx inside InTx), and must not keep what an earlier run left in its variables.
	InTx(ctx context.Context, work func(ctx context.Context, tx Tx) error) error

	// View runs reads that see one state of the database.
	View(ctx context.Context, read func(ctx context.Context, tx Tx) error) error

	// Ready answers nil when the database can be reached and written.
	Ready(ctx context.Context) error
}

// Tx gives the repositories of one transaction.
type Tx interface {
	People
	Compositions
	Items
	Turns
	TestRuns
	Sessions
	Questions
	OwnSessions
	ConfigItems
	AgentTokens
	UsageRecords
	Catalog
	Secrets
	Definitions
	Instances
	JobQueue
	EventLog
	StreamEvents
	Idempotency
}

// Page asks for at most Limit rows that come before the row with the id Before (empty: from the newest).
type Page struct {
	Before string
	Limit  int
}

// Viewer says whose rows a list may show: those of the user's teams and global ones, or Everything.
type Viewer struct {
	UserID     string
	Everything bool
}

// Clock tells the time; tests move it.
type Clock interface {
	Now() time.Time
	// After answers a channel that receives once d has passed, and a function that gives it up.
	After(d time.Duration) (<-chan time.Time, func())
}

// NewID makes a UUIDv7: unique, and later ones sort behind earlier ones.
type NewID func() string
