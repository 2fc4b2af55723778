package mapping

import (
	"context"
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/ports"
)

// Enqueue implements ports.JobQueue.
func (t *Tx) Enqueue(ctx context.Context, j ports.Job) (bool, error) {
	n, err := t.q.InsertJob(ctx, rows.InsertJobParams{
		ID: j.ID, Kind: j.Kind, Args: j.Args, UniqueKey: orNull(j.UniqueKey), Priority: j.Priority,
		RunAt: stamp(j.RunAt), MaxAttempts: j.MaxAttempts, CreatedAt: stamp(j.CreatedAt), Target: j.Target,
	})
	t.signals = t.signals || n == 1
	return n == 1, t.err(err)
}

// ClaimJobs implements ports.JobQueue. It reads and then leases, since what an UPDATE returns has neither an order
// nor the time that a job was due at.
func (t *Tx) ClaimJobs(ctx context.Context, kind, owner string, now, leaseUntil time.Time, limit int) ([]ports.Job, error) {
	due, err := t.q.ListDueJobs(ctx, rows.ListDueJobsParams{
		Kind: kind, Now: stamp(now), Owner: owner, Overdue: stamp(now.Add(-ports.TargetPatience)), MaxRows: int64(limit),
	})
	if err != nil || len(due) == 0 {
		return nil, t.err(err)
	}
	claimed, ids := make([]ports.Job, len(due)), make([]string, len(due))
	for i, row := range due {
		row.Owner, row.Attempt, row.RunAt = owner, row.Attempt+1, stamp(leaseUntil)
		claimed[i], ids[i] = jobOf(row), row.ID
	}
	return claimed, t.err(t.q.LeaseJobs(ctx, rows.LeaseJobsParams{Owner: owner, LeaseUntil: stamp(leaseUntil), Ids: ids}))
}

// NextJobTime implements ports.JobQueue.
func (t *Tx) NextJobTime(ctx context.Context, kind string) (time.Time, bool, error) {
	at, err := t.q.NextJobTime(ctx, rows.NextJobTimeParams{Kind: kind})
	if none(err) {
		return time.Time{}, false, nil
	}
	return at, err == nil, t.err(err)
}

// RenewJob implements ports.JobQueue.
func (t *Tx) RenewJob(ctx context.Context, j ports.Job, leaseUntil time.Time) (bool, error) {
	n, err := t.q.RenewJob(ctx, rows.RenewJobParams{ID: j.ID, Owner: j.Owner, Attempt: j.Attempt, LeaseUntil: stamp(leaseUntil)})
	return n == 1, t.err(err)
}

// FinishJob implements ports.JobQueue.
func (t *Tx) FinishJob(ctx context.Context, j ports.Job) (bool, error) {
	n, err := t.q.FinishJob(ctx, rows.FinishJobParams{ID: j.ID, Owner: j.Owner, Attempt: j.Attempt})
	return n == 1, t.err(err)
}

// RetryJob implements ports.JobQueue.
func (t *Tx) RetryJob(ctx context.Context, j ports.Job, runAt time.Time, lastError string) (bool, error) {
	n, err := t.q.RetryJob(ctx, rows.RetryJobParams{
		ID: j.ID, Owner: j.Owner, Attempt: j.Attempt, RunAt: stamp(runAt), LastError: lastError, Target: j.Target,
	})
	t.signals = t.signals || n == 1
	return n == 1, t.err(err)
}

// BuryJob implements ports.JobQueue.
func (t *Tx) BuryJob(ctx context.Context, j ports.Job, at time.Time, lastError string) (bool, error) {
	dead := stamp(at)
	n, err := t.q.BuryJob(ctx, rows.BuryJobParams{ID: j.ID, Owner: j.Owner, Attempt: j.Attempt, DeadAt: &dead, LastError: lastError})
	return n == 1, t.err(err)
}

// ReleaseJobs implements ports.JobQueue.
func (t *Tx) ReleaseJobs(ctx context.Context, owner string, now time.Time) error {
	n, err := t.q.ReleaseJobs(ctx, rows.ReleaseJobsParams{Owner: owner, Now: stamp(now)})
	t.signals = t.signals || n > 0
	return t.err(err)
}

// DropJob implements ports.JobQueue.
func (t *Tx) DropJob(ctx context.Context, kind, uniqueKey string) error {
	_, err := t.q.DeleteJobByKey(ctx, rows.DeleteJobByKeyParams{Kind: kind, UniqueKey: orNull(uniqueKey)})
	return t.err(err)
}

// ListDeadJobs implements ports.JobQueue.
func (t *Tx) ListDeadJobs(ctx context.Context, limit int) ([]ports.Job, error) {
	found, err := t.q.ListDeadJobs(ctx, rows.ListDeadJobsParams{MaxRows: int64(limit)})
	return mapAll(found, jobOf), t.err(err)
}

func jobOf(row rows.Job) ports.Job {
	return ports.Job{
		ID: row.ID, Kind: row.Kind, Args: row.Args, UniqueKey: orEmpty(row.UniqueKey), Priority: row.Priority,
		RunAt: row.RunAt, Attempt: row.Attempt, MaxAttempts: row.MaxAttempts, Owner: row.Owner, Target: row.Target, LastError: row.LastError,
		DeadAt: row.DeadAt, CreatedAt: row.CreatedAt,
	}
}
