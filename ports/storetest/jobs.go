package storetest

import (
	"context"
	"errors"
	"time"

	"heddle.dev/heddle/ports"
)

var jobRules = []rule{
	{"a job is enqueued with its transaction", jobWithTransaction},
	{"of live jobs of a kind with one key the first is kept", uniqueKeys},
	{"the next time counts leases and forgets dead jobs", nextJobTime},
	{"a failed job is claimed again at its time, with the next attempt", retries},
	{"a dead job is not claimed and is listed, the newest first", deadLetters},
	{"dropping removes a live job by its key, claimed or not", dropping},
	{"releasing gives jobs back without counting the attempt", releasingJobs},
	{"a commit that enqueues or gives back jobs wakes who waits", jobsWake},
}

// anyJob is due at noon.
func anyJob() ports.Job {
	return ports.Job{ID: newID(), Kind: "action", Args: `{"n":1e3}`, RunAt: noon, MaxAttempts: 5, CreatedAt: noon}
}

func (b *bundle) enqueue(j ports.Job) bool {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.Enqueue(ctx, j) })
}

// claim claims one job of kind action as the owner, at noon plus the given time, with a lease of a minute.
func (b *bundle) claim(owner string, at time.Duration) []ports.Job {
	b.Helper()
	return b.claimUpTo(1, owner, at)
}

func (b *bundle) claimUpTo(limit int, owner string, at time.Duration) []ports.Job {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) ([]ports.Job, error) {
		return tx.ClaimJobs(ctx, "action", owner, after(at), after(at+time.Minute), limit)
	})
}

func jobIDs(jobs []ports.Job) []string { return each(jobs, func(j ports.Job) string { return j.ID }) }

func (b *bundle) nextTime() *time.Time {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (*time.Time, error) {
		at, found, err := tx.NextJobTime(ctx, "action")
		if !found {
			return nil, err
		}
		return &at, err
	})
}

func jobWithTransaction(b *bundle) {
	j, failure := anyJob(), errors.New("changed my mind")
	err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.Enqueue(ctx, j)
		return errors.Join(err, failure)
	})
	if !errors.Is(err, failure) {
		b.Fatal(err)
	}
	equal(b, "claimed", len(b.claim("one", 0)), 0)
	equal(b, "enqueued", b.enqueue(j), true)
	j.Owner, j.Attempt, j.RunAt = "one", 1, after(time.Minute)
	equal(b, "claimed", b.claim("one", 0), []ports.Job{j})
}

func uniqueKeys(b *bundle) {
	keyed := func(kind, key string) ports.Job {
		j := anyJob()
		j.Kind, j.UniqueKey = kind, key
		return j
	}
	first := keyed("action", "k")
	equal(b, "first", b.enqueue(first), true)
	equal(b, "second", b.enqueue(keyed("action", "k")), false)
	equal(b, "another key", b.enqueue(keyed("action", "l")), true)
	equal(b, "another kind", b.enqueue(keyed("timer", "k")), true)
	equal(b, "no key", []bool{b.enqueue(anyJob()), b.enqueue(anyJob())}, []bool{true, true})
	claimed := b.claim("one", 0)
	equal(b, "claimed", jobIDs(claimed), []string{first.ID})
	equal(b, "while the first runs", b.enqueue(keyed("action", "k")), false)
	changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.FinishJob(ctx, claimed[0]) })
	equal(b, "after the first is done", b.enqueue(keyed("action", "k")), true)
}

func nextJobTime(b *bundle) {
	equal(b, "of none", b.nextTime(), nil)
	late, soon := anyJob(), anyJob()
	late.RunAt = after(time.Hour)
	b.enqueue(late)
	equal(b, "later", b.nextTime(), &late.RunAt)
	b.enqueue(soon)
	equal(b, "soon", b.nextTime(), &soon.RunAt)
	claimed := b.claim("one", time.Second)
	lease := after(time.Second + time.Minute)
	equal(b, "lease", b.nextTime(), &lease)
	changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
		return tx.BuryJob(ctx, claimed[0], noon, "broken")
	})
	equal(b, "after the burial", b.nextTime(), &late.RunAt)
}

