package jobs_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestJobsRunBesideEachOtherUpToTheSlots(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		const slots, all = 2, 7
		var running, most, finished atomic.Int64
		full, done, release := newGate(), newGate(), make(chan struct{})
		for range all {
			b.enqueue(ports.Job{})
		}
		b.work(b.store, b.store, slots, func(ctx context.Context, job ports.Job) error {
			now := running.Add(1)
			most.Store(max(most.Load(), now))
			if now == slots {
				full.open()
			}
			<-release
			running.Add(-1)
			err := b.finish(ctx, job)
			if finished.Add(1) == all {
				done.open()
			}
			return err
		})
		b.await(full.done, "that all slots are used")
		close(release)
		b.await(done.done, "the end")
		if most.Load() > slots {
			b.Errorf("%d ran at once, want at most %d", most.Load(), slots)
		}
	})
}

func TestEachJobIsDoneByOneOfSeveralWorkers(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		const all = 40
		runs := map[string]*atomic.Int64{}
		for range all {
			runs[b.enqueue(ports.Job{}).ID] = new(atomic.Int64)
		}
		done := newGate()
		var finished atomic.Int64
		for range 3 {
			b.work(b.store, b.store, 4, func(ctx context.Context, job ports.Job) error {
				runs[job.ID].Add(1)
				err := b.finish(ctx, job)
				if finished.Add(1) == all {
					done.open()
				}
				return err
			})
		}
		b.await(done.done, "the end")
		for id, n := range runs {
			if n.Load() != 1 {
				b.Errorf("job %s ran %d times", id, n.Load())
			}
		}
	})
}

func TestAFailedJobIsTriedAgainAfterAPauseThatGrows(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		done := newGate()
		var starts []time.Duration
		b.enqueue(ports.Job{MaxAttempts: 4})
		b.work(b.store, b.store, 1, func(ctx context.Context, job ports.Job) error {
			starts = append(starts, b.passed())
			if job.Attempt < 4 {
				return errors.New("not yet")
			}
			defer done.open()
			return b.finish(ctx, job)
		})
		b.await(done.done, "the end")
		wants := []time.Duration{0, jobs.Backoff(1), jobs.Backoff(1) + jobs.Backoff(2), jobs.Backoff(1) + jobs.Backoff(2) + jobs.Backoff(3)}
		for i, want := range wants {
			if late := starts[i] - want; late < 0 || late > 2*time.Second {
				b.Errorf("attempt %d started after %s, want %s or a moment later", i+1, starts[i], want)
			}
		}
	})
}

func TestThePauseDoublesUpToFiveMinutes(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int64]time.Duration{
		-1: time.Second, 0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 9: 256 * time.Second, 10: 5 * time.Minute,
		1000: 5 * time.Minute, 1 << 62: 5 * time.Minute,
	} {
		if got := jobs.Backoff(attempt); got != want {
			t.Errorf("after attempt %d: %s, want %s", attempt, got, want)
		}
	}
}

func TestAJobThatFailsOnItsLastAttemptIsKeptAsDead(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var runs atomic.Int64
		next := newGate()
		poor := b.enqueue(ports.Job{MaxAttempts: 2})
		b.enqueue(ports.Job{RunAt: time.Now().Add(time.Minute)})
		b.work(b.store, b.store, 1, func(ctx context.Context, job ports.Job) error {
			if job.ID != poor.ID {
				defer next.open()
				return b.finish(ctx, job)
			}
			runs.Add(1)
			return errors.New("the disk is on fire")
		})
		b.await(next.done, "the end")
		dead := b.dead()
		if runs.Load() != 2 || len(dead) != 1 || dead[0].ID != poor.ID || dead[0].LastError != "the disk is on fire" {
			b.Errorf("%d runs, dead: %+v", runs.Load(), dead)
		}
	})
}

func TestAPanicInAHandlerFailsItsJobOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		done := newGate()
		bad := b.enqueue(ports.Job{MaxAttempts: 1, Priority: -1})
		b.enqueue(ports.Job{})
		b.work(b.store, b.store, 1, func(ctx context.Context, job ports.Job) error {
			if job.ID == bad.ID {
				panic("no such luck")
			}
			defer done.open()
			return b.finish(ctx, job)
		})
		b.await(done.done, "the end")
		if dead := b.dead(); len(dead) != 1 || !strings.Contains(dead[0].LastError, "no such luck") {
			b.Errorf("dead: %+v", dead)
		}
	})
}

func TestAHandlersOutcomeAndTheEndOfItsJobAreOneFact(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		tried := newGate()
		b.enqueue(ports.Job{UniqueKey: "first"})
		b.work(b.store, b.store, 1, func(ctx context.Context, job ports.Job) error {
			if job.UniqueKey != "first" {
				return b.finish(ctx, job)
			}
			defer tried.open()
			return b.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
				if err := jobs.Finish(ctx, tx, job); err != nil {
					return err
				}
				if _, err := tx.Enqueue(ctx, ports.Job{
					ID: job.ID + "-next", Kind: kind, Args: "{}", UniqueKey: "second", RunAt: time.Now().Add(time.Hour), MaxAttempts: 1, CreatedAt: time.Now(),
				}); err != nil {
					return err
				}
				return errors.New("the rest can't be stored")
			})
		})()
		found := b.due(time.Now().Add(2 * time.Hour))
		if len(found) != 1 || found[0].UniqueKey != "first" {
			b.Errorf("the queue holds %+v, want the first job alone", found)
		}
	})
}

func TestWhatIsSomebodyElsesIsNotStored(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		job := b.enqueue(ports.Job{})
		job.Owner, job.Attempt = "somebody", 1
		err := b.store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
		if !errors.Is(err, jobs.ErrLost) || fault.KindOf(err) != fault.KindConflict {
			b.Errorf("got %v, want ErrLost", err)
		}
		if found := b.due(time.Now()); len(found) != 1 {
			b.Errorf("the queue holds %+v", found)
		}
	})
}
