package running_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// refund starts an instance whose action comes out as the script runner says.
func (b *bench) refund(answer func(ctx context.Context, run ports.ScriptRun) (ports.ScriptResult, error)) (id string) {
	b.Helper()
	b.Scripts.Answer(answer)
	d := b.publish(apptest.Refund, apptest.CheckAmount)
	b.Work()
	return b.start(d, `{"amount":1}`)
}

func TestAnActionThatFailsIsTriedAsItsTypeSaysAndThenFailsTheInstance(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var at []time.Duration
		begin := time.Now()
		id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			at = append(at, time.Since(begin))
			return ports.ScriptResult{
				Failure: &ports.ScriptFailure{Code: ports.ScriptExited, Message: "it ended with code 3"}, Stdout: "hello", Stderr: "no such account\n", ExitCode: 3,
			}, nil
		})
		apptest.Pass(10 * time.Second)
		if len(at) != 3 || at[1] < at[0]+time.Second || at[1] > at[0]+2*time.Second || at[2] < at[1]+2*time.Second || at[2] > at[1]+3*time.Second {
			b.Errorf("it ran at %v, want pauses of one second and two", at)
		}
		b.wantStatus(id, workflowinstance.Failed)
		failure := b.instance(id).State.Failure
		if failure.Code != workflowinstance.ActionFailed || failure.NodeID != "check" ||
			!strings.Contains(failure.Message, "code 3") || !strings.Contains(failure.Message, "no such account") {
			b.Errorf("failure: %+v", failure)
		}
		logs := b.logs(id)
		if len(logs) != 3 {
			b.Fatalf("attempts: %+v", logs)
		}
		for i, log := range logs {
			if log.Attempt != int64(i+1) || log.Outcome != "failed" || log.Stdout != "hello" || *log.ExitCode != 3 || log.FinishedAt == nil {
				b.Errorf("attempt %d: %+v", i+1, log)
			}
		}
		if b.jobsLeft() != 0 {
			b.Error("the job of the failed action is left")
		}
	})
}

func TestAnActionMaySucceedAfterItFailed(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		n := 0
		id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			if n++; n == 1 {
				return ports.ScriptResult{Failure: &ports.ScriptFailure{Code: ports.ScriptTimedOut, Message: "too slow"}}, nil
			}
			return ports.ScriptResult{Outputs: []byte(`{"fits":true}`)}, nil
		})
		apptest.Pass(10 * time.Second)
		if tasks := b.instance(id).Tasks; len(tasks) != 1 {
			b.Errorf("tasks: %+v", tasks)
		}
		runs := b.Scripts.Runs()
		if len(runs) != 2 || runs[0].ActivationID != runs[1].ActivationID {
			b.Errorf("the script ran as %+v, want the same activation twice", runs)
		}
		if logs := b.logs(id); len(logs) != 2 || logs[0].Outcome != "failed" || logs[1].Outcome != "succeeded" || logs[1].Outputs != `{"fits":true}` {
			b.Errorf("attempts: %+v", logs)
		}
	})
}

func TestAnActionGetsTheDefaultsOfItsInputs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Scripts.AnswerOutputs(`{"fits":true}`)
		checker := strings.Replace(apptest.CheckAmount, `"required":true}],"outputs"`, `"required":true},{"name":"currency","defaultValue":"EUR"}],"outputs"`, 1)
		d := b.publish(apptest.Refund, checker)
		b.Work()
		b.start(d, `{"amount":1}`)
		apptest.Pass(time.Second)
		if runs := b.Scripts.Runs(); len(runs) != 1 || string(runs[0].Inputs) != `{"amount":1,"currency":"EUR"}` {
			b.Errorf("runs: %+v", runs)
		}
	})
}

func TestOutputsThatDoNotFitFailTheAttempt(t *testing.T) {
	t.Parallel()
	for outputs, want := range map[string]string{
		`{"fits":"yes"}`: "fits", `{}`: "fits", `[]`: "object", `{"fits":true,"n":1e999}`: "", `{"fits":true,"fits":false}`: "",
	} {
		t.Run(outputs, func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
					return ports.ScriptResult{Outputs: []byte(outputs)}, nil
				})
				apptest.Pass(10 * time.Second)
				b.wantStatus(id, workflowinstance.Failed)
				logs := b.logs(id)
				if len(logs) != 3 || logs[2].Outputs != outputs || !strings.Contains(logs[2].Error, want) {
					b.Errorf("attempts: %+v", logs)
				}
			})
		})
	}
}

func TestAScriptThatCanNotRunFailsItsAttemptWithAReason(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			return ports.ScriptResult{}, fault.New(fault.KindUnavailable, "interpreter-missing", "bash is not installed").Because(errors.New("/machine/path"))
		})
		apptest.Pass(10 * time.Second)
		b.wantStatus(id, workflowinstance.Failed)
		if message := b.instance(id).State.Failure.Message; message != "bash is not installed" {
			b.Errorf("failure: %q", message)
		}
	})
}

