package storetest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"pgregory.net/rapid"

	"heddle.dev/heddle/ports"
)

var queueRules = []rule{
	{"any series of calls answers as the model does", queueFollowsModel},
}

// queueFollowsModel runs random series of calls, each on a kind of jobs of its own, beside a model that says in a few
// lines what the queue is.
func queueFollowsModel(b *bundle) {
	rapid.Check(b.T, func(t *rapid.T) {
		q := &queueRun{T: t, store: b.Store, model: model{kind: newID()}, owners: []string{newID(), newID()}}
		t.Repeat(map[string]func(*rapid.T){
			"enqueue": q.enqueue, "claim": q.claim, "renew": q.renew, "finish": q.finish, "retry": q.retry, "bury": q.bury,
			"release": q.release, "drop": q.drop, "wait": q.wait, "": q.compare,
		})
	})
}

// model is the queue as a list.
type model struct {
	kind    string
	minutes int // since noon
	jobs    []ports.Job
}

func (m *model) now() time.Time { return after(time.Duration(m.minutes) * time.Minute) }

// find answers the live job for which the condition holds.
func (m *model) find(holds func(j ports.Job) bool) *ports.Job {
	for i, j := range m.jobs {
		if j.DeadAt == nil && holds(j) {
			return &m.jobs[i]
		}
	}
	return nil
}

// holder answers the job where the claim still holds it.
func (m *model) holder(claim ports.Job) *ports.Job {
	return m.find(func(j ports.Job) bool {
		return j.ID == claim.ID && j.Owner == claim.Owner && j.Attempt == claim.Attempt
	})
}

func (m *model) remove(id string) {
	m.jobs = slices.DeleteFunc(m.jobs, func(j ports.Job) bool { return j.ID == id })
}

func (m *model) claim(owner string, leaseUntil time.Time, limit int) (claimed []ports.Job) {
	slices.SortFunc(m.jobs, func(a, b ports.Job) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), a.RunAt.Compare(b.RunAt), cmp.Compare(a.ID, b.ID))
	})
	for i := range m.jobs {
		if j := &m.jobs[i]; j.DeadAt == nil && !j.RunAt.After(m.now()) && len(claimed) < limit {
			j.Owner, j.Attempt, j.RunAt = owner, j.Attempt+1, leaseUntil
			claimed = append(claimed, *j)
		}
	}
	return claimed
}

// next answers when the next live job is due.
func (m *model) next() (at time.Time, found bool) {
	for _, j := range m.jobs {
		if j.DeadAt == nil && (!found || j.RunAt.Before(at)) {
			at, found = j.RunAt, true
		}
	}
	return at, found
}

// queueRun is one series of calls.
type queueRun struct {
	*rapid.T
	model
	store  ports.Store
	owners []string
	claims []ports.Job // every claim there was, held or not
}

func (q *queueRun) call(t *rapid.T, work func(ctx context.Context, tx ports.Tx) error) {
	if err := q.store.InTx(context.Background(), work); err != nil {
		t.Fatal(err)
	}
}

func (q *queueRun) agree(t *rapid.T, what string, got, want bool) {
	if got != want {
		t.Fatalf("%s answered %v, the model %v", what, got, want)
	}
}

func (q *queueRun) drawTime(t *rapid.T) time.Time {
	return after(time.Duration(q.minutes+rapid.IntRange(-2, 5).Draw(t, "minutes from now")) * time.Minute)
}

func (q *queueRun) drawKey(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "k", "l"}).Draw(t, "key")
}

func (q *queueRun) enqueue(t *rapid.T) {
	j := ports.Job{
		ID: newID(), Kind: q.kind, Args: "{}", UniqueKey: q.drawKey(t), Priority: rapid.Int64Range(0, 2).Draw(t, "priority"),
		RunAt: q.drawTime(t), MaxAttempts: 3, CreatedAt: q.now(),
	}
	free := j.UniqueKey == "" || q.find(func(other ports.Job) bool { return other.UniqueKey == j.UniqueKey }) == nil
	if free {
		q.jobs = append(q.jobs, j)
	}
	q.call(t, func(ctx context.Context, tx ports.Tx) error {
		stored, err := tx.Enqueue(ctx, j)
		q.agree(t, "Enqueue", stored, free)
		return err
	})
}

