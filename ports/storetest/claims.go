package storetest

import (
	"context"
	"sync"
	"time"

	"heddle.dev/heddle/ports"
)

var claimRules = []rule{
	{"jobs are claimed by priority, then time, up to the limit, of one kind", claimOrder},
	{"a claimed job is claimed again when its lease has passed", leasePasses},
	{"a job is claimed by whom it is meant for, and by others when it has waited for long", targets},
	{"a job that was claimed, given back or released is meant for whom it says then", changedTargets},
	{"a renewed lease holds for longer", renewedLease},
	{"calls of an earlier owner or attempt are refused and change nothing", fencing},
	{"each job is claimed once, whoever claims at once", exclusiveClaims},
	{"one transaction may claim while another holds a claim", claimsDoNotWait},
}

// patience bounds how long a test waits for what should come at once.
const patience = 20 * time.Second

func claimOrder(b *bundle) {
	job := func(priority int64, at time.Duration) ports.Job {
		j := anyJob()
		j.Priority, j.RunAt = priority, after(at)
		b.enqueue(j)
		return j
	}
	lowLate, low, high, highEarly := job(2, -time.Second), job(2, -time.Minute), job(1, -time.Second), job(1, -time.Hour)
	job(0, time.Microsecond)
	other := anyJob()
	other.Kind = "timer"
	b.enqueue(other)
	equal(b, "one", jobIDs(b.claimUpTo(1, "one", 0)), []string{highEarly.ID})
	equal(b, "the others", jobIDs(b.claimUpTo(10, "one", 0)), []string{high.ID, low.ID, lowLate.ID})
	equal(b, "no more", len(b.claimUpTo(10, "one", 0)), 0)
}

func leasePasses(b *bundle) {
	b.enqueue(anyJob())
	b.claim("one", 0)
	equal(b, "before", len(b.claim("two", time.Minute-time.Microsecond)), 0)
	again := b.claim("two", time.Minute)
	equal(b, "then", each(again, func(j ports.Job) int64 { return j.Attempt }), []int64{2})
}

func targets(b *bundle) {
	meant, free := anyJob(), anyJob()
	meant.Target = "two"
	b.enqueue(meant)
	b.enqueue(free)
	equal(b, "of another", jobIDs(b.claimUpTo(10, "one", 0)), []string{free.ID})
	equal(b, "of another, a moment before", len(b.claim("one", ports.TargetPatience-time.Microsecond)), 0)
	late := anyJob()
	late.Target = "two"
	b.enqueue(late)
	claimed := b.claimUpTo(1, "two", 0)
	meant.Owner, meant.Attempt, meant.RunAt = "two", 1, after(time.Minute)
	equal(b, "of its own", claimed, []ports.Job{meant})
	equal(b, "of another in the end", jobIDs(b.claim("one", ports.TargetPatience)), []string{late.ID})
}

func changedTargets(b *bundle) {
	meant := anyJob()
	meant.Target = "two"
	b.enqueue(meant)
	b.claim("two", 0)
	again := b.claim("one", time.Minute)
	equal(b, "when the claim of its target has passed", jobIDs(again), []string{meant.ID})
	handed := again[0]
	handed.Target = "three"
	equal(b, "handed over", changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
		return tx.RetryJob(ctx, handed, after(time.Hour), "elsewhere")
	}), true)
	equal(b, "by who gave it", len(b.claim("one", time.Hour)), 0)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.ReleaseJobs(ctx, "three", after(time.Hour)) })
	equal(b, "when its target has left", jobIDs(b.claim("one", time.Hour)), []string{meant.ID})
}

func renewedLease(b *bundle) {
	b.enqueue(anyJob())
	claimed := b.claim("one", 0)[0]
	equal(b, "renewed", changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
		return tx.RenewJob(ctx, claimed, after(time.Hour))
	}), true)
	equal(b, "at the first lease's end", len(b.claim("two", time.Minute)), 0)
	equal(b, "at the second's", len(b.claim("two", time.Hour)), 1)
}

func fencing(b *bundle) {
	b.enqueue(anyJob())
	first := b.claim("one", 0)[0]
	second := b.claim("one", time.Hour)[0]
	stranger := second
	stranger.Owner = "two"
	calls := func(j ports.Job) []bool {
		return changed(b, func(ctx context.Context, tx ports.Tx) ([]bool, error) {
			renewed, err1 := tx.RenewJob(ctx, j, after(48*time.Hour))
			retried, err2 := tx.RetryJob(ctx, j, noon, "late")
			buried, err3 := tx.BuryJob(ctx, j, noon, "late")
			finished, err4 := tx.FinishJob(ctx, j)
			return []bool{renewed, retried, buried, finished}, all(err1, err2, err3, err4)
		})
	}
	equal(b, "of the earlier attempt", calls(first), []bool{false, false, false, false})
	equal(b, "of another owner", calls(stranger), []bool{false, false, false, false})
	equal(b, "due", b.nextTime(), &second.RunAt)
	equal(b, "of the holder", changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.FinishJob(ctx, second) }), true)
	equal(b, "of a job that is done", calls(second), []bool{false, false, false, false})
	equal(b, "due", b.nextTime(), nil)
}

func exclusiveClaims(b *bundle) {
	const jobs, workers = 200, 8
	b.write(func(ctx context.Context, tx ports.Tx) error {
		for range jobs {
			if _, err := tx.Enqueue(ctx, anyJob()); err != nil {
				return err
			}
		}
		return nil
	})
	var mu sync.Mutex
	claims := map[string]int{}
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			claimEverything(b, func(claimed []ports.Job) {
				mu.Lock()
				defer mu.Unlock()
				for _, j := range claimed {
					claims[j.ID]++
				}
			})
		})
	}
	wait.Wait()
	equal(b, "jobs claimed", len(claims), jobs)
	for id, times := range claims {
		if times != 1 {
			b.Errorf("job %s was claimed %d times", id, times)
		}
	}
}

// claimEverything claims as one worker until nothing is left.
func claimEverything(b *bundle, count func(claimed []ports.Job)) {
	for owner := newID(); ; {
		var claimed []ports.Job
		err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
			claimed, err = tx.ClaimJobs(ctx, "action", owner, noon, after(time.Hour), 7)
			return err
		})
		if err != nil {
			b.Error(err)
		}
		if len(claimed) == 0 {
			return
		}
		count(claimed)
	}
}

// claimsDoNotWait holds one claim open while another is made. SQLite runs one transaction after the other, so the
// second may also come behind the first; what must not happen is that it comes back empty or with the same job.
func claimsDoNotWait(b *bundle) {
	b.enqueue(anyJob())
	b.enqueue(anyJob())
	second := make(chan []ports.Job, 1)
	var first []ports.Job
	b.write(func(ctx context.Context, tx ports.Tx) (err error) {
		first, err = tx.ClaimJobs(ctx, "action", "one", noon, after(time.Hour), 1)
		go func() { second <- b.claim("two", 0) }()
		return err
	})
	ids := jobIDs(append(first, <-second...))
	if len(ids) != 2 || ids[0] == ids[1] {
		b.Errorf("two claims of one job each got %v", ids)
	}
}
