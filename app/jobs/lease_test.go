package jobs_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// blocker is a handler that says when it starts and works until its context ends.
type blocker struct {
	started, ended *gate
	cause          error // why it ended
}

func newBlocker() *blocker { return &blocker{started: newGate(), ended: newGate()} }

func (h *blocker) handle(ctx context.Context, _ ports.Job) error {
	h.started.open()
	<-ctx.Done()
	h.cause = context.Cause(ctx)
	h.ended.open()
	return ctx.Err()
}

func TestALongJobKeepsItsLease(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var runs atomic.Int64
		started, release, done := newGate(), newGate(), newGate()
		b.enqueue(ports.Job{})
		handler := func(ctx context.Context, job ports.Job) error {
			runs.Add(1)
			started.open()
			<-release.done
			defer done.open()
			return b.finish(ctx, job)
		}
		b.work(b.store, b.store, 1, handler)
		b.await(started.done, "the start")
		b.work(b.store, b.store, 1, handler)
		apptest.Pass(time.Minute)
		release.open()
		b.await(done.done, "the end")
		if runs.Load() != 1 {
			b.Errorf("the job ran %d times", runs.Load())
		}
	})
}

func TestAHandlerIsToldThatItsLeaseIsLost(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		h := newBlocker()
		b.enqueue(ports.Job{UniqueKey: "key"})
		b.work(b.store, b.store, 1, h.handle)
		b.await(h.started.done, "the start")
		apptest.Change(b, b.store, func(ctx context.Context, tx ports.Tx) error { return tx.DropJob(ctx, kind, "key") })
		b.await(h.ended.done, "the end")
		if !errors.Is(h.cause, jobs.ErrLost) {
			b.Errorf("the handler was ended by %v, want ErrLost", h.cause)
		}
		if passed := b.passed(); passed > 9*time.Second {
			b.Errorf("it was told after %s", passed)
		}
	})
}

// outage is a store that nobody reaches once it is down.
type outage struct {
	ports.Store
	down atomic.Bool
}

func (o *outage) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	if o.down.Load() {
		return fault.New(fault.KindUnavailable, "down", "the database is down")
	}
	return o.Store.InTx(ctx, work)
}

func TestAHandlerWhoseLeaseCanNotBeRenewedIsEndedBeforeAnotherMayStart(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		h := newBlocker()
		job := b.enqueue(ports.Job{})
		store := &outage{Store: b.store}
		b.work(store, b.store, 1, h.handle)
		b.await(h.started.done, "the start")
		store.down.Store(true)
		b.await(h.ended.done, "the end")
		if !errors.Is(h.cause, jobs.ErrLost) {
			b.Errorf("the handler was ended by %v, want ErrLost", h.cause)
		}
		if found := b.due(time.Now().Add(10 * time.Second)); len(found) != 1 || found[0].ID != job.ID {
			b.Errorf("the job is not to be had again: %+v", found)
		}
	})
}

func TestAWorkerThatStopsGivesItsJobsBackWithoutCounting(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		h := newBlocker()
		job := b.enqueue(ports.Job{MaxAttempts: 1})
		stop := b.work(b.store, b.store, 1, h.handle)
		b.await(h.started.done, "the start")
		stop()
		select {
		case <-h.ended.done:
		default:
			b.Error("the worker ended before its handler")
		}
		if !errors.Is(h.cause, context.Canceled) {
			b.Errorf("the handler was ended by %v", h.cause)
		}
		found := b.due(time.Now())
		if len(found) != 1 || found[0].ID != job.ID || found[0].Attempt != 1 {
			b.Errorf("the queue holds %+v, want the job as it was", found)
		}
	})
}

func TestAJobOfAServerThatDiedRunsAgainWhenItsLeasePasses(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.enqueue(ports.Job{})
		apptest.Change(b, b.store, func(ctx context.Context, tx ports.Tx) error {
			_, err := tx.ClaimJobs(ctx, kind, "a server that dies", time.Now(), time.Now().Add(9*time.Second), 1)
			return err
		})
		done := newGate()
		var attempt atomic.Int64
		b.work(b.store, b.store, 1, func(ctx context.Context, job ports.Job) error {
			attempt.Store(job.Attempt)
			defer done.open()
			return b.finish(ctx, job)
		})
		b.await(done.done, "the end")
		if passed := b.passed(); attempt.Load() != 2 || passed < 9*time.Second || passed > 10*time.Second {
			b.Errorf("attempt %d after %s, want the second as the lease passes", attempt.Load(), passed)
		}
	})
}

func TestAJobThatAnotherServerEnqueuesStartsWithinHalfASecond(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		done := newGate()
		b.work(b.store, never{}, 1, func(ctx context.Context, job ports.Job) error {
			defer done.open()
			return b.finish(ctx, job)
		})
		apptest.Pass(time.Second)
		enqueued := time.Now()
		b.enqueue(ports.Job{})
		b.await(done.done, "the end")
		if late := time.Since(enqueued); late > 500*time.Millisecond {
			b.Errorf("it started %s late", late)
		}
	})
}

func TestAJobForLaterStartsWithinASecondOfItsTime(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		done := newGate()
		due := time.Now().Add(90 * time.Second)
		var late time.Duration
		b.enqueue(ports.Job{RunAt: due})
		b.work(b.store, never{}, 1, func(ctx context.Context, job ports.Job) error {
			late = time.Since(due)
			defer done.open()
			return b.finish(ctx, job)
		})
		b.await(done.done, "the end")
		if late < 0 || late > time.Second {
			b.Errorf("it started %s late", late)
		}
	})
}
