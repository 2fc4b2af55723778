package ports

import (
	"context"
	"time"
)

// Job is one piece of durable background work: it is run at least once, at RunAt or soon after.
type Job struct {
	ID          string
	Kind        string
	Args        string // JSON text
	UniqueKey   string // of live jobs of a kind with the same key only the first is kept; empty: no such rule
	Priority    int64  // lower runs first
	RunAt       time.Time
	Attempt     int64 // counts from 1 once claimed
	MaxAttempts int64
	Owner       string
	Target      string // the owner that it is meant for; empty: any
	LastError   string
	DeadAt      *time.Time
	CreatedAt   time.Time
}

// TargetPatience is how long a job waits, once it is due, for the owner that it is meant for. Then any owner may claim
// it, so that a job outlives its target. When a claim's lease passes, any may as well.
const TargetPatience = 10 * time.Second

// JobQueue is the durable queue. A claim is a lease: it pushes RunAt forward, and when its owner does not renew or
// finish in time, the job is claimed again. Calls about a claimed job are fenced by owner and attempt: they
// answer false, and change nothing, once somebody else holds the job.
type JobQueue interface {
	// Enqueue stores the job with the transaction; it answers false where a live job of the kind has its key.
	Enqueue(ctx context.Context, job Job) (bool, error)
	// ClaimJobs takes up to limit due jobs of the kind that are meant for the owner or for any, in order of priority and
	// time.
	ClaimJobs(ctx context.Context, kind, owner string, now, leaseUntil time.Time, limit int) ([]Job, error)
	// NextJobTime tells when the next job of the kind is due (leases count), whomever it is meant for; false where there
	// is none.
	NextJobTime(ctx context.Context, kind string) (time.Time, bool, error)
	RenewJob(ctx context.Context, job Job, leaseUntil time.Time) (bool, error)
	// FinishJob removes a job that is done.
	FinishJob(ctx context.Context, job Job) (bool, error)
	// RetryJob gives a failed job back to be claimed at runAt, by the job's target, which may be another than before.
	RetryJob(ctx context.Context, job Job, runAt time.Time, lastError string) (bool, error)
	// BuryJob keeps a job that failed for good, for people to see.
	BuryJob(ctx context.Context, job Job, at time.Time, lastError string) (bool, error)
	// ReleaseJobs gives back everything that the owner holds, without counting the attempt, and lets others have what is
	// meant for it. The owner claims nothing
	// afterwards: a later claim of its own could not be told from the one it gave back.
	ReleaseJobs(ctx context.Context, owner string, now time.Time) error
	// DropJob removes the live job with this key, claimed or not.
	DropJob(ctx context.Context, kind, uniqueKey string) error
	ListDeadJobs(ctx context.Context, limit int) ([]Job, error)
}