func (q *queueRun) claim(t *rapid.T) {
	owner, limit := rapid.SampledFrom(q.owners).Draw(t, "owner"), rapid.IntRange(1, 3).Draw(t, "limit")
	lease := q.now().Add(2 * time.Minute)
	want := q.model.claim(owner, lease, limit)
	q.claims = append(q.claims, want...)
	var got []ports.Job
	q.call(t, func(ctx context.Context, tx ports.Tx) (err error) {
		got, err = tx.ClaimJobs(ctx, q.kind, owner, q.now(), lease, limit)
		return err
	})
	if !slices.Equal(got, want) {
		t.Fatalf("claimed %+v, want %+v", got, want)
	}
}

// fenced makes a call with any claim there was, and changes the model where the claim still holds its job.
func (q *queueRun) fenced(
	t *rapid.T, what string, call func(ctx context.Context, tx ports.Tx, claim ports.Job) (bool, error), change func(held *ports.Job),
) {
	if len(q.claims) == 0 {
		return
	}
	claim := rapid.SampledFrom(q.claims).Draw(t, "claim")
	held := q.holder(claim)
	q.call(t, func(ctx context.Context, tx ports.Tx) error {
		answer, err := call(ctx, tx, claim)
		q.agree(t, what, answer, held != nil)
		return err
	})
	if held != nil {
		change(held)
	}
}

func (q *queueRun) renew(t *rapid.T) {
	until := q.drawTime(t)
	q.fenced(t, "RenewJob", func(ctx context.Context, tx ports.Tx, claim ports.Job) (bool, error) {
		return tx.RenewJob(ctx, claim, until)
	}, func(held *ports.Job) { held.RunAt = until })
}

func (q *queueRun) finish(t *rapid.T) {
	q.fenced(t, "FinishJob", func(ctx context.Context, tx ports.Tx, claim ports.Job) (bool, error) {
		return tx.FinishJob(ctx, claim)
	}, func(held *ports.Job) { q.remove(held.ID) })
}

func (q *queueRun) retry(t *rapid.T) {
	at := q.drawTime(t)
	q.fenced(t, "RetryJob", func(ctx context.Context, tx ports.Tx, claim ports.Job) (bool, error) {
		return tx.RetryJob(ctx, claim, at, "no luck")
	}, func(held *ports.Job) { held.RunAt, held.Owner, held.LastError = at, "", "no luck" })
}

func (q *queueRun) bury(t *rapid.T) {
	at := q.now()
	q.fenced(t, "BuryJob", func(ctx context.Context, tx ports.Tx, claim ports.Job) (bool, error) {
		return tx.BuryJob(ctx, claim, at, "broken")
	}, func(held *ports.Job) { held.DeadAt, held.Owner, held.LastError = &at, "", "broken" })
}

func (q *queueRun) release(t *rapid.T) {
	owner := rapid.SampledFrom(q.owners).Draw(t, "owner")
	for i := range q.jobs {
		if j := &q.jobs[i]; j.DeadAt == nil && j.Owner == owner {
			j.RunAt, j.Owner, j.Attempt = q.now(), "", j.Attempt-1
		}
	}
	q.call(t, func(ctx context.Context, tx ports.Tx) error { return tx.ReleaseJobs(ctx, owner, q.now()) })
}

func (q *queueRun) drop(t *rapid.T) {
	key := q.drawKey(t)
	if j := q.find(func(j ports.Job) bool { return key != "" && j.UniqueKey == key }); j != nil {
		q.remove(j.ID)
	}
	q.call(t, func(ctx context.Context, tx ports.Tx) error { return tx.DropJob(ctx, q.kind, key) })
}

func (q *queueRun) wait(t *rapid.T) { q.minutes += rapid.IntRange(1, 3).Draw(t, "minutes") }

func (q *queueRun) compare(t *rapid.T) {
	q.call(t, func(ctx context.Context, tx ports.Tx) error {
		at, found, err := tx.NextJobTime(ctx, q.kind)
		wantAt, want := q.next()
		if found != want || !at.Equal(wantAt) {
			t.Fatalf("the next job is due at %v (%v), in the model at %v (%v)", at, found, wantAt, want)
		}
		return err
	})
}