func TestAFullDiskUsesUpNoAttempt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var roomy atomic.Bool
		id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			if !roomy.Load() {
				return ports.ScriptResult{}, fault.New(fault.KindStorageFull, "storage-full", "the disk is full")
			}
			return ports.ScriptResult{Outputs: []byte(`{"fits":true}`)}, nil
		})
		apptest.Pass(20 * time.Second)
		b.wantStatus(id, workflowinstance.Waiting)
		roomy.Store(true)
		apptest.Pass(20 * time.Second)
		if tasks := b.instance(id).Tasks; len(tasks) != 1 {
			b.Errorf("tasks: %+v", tasks)
		}
	})
}

func TestACancelledInstanceEndsItsScriptAndTakesItsTasksAway(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var cause error
		id := b.refund(func(ctx context.Context, _ ports.ScriptRun) (ports.ScriptResult, error) {
			<-ctx.Done()
			cause = context.Cause(ctx)
			return ports.ScriptResult{}, cause
		})
		apptest.Pass(time.Second)
		if err := b.Running.CancelInstance(b.Context(), b.Owner, id, "no longer needed"); err != nil {
			b.Fatal(err)
		}
		apptest.Pass(5 * time.Second)
		if !errors.Is(cause, jobs.ErrLost) {
			b.Errorf("the script was ended by %v", cause)
		}
		b.wantStatus(id, workflowinstance.Cancelled)
		if last := b.kinds(id); !strings.Contains(last[len(last)-1], "no longer needed") {
			b.Errorf("history: %v", last)
		}
		if b.jobsLeft() != 0 {
			b.Error("its job is left")
		}
		if err := b.Running.CancelInstance(b.Context(), b.Owner, id, ""); fault.KindOf(err) != fault.KindConflict {
			b.Errorf("a second cancel: %v", err)
		}

		waiting := b.start(b.publish(apptest.Task), `{}`)
		number := b.instance(waiting).Tasks[0].Number
		if err := b.Running.CancelInstance(b.Context(), b.Owner, waiting, ""); err != nil {
			b.Fatal(err)
		}
		if tasks := b.instance(waiting).Tasks; len(tasks) != 0 {
			b.Errorf("open tasks of a cancelled instance: %+v", tasks)
		}
		if err := b.complete(waiting, number, `{"yes":true}`); fault.KindOf(err) != fault.KindConflict {
			b.Errorf("a task of a cancelled instance: %v", err)
		}
	})
}

func TestAScriptThatEndsAfterTheCancellationChangesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		release := make(chan struct{})
		id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			<-release
			return ports.ScriptResult{Outputs: []byte(`{"fits":true}`)}, nil
		})
		apptest.Pass(time.Second)
		if err := b.Running.CancelInstance(b.Context(), b.Owner, id, ""); err != nil {
			b.Fatal(err)
		}
		before := b.instance(id).Stored
		close(release)
		apptest.Pass(10 * time.Second)
		after := b.instance(id).Stored
		if before.State != after.State || before.CallSeq != after.CallSeq || len(b.Scripts.Runs()) != 1 {
			b.Errorf("before %+v\nafter %+v, %d runs", before, after, len(b.Scripts.Runs()))
		}
	})
}

func TestAStoppedServersScriptRunsAgainUnderItsActivation(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Scripts.Answer(func(ctx context.Context, _ ports.ScriptRun) (ports.ScriptResult, error) {
			<-ctx.Done()
			return ports.ScriptResult{}, context.Cause(ctx)
		})
		id := b.start(b.publish(apptest.Refund, apptest.CheckAmount), `{"amount":1}`)
		pool := jobs.Pool{Kind: running.RunActionJob, Slots: 1, Handler: b.Running.RunAction}
		stop := b.WorkOn(pool)
		apptest.Pass(time.Second)
		stop()
		b.wantStatus(id, workflowinstance.Waiting)
		b.Scripts.AnswerOutputs(`{"fits":true}`)
		b.WorkOn(pool)
		apptest.Pass(time.Second)
		runs := b.Scripts.Runs()
		if len(runs) != 2 || runs[0].ActivationID != runs[1].ActivationID {
			b.Errorf("the script ran as %+v", runs)
		}
		if logs := b.logs(id); len(logs) != 1 || logs[0].Outcome != "succeeded" {
			b.Errorf("attempts: %+v, want one, since a stop does not count", logs)
		}
	})
}

func TestAPanicInTheRunnerIsAnAttemptOfTheJobOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		n := 0
		id := b.refund(func(context.Context, ports.ScriptRun) (ports.ScriptResult, error) {
			if n++; n < 3 {
				panic("a defect")
			}
			return ports.ScriptResult{Outputs: []byte(`{"fits":true}`)}, nil
		})
		apptest.Pass(10 * time.Second)
		if tasks := b.instance(id).Tasks; len(tasks) != 1 {
			b.Errorf("tasks: %+v", tasks)
		}
	})
}