func retries(b *bundle) {
	b.enqueue(anyJob())
	claimed := b.claim("one", 0)[0]
	equal(b, "retried", changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
		return tx.RetryJob(ctx, claimed, after(time.Hour), "no luck")
	}), true)
	equal(b, "before its time", len(b.claim("two", time.Hour-time.Microsecond)), 0)
	again := b.claim("two", time.Hour)
	want := claimed
	want.Owner, want.Attempt, want.LastError, want.RunAt = "two", 2, "no luck", after(time.Hour+time.Minute)
	equal(b, "at its time", again, []ports.Job{want})
}

func deadLetters(b *bundle) {
	var dead []ports.Job
	for i := range 3 {
		j := anyJob()
		j.UniqueKey = "k"
		equal(b, "enqueued beside the dead", b.enqueue(j), true)
		claimed := b.claim("one", 0)[0]
		at := after(time.Duration(i) * time.Second)
		equal(b, "buried", changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) {
			return tx.BuryJob(ctx, claimed, at, "broken")
		}), true)
		claimed.Owner, claimed.LastError, claimed.DeadAt = "", "broken", &at
		dead = append([]ports.Job{claimed}, dead...)
	}
	equal(b, "claimed", len(b.claim("two", 24*time.Hour)), 0)
	list := func(limit int) []ports.Job {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]ports.Job, error) { return tx.ListDeadJobs(ctx, limit) })
	}
	equal(b, "dead", list(10), dead)
	equal(b, "the newest", list(1), dead[:1])
}

func dropping(b *bundle) {
	waiting, running, unkeyed := anyJob(), anyJob(), anyJob()
	waiting.UniqueKey, running.UniqueKey = "waiting", "running"
	drop := func(key string) {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DropJob(ctx, "action", key) })
	}
	b.enqueue(running)
	claimed := b.claim("one", 0)[0]
	b.enqueue(waiting)
	b.enqueue(unkeyed)
	for _, key := range []string{"waiting", "running", "unknown", ""} {
		drop(key)
	}
	equal(b, "finished", changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.FinishJob(ctx, claimed) }), false)
	equal(b, "left", jobIDs(b.claimUpTo(10, "two", 24*time.Hour)), []string{unkeyed.ID})
}

func releasingJobs(b *bundle) {
	b.enqueue(anyJob())
	other := anyJob()
	other.Kind = "timer"
	b.enqueue(other)
	claimed := b.claim("one", 0)[0]
	changed(b, func(ctx context.Context, tx ports.Tx) ([]ports.Job, error) {
		return tx.ClaimJobs(ctx, "timer", "two", noon, after(time.Hour), 1)
	})
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.ReleaseJobs(ctx, "one", after(time.Second)) })
	again := b.claim("three", time.Second)
	claimed.Owner, claimed.RunAt = "three", after(time.Second+time.Minute)
	equal(b, "released and claimed", again, []ports.Job{claimed})
	theirs := changed(b, func(ctx context.Context, tx ports.Tx) ([]ports.Job, error) {
		return tx.ClaimJobs(ctx, "timer", "three", after(time.Minute), after(time.Hour), 1)
	})
	equal(b, "of another owner", len(theirs), 0)
}

func jobsWake(b *bundle) {
	wakes := func(what string, work func(ctx context.Context, tx ports.Tx) error) {
		changed := b.Signal.Changed()
		b.write(work)
		select {
		case <-changed:
		case <-time.After(patience):
			b.Errorf("%s woke nobody", what)
		}
	}
	j := anyJob()
	wakes("enqueueing", func(ctx context.Context, tx ports.Tx) error { _, err := tx.Enqueue(ctx, j); return err })
	claimed := b.claim("one", 0)[0]
	wakes("retrying", func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.RetryJob(ctx, claimed, noon, "")
		return err
	})
	b.claim("one", 0)
	wakes("releasing", func(ctx context.Context, tx ports.Tx) error { return tx.ReleaseJobs(ctx, "one", noon) })
}
