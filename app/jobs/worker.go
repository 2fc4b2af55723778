// Package jobs runs the durable background work of one server: it claims due jobs
// from the store's queue, keeps their leases, and gives back what failed.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Handler does one job. It finishes the job itself, with tx.FinishJob in the transaction that stores its outcome,
// so that what a job did and that it is done are one fact (see Finish). An error gives the job back: it is retried with
// backoff, and kept as dead after its last attempt. The context is cancelled when the lease is lost or the server stops.
type Handler func(ctx context.Context, job ports.Job) error

// Pool runs the jobs of one kind, at most Slots at once.
type Pool struct {
	Kind    string
	Slots   int
	Handler Handler
}

// ErrLost says that somebody else holds the job by now; nothing of the transaction may be kept.
var ErrLost = fault.New(fault.KindConflict, "job-lost", "another worker took this job over")

// Finish removes the job in the handler's transaction, or fails it when the job is somebody else's by now.
func Finish(ctx context.Context, tx ports.Tx, job ports.Job) error {
	held, err := tx.FinishJob(ctx, job)
	if err == nil && !held {
		return ErrLost
	}
	return err
}

// Leases, renewed at a third of their time; poll is how late a job may start whose signal was lost.
const (
	lease      = 9 * time.Second
	renewEvery = lease / 3
	poll       = 500 * time.Millisecond
	backoff    = time.Second
	maxBackoff = 5 * time.Minute
)

// Worker runs pools until its context ends.
type Worker struct {
	store  ports.Store
	signal ports.EventSignal
	clock  ports.Clock
	owner  string
	log    *slog.Logger
	pools  []Pool
	outage atomic.Bool // jobs can't be claimed at the moment
}

// NewWorker makes a worker. Owner names this process among all that share the store.
func NewWorker(store ports.Store, signal ports.EventSignal, clock ports.Clock, owner string, log *slog.Logger, pools ...Pool) *Worker {
	return &Worker{store: store, signal: signal, clock: clock, owner: owner, log: log, pools: pools}
}

// Run works until the context ends, then ends the handlers and gives back what they had claimed.
func (w *Worker) Run(ctx context.Context) {
	var pools sync.WaitGroup
	for _, pool := range w.pools {
		pools.Go(func() { w.runPool(ctx, pool) })
	}
	pools.Wait()
	err := w.store.InTx(context.WithoutCancel(ctx), func(ctx context.Context, tx ports.Tx) error {
		return tx.ReleaseJobs(ctx, w.owner, w.clock.Now())
	})
	if err != nil {
		w.log.Error("jobs could not be given back; they start again when their leases pass", "error", err)
	}
}

// runPool claims as many jobs as there are free slots, and waits for a signal, a slot, or the next job's time.
func (w *Worker) runPool(ctx context.Context, pool Pool) {
	slots := make(chan struct{}, pool.Slots)
	freed := make(chan struct{}, 1)
	var running sync.WaitGroup
	defer running.Wait()
	for ctx.Err() == nil {
		changed := w.signal.Changed() // before the look, so that nothing falls between
		claimed, next := w.claim(ctx, pool, pool.Slots-len(slots))
		for _, job := range claimed {
			slots <- struct{}{}
			running.Go(func() {
				w.runJob(ctx, pool, job)
				<-slots
				select {
				case freed <- struct{}{}:
				default:
				}
			})
		}
		timer, stop := w.clock.After(next)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-freed:
		case <-timer:
		}
		stop()
	}
}

// claim takes due jobs and tells how long to wait for the next one.
func (w *Worker) claim(ctx context.Context, pool Pool, free int) (claimed []ports.Job, next time.Duration) {
	if free == 0 {
		return nil, poll
	}
	var at time.Time
	var some bool
	err := w.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		at, some, err = tx.NextJobTime(ctx, pool.Kind)
		return err
	})
	if err == nil && some && !at.After(w.clock.Now()) {
		err = w.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
			now := w.clock.Now()
			claimed, err = tx.ClaimJobs(ctx, pool.Kind, w.owner, now, now.Add(lease), free)
			return err
		})
		some = false
	}
	if err != nil {
		w.noteOutage(ctx, err)
		return nil, poll
	}
	if w.outage.CompareAndSwap(true, false) {
		w.log.Info("jobs can be claimed again")
	}
	if some {
		return claimed, min(poll, max(0, at.Sub(w.clock.Now())))
	}
	return claimed, poll
}

// noteOutage logs that jobs can't be claimed, once for each time that this begins.
func (w *Worker) noteOutage(ctx context.Context, err error) {
	if ctx.Err() == nil && w.outage.CompareAndSwap(false, true) {
		w.log.Warn("jobs can't be claimed; trying again until they can", "error", err)
	}
}

func (w *Worker) runJob(ctx context.Context, pool Pool, job ports.Job) {
	ctx, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	var renewing sync.WaitGroup
	stopRenewing := make(chan struct{})
	renewing.Go(func() { w.renew(ctx, job, lose, stopRenewing) })
	err := guarded(ctx, pool.Handler, job)
	close(stopRenewing)
	renewing.Wait()
	if err == nil || errors.Is(err, ErrLost) || ctx.Err() != nil {
		return // done, somebody else's, or given back when the worker stops
	}
	w.giveBack(ctx, job, err)
}

// renew keeps a job's lease until stop is closed. Once the job is somebody else's, or may be since the lease could not
// be renewed in its time, the handler is told.
func (w *Worker) renew(ctx context.Context, job ports.Job, lose context.CancelCauseFunc, stop <-chan struct{}) {
	until := job.RunAt
	for {
		timer, cancel := w.clock.After(renewEvery)
		select {
		case <-timer:
		case <-stop:
			cancel()
			return
		case <-ctx.Done():
			cancel()
			return
		}
		next := w.clock.Now().Add(lease)
		held, err := w.extend(ctx, job, next)
		switch {
		case err == nil && held:
			until = next
		case err == nil, !w.clock.Now().Before(until):
			lose(ErrLost)
			return
		}
	}
}

func (w *Worker) extend(ctx context.Context, job ports.Job, until time.Time) (held bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	err = w.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		held, err = tx.RenewJob(ctx, job, until)
		return err
	})
	return held, err
}

// giveBack returns a failed job to the queue, or buries it after its last attempt.
func (w *Worker) giveBack(ctx context.Context, job ports.Job, cause error) {
	final := job.Attempt >= job.MaxAttempts
	w.log.Warn("a job failed", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "final", final, "error", cause)
	err := w.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if final {
			_, err = tx.BuryJob(ctx, job, w.clock.Now(), cause.Error())
		} else {
			_, err = tx.RetryJob(ctx, job, w.clock.Now().Add(Backoff(job.Attempt)), cause.Error())
		}
		return err
	})
	if err != nil {
		w.log.Error("a failed job could not be given back; it starts again when its lease passes", "job", job.ID, "error", err)
	}
}

// Backoff is the pause after a failed attempt (counted from 1): it doubles, up to five minutes.
func Backoff(attempt int64) time.Duration {
	pause := backoff << min(max(attempt-1, 0), 16)
	return min(pause, maxBackoff)
}

func guarded(ctx context.Context, handle Handler, job ports.Job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a job: %v\n%s", p, debug.Stack())
		}
	}()
	return handle(ctx, job)
}
