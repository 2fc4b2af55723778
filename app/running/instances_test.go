package running_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

func TestAnInstanceRunsItsActionAsksItsPersonAndCompletes(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		d := b.publish(apptest.Refund, apptest.CheckAmount)
		b.Scripts.AnswerOutputs(`{"fits":true}`)
		b.Work()
		id := b.start(d, `{"amount":12.50}`)
		apptest.Pass(time.Second)

		runs := b.Scripts.Runs()
		if len(runs) != 1 || string(runs[0].Inputs) != `{"amount":12.5}` || !strings.HasPrefix(runs[0].ActivationID, id+"/") || !runs[0].OutputExpected {
			b.Fatalf("the script ran as %+v", runs)
		}
		tasks := b.instance(id).Tasks
		if len(tasks) != 1 || tasks[0].Title != "Refund" || tasks[0].NodeID != "approve" {
			b.Fatalf("tasks: %+v", tasks)
		}
		if err := b.complete(id, tasks[0].Number, `{"approved":true}`); err != nil {
			b.Fatal(err)
		}
		b.wantStatus(id, workflowinstance.Completed)
		done := b.instance(id)
		if done.Stored.EndedAt == nil || len(done.Tasks) != 0 || string(done.State.Context.Text()) != `{"amount":12.50,"fits":true,"approved":true}` {
			b.Errorf("%+v, context %s", done.Stored, done.State.Context.Text())
		}
		if b.jobsLeft() != 0 {
			b.Error("jobs are left")
		}
	})
}

func TestTheJournalFoldsToTheStateThatIsStored(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		d := b.publish(apptest.Refund, apptest.CheckAmount)
		b.Scripts.AnswerOutputs(`{"fits":false}`)
		b.Work()
		id := b.start(d, `{"amount":1}`)
		apptest.Pass(time.Second)
		if err := b.complete(id, b.instance(id).Tasks[0].Number, `{"approved":false}`); err != nil {
			b.Fatal(err)
		}
		calls := apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) ([]string, error) { return tx.ListCalls(ctx, id) })
		var kinds []workflowinstance.CallKind
		for _, text := range calls {
			var call workflowinstance.Call
			if err := json.Unmarshal([]byte(text), &call); err != nil {
				b.Fatal(err)
			}
			kinds = append(kinds, call.Kind)
		}
		stored := b.instance(id)
		if len(kinds) != 3 || kinds[0] != workflowinstance.StartCall || int64(len(kinds)) != stored.Stored.CallSeq {
			b.Errorf("calls: %v, number of the last %d", kinds, stored.Stored.CallSeq)
		}
		if entries := b.kinds(id); int64(len(entries)) != stored.Stored.HistorySeq {
			b.Errorf("%d entries, the last is said to be number %d", len(entries), stored.Stored.HistorySeq)
		}
	})
}

func TestATaskIsCompletedOnce(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		id := b.start(b.publish(apptest.Task), `{}`)
		number := b.instance(id).Tasks[0].Number
		var mu sync.Mutex
		var won, closed int
		var racing sync.WaitGroup
		for range 8 {
			racing.Go(func() {
				err := b.complete(id, number, `{"yes":true}`)
				mu.Lock()
				defer mu.Unlock()
				switch fault.CodeOf(err) {
				case workflowinstance.CodeActivationClosed:
					closed++
				default:
					if err != nil {
						b.Error(err)
					}
					won++
				}
			})
		}
		racing.Wait()
		if won != 1 || closed != 7 {
			b.Errorf("%d completed it, %d were refused", won, closed)
		}
		b.wantStatus(id, workflowinstance.Completed)
	})
}

func TestAFormThatDoesNotFitIsRefusedFieldByField(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		id := b.start(b.publish(apptest.Task), `{}`)
		number := b.instance(id).Tasks[0].Number
		for _, output := range []string{`{}`, `{"yes":"true"}`, `{"yes":null}`, `[]`, `{"yes":true,"yes":false}`} {
			err := b.complete(id, number, output)
			if fault.KindOf(err) != fault.KindInvalid || fault.CodeOf(err) != workflowinstance.CodeInvalidOutput {
				b.Errorf("%s: %v", output, err)
			}
		}
		b.wantStatus(id, workflowinstance.Waiting)
		if err := b.complete(id, number+7, `{"yes":true}`); fault.CodeOf(err) != workflowinstance.CodeActivationClosed {
			b.Errorf("a number that no task has: %v", err)
		}
	})
}

