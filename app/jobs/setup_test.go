package jobs_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/ports"
)

const kind = "test-job"

// bench is a store with workers on it.
type bench struct {
	*testing.T
	store apptest.Store
	start time.Time
}

func onBenches(t *testing.T, test func(b *bench)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(&bench{T: t, store: store, start: time.Now()}) })
}

// work runs a worker over the store until the test ends or the answer is called, which returns when the worker has ended.
func (b *bench) work(store ports.Store, signal ports.EventSignal, slots int, handler jobs.Handler) (stop func()) {
	b.Helper()
	worker := jobs.NewWorker(store, signal, system.Clock{}, system.NewID(), apptest.Log(b), jobs.Pool{Kind: kind, Slots: slots, Handler: handler})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	b.Cleanup(stop)
	return stop
}

func (b *bench) enqueue(job ports.Job) ports.Job {
	b.Helper()
	job.ID, job.Kind, job.Args, job.CreatedAt = system.NewID(), kind, "{}", time.Now()
	if job.RunAt.IsZero() {
		job.RunAt = time.Now()
	}
	if job.MaxAttempts == 0 {
		job.MaxAttempts = 10
	}
	apptest.Change(b, b.store, func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.Enqueue(ctx, job)
		return err
	})
	return job
}

// finish does nothing but finish the job.
func (b *bench) finish(ctx context.Context, job ports.Job) error {
	return b.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
}

// due lists what could be claimed at the time, claiming it.
func (b *bench) due(at time.Time) (found []ports.Job) {
	b.Helper()
	apptest.Change(b, b.store, func(ctx context.Context, tx ports.Tx) (err error) {
		found, err = tx.ClaimJobs(ctx, kind, "the test", at, at.Add(time.Hour), 100)
		return err
	})
	return found
}

func (b *bench) dead() []ports.Job {
	b.Helper()
	return apptest.View(b, b.store, func(ctx context.Context, tx ports.Tx) ([]ports.Job, error) { return tx.ListDeadJobs(ctx, 100) })
}

// passed tells how much time went by since the test began.
func (b *bench) passed() time.Duration { return time.Since(b.start) }

// await waits for done, in which time passes as it needs to.
func (b *bench) await(done <-chan struct{}, what string) {
	b.Helper()
	select {
	case <-done:
	case <-time.After(time.Hour):
		b.Fatalf("%s did not happen within an hour", what)
	}
}

// never is the signal of another server's store: it does not reach this one.
type never struct{}

func (never) Changed() <-chan struct{} { return nil }

// gate closes its channel once.
type gate struct {
	once sync.Once
	done chan struct{}
}

func newGate() *gate  { return &gate{done: make(chan struct{})} }
func (g *gate) open() { g.once.Do(func() { close(g.done) }) }
