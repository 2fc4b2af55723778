package running_test

import (
	"context"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// bench is Heddle with a workflow that runs.
type bench struct {
	*apptest.Heddle
}

func onBenches(t *testing.T, test func(b *bench)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(&bench{apptest.New(t, store, nil)}) })
}

// publish makes a workflow with the action types it calls.
func (b *bench) publish(workflow string, actionTypes ...string) definition.Definition {
	b.Helper()
	return b.Publish(b.Compose("", workflow, actionTypes...))
}

func (b *bench) start(d definition.Definition, given string) (id string) {
	b.Helper()
	id, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID, Context: jsontext.Value(given)}, idempotency.Key{})
	if err != nil {
		b.Fatal(err)
	}
	return id
}

func (b *bench) instance(id string) running.InstanceView {
	b.Helper()
	view, err := b.Running.GetInstance(b.Context(), b.Owner, id)
	if err != nil {
		b.Fatal(err)
	}
	return view
}

func (b *bench) logs(id string) []ports.ActionAttempt {
	b.Helper()
	found, err := b.Running.GetActionLogs(b.Context(), b.Owner, id, 0, 0, 100)
	if err != nil {
		b.Fatal(err)
	}
	return found
}

func (b *bench) kinds(id string) (kinds []string) {
	b.Helper()
	entries, err := b.Running.GetHistory(b.Context(), b.Owner, id, 0, 200)
	if err != nil {
		b.Fatal(err)
	}
	for _, entry := range entries {
		kinds = append(kinds, entry.Entry)
	}
	return kinds
}

func (b *bench) complete(id string, number int64, output string) error {
	b.Helper()
	return b.Running.CompleteTask(b.Context(), b.Owner, id, number, jsontext.Value(output))
}

func (b *bench) wantStatus(id string, want workflowinstance.Status) {
	b.Helper()
	if got := b.instance(id); got.Stored.Status != string(want) || got.State.Status != want {
		b.Errorf("the instance is %s (%s in its state), want %s; failure: %+v", got.Stored.Status, got.State.Status, want, got.State.Failure)
	}
}

// jobsLeft counts the jobs that move instances.
func (b *bench) jobsLeft() (n int) {
	b.Helper()
	far := time.Now().Add(100 * time.Hour)
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		n = 0
		for _, kind := range []string{running.RunActionJob, running.FireTimerJob} {
			claimed, err := tx.ClaimJobs(ctx, kind, "the test", far, far, 100)
			if err != nil {
				return err
			}
			n += len(claimed)
		}
		return nil
	})
	return n
}