func TestWhatNoPersonWorksOnIsNotCompletedByHand(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		for _, id := range []string{b.start(b.publish(apptest.Refund, apptest.CheckAmount), `{"amount":1}`), b.start(b.publish(apptest.Pause), `{}`)} {
			number := int64(b.instance(id).State.NextActivation) - 1
			if err := b.complete(id, number, `{"fits":true}`); fault.CodeOf(err) != workflowinstance.CodeActivationClosed {
				b.Errorf("got %v", err)
			}
			b.wantStatus(id, workflowinstance.Waiting)
		}
	})
}

func TestAStartWithAWrongContextMakesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		d := b.publish(apptest.Refund, apptest.CheckAmount)
		for _, given := range []string{`{}`, `{"amount":"1"}`, `[]`, `{"amount":1e999}`} {
			_, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID, Context: jsontext.Value(given)}, idempotency.Key{})
			if fault.KindOf(err) != fault.KindInvalid {
				b.Errorf("%s: %v", given, err)
			}
		}
		found, err := b.Running.ListInstances(b.Context(), b.Owner, ports.InstanceFilter{}, ports.Page{Limit: 10})
		if err != nil || len(found) != 0 || b.jobsLeft() != 0 {
			b.Errorf("there is %+v (%v) and %d jobs", found, err, b.jobsLeft())
		}
	})
}

func TestAStartRepeatedWithItsKeyStartsOnce(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		d := b.publish(apptest.Task)
		key := func(body string) idempotency.Key {
			return idempotency.NewKey(b.Owner, "startInstance/"+d.ID, "k", []byte(body))
		}
		var ids sync.Map
		var racing sync.WaitGroup
		for range 6 {
			racing.Go(func() {
				id, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID}, key(`{}`))
				if err != nil {
					b.Error(err)
				}
				ids.Store(id, true)
			})
		}
		racing.Wait()
		n := 0
		ids.Range(func(any, any) bool { n++; return true })
		if n != 1 {
			b.Errorf("%d ids were answered", n)
		}
		if _, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID}, key(`{"other":1}`)); fault.CodeOf(err) != "idempotency-key-reused" {
			b.Errorf("the key for another request: %v", err)
		}
	})
}

func TestATimerGoesOnWithinASecondOfItsTime(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Work()
		id := b.start(b.publish(apptest.Pause), `{}`)
		apptest.Pass(time.Minute - time.Second)
		b.wantStatus(id, workflowinstance.Waiting)
		apptest.Pass(2 * time.Second)
		b.wantStatus(id, workflowinstance.Completed)
	})
}

func TestOthersDoNotTouchATeamsInstances(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		d := b.Publish(b.Compose(b.Team.ID, apptest.Task))
		ctx := b.Context()
		id, err := b.Running.StartInstance(ctx, b.Member, running.Start{WorkflowID: d.ID}, idempotency.Key{})
		if err != nil {
			b.Fatal(err)
		}
		number := b.instance(id).Tasks[0].Number
		_, start := b.Running.StartInstance(ctx, b.Stranger, running.Start{WorkflowID: d.ID}, idempotency.Key{})
		_, get := b.Running.GetInstance(ctx, b.Stranger, id)
		_, history := b.Running.GetHistory(ctx, b.Stranger, id, 0, 10)
		_, logs := b.Running.GetActionLogs(ctx, b.Stranger, id, 0, 0, 100)
		for what, err := range map[string]error{
			"start": start, "get": get, "history": history, "logs": logs,
			"complete":         b.Running.CompleteTask(ctx, b.Stranger, id, number, jsontext.Value(`{"yes":true}`)),
			"cancel":           b.Running.CancelInstance(ctx, b.Stranger, id, ""),
			"cancel by member": b.Running.CancelInstance(ctx, b.Member, id, ""),
		} {
			if fault.KindOf(err) != fault.KindForbidden {
				b.Errorf("%s: %v, want forbidden", what, err)
			}
		}
		if found, err := b.Running.ListInstances(ctx, b.Stranger, ports.InstanceFilter{}, ports.Page{Limit: 10}); err != nil || len(found) != 0 {
			b.Errorf("a stranger lists %+v, %v", found, err)
		}
		if err := b.Running.CompleteTask(ctx, b.Member, id, number, jsontext.Value(`{"yes":true}`)); err != nil {
			b.Errorf("a member completes: %v", err)
		}
		if want := `"by":"` + b.Member.ID() + `"`; !slices.ContainsFunc(b.kinds(id), func(entry string) bool {
			return strings.Contains(entry, `"kind":"completed"`) && strings.Contains(entry, want)
		}) {
			b.Errorf("the history does not name who completed the task: %v", b.kinds(id))
		}
	})
}
