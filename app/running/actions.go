package running

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// engineActor is the actor of steps that no person makes.
const engineActor = "heddle"

// The outcomes of an attempt at an action.
const (
	attemptSucceeded = "succeeded"
	attemptFailed    = "failed"
)

// attempt is one try at an action by this server.
type attempt struct {
	job        ports.Job
	args       activationJob
	teamID     string // of the instance
	version    *version
	actionType *action.ActionType
	failures   int // attempts before this one that failed
	row        ports.ActionAttempt
}

// RunAction is the handler of RunActionJob: it runs the action's script once and stores how that came out together
// with what follows from it. A crash before that runs the script again, with the same activation id; a crash after it
// does not.
func (s *Service) RunAction(ctx context.Context, job ports.Job) error {
	a, err := s.beginAttempt(ctx, job)
	if err != nil || a == nil {
		return err
	}
	result, err := s.runScript(ctx, a)
	if ctx.Err() != nil {
		return context.Cause(ctx) // the lease was lost or the server stops: nothing is known of the outcome
	}
	if fault.KindOf(err) == fault.KindStorageFull {
		return err // no fault of the action's: its job is given back
	}
	if err != nil {
		return s.endAttempt(ctx, a, "", messageOf(err))
	}
	exitCode := int64(result.ExitCode)
	a.row.ExitCode, a.row.Stdout, a.row.Stderr = &exitCode, result.Stdout, result.Stderr
	if result.Failure != nil {
		return s.endAttempt(ctx, a, "", result.Failure.Message+lastLines(result.Stderr))
	}
	if problems := workflowinstance.CheckOutput(a.actionType.Outputs, result.Outputs); problems != nil {
		a.row.Outputs = string(result.Outputs)
		return s.endAttempt(ctx, a, "", "the outputs do not fit what the action type declares: "+messages(problems))
	}
	return s.endAttempt(ctx, a, string(result.Outputs), "")
}

// runScript gives the script its secrets, as they are now.
func (s *Service) runScript(ctx context.Context, a *attempt) (ports.ScriptResult, error) {
	secrets, err := s.secrets.OpenSecrets(ctx, a.teamID, a.actionType.Secrets)
	if err != nil {
		return ports.ScriptResult{}, err
	}
	return s.scripts.Run(ctx, ports.ScriptRun{
		ActivationID: a.args.ActivationID, Language: a.actionType.Script.Language, Source: a.actionType.Script.Source,
		Inputs: a.args.Inputs, Environment: a.actionType.Environment, Secrets: secrets, Timeout: a.actionType.Timeout,
		OutputExpected: len(a.actionType.Outputs) > 0,
	})
}

// beginAttempt stores that an attempt begins. It answers nil when there is nothing to do any more.
func (s *Service) beginAttempt(ctx context.Context, job ports.Job) (*attempt, error) {
	a := &attempt{job: job}
	if err := json.Unmarshal([]byte(job.Args), &a.args); err != nil {
		return nil, err
	}
	number, err := activationNumber(a.args.ActivationID)
	if err != nil {
		return nil, err
	}
	a.version, err = s.versionOf(ctx, a.args.InstanceID)
	if fault.KindOf(err) == fault.KindNotFound && err != nil {
		return nil, s.finishJob(ctx, job)
	}
	if err != nil {
		return nil, err
	}
	a.actionType = a.version.actionTypes[a.args.ActionType]
	if a.actionType == nil {
		return nil, fmt.Errorf("the version of instance %s has no action type %q", a.args.InstanceID, a.args.ActionType)
	}
	a.row = ports.ActionAttempt{
		InstanceID: a.args.InstanceID, Number: number, Attempt: job.Attempt, NodeID: a.args.NodeID,
		ActionType: a.args.ActionType, StartedAt: s.clock.Now(),
	}
	active := false
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		stored, err := tx.InstanceByID(ctx, a.args.InstanceID)
		if err != nil {
			return err
		}
		a.teamID = stored.TeamID
		if active, err = isActive(stored, a.args); err != nil {
			return err
		}
		if !active {
			return jobs.Finish(ctx, tx, job)
		}
		if a.failures, err = tx.CountAttempts(ctx, a.args.InstanceID, a.row.Number, attemptFailed); err != nil {
			return err
		}
		return tx.SaveAttempt(ctx, a.row)
	})
	if err != nil || !active {
		return nil, err
	}
	return a, nil
}

func (s *Service) finishJob(ctx context.Context, job ports.Job) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return jobs.Finish(ctx, tx, job) })
}

func isActive(stored ports.StoredInstance, args activationJob) (bool, error) {
	instance, err := readState(stored)
	if err != nil {
		return false, err
	}
	_, active := instance.Active(args.ActivationID)
	return active && instance.Status != workflowinstance.Cancelled, nil
}

// endAttempt stores how an attempt came out. Success moves the instance on; a failure is tried again as the action
// type says, and the last one fails the instance.
func (s *Service) endAttempt(ctx context.Context, a *attempt, outputs, failure string) error {
	refused := ""
	err := s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return s.storeOutcome(ctx, tx, a, outputs, failure) })
	if f := new(fault.Error); errors.As(err, &f) && f.Code == workflowinstance.CodeInvalidOutput {
		refused = f.Message
	}
	if refused == "" {
		return err
	}
	a.row.Outputs = outputs
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return s.storeOutcome(ctx, tx, a, "", refused) })
}

func (s *Service) storeOutcome(ctx context.Context, tx ports.Tx, a *attempt, outputs, failure string) error {
	// The instance is locked before its job, as everybody does who needs both.
	stored, instance, err := lockInstance(ctx, tx, a.args.InstanceID)
	if err != nil {
		return err
	}
	now := s.clock.Now().UTC()
	row := a.row
	row.FinishedAt, row.Error, row.Outcome = &now, failure, attemptFailed
	if failure == "" {
		row.Outcome, row.Outputs = attemptSucceeded, outputs
	}
	row = a.withoutSensitive(row, instance.Context)
	if err := tx.SaveAttempt(ctx, row); err != nil {
		return err
	}
	failure = row.Error
	call := workflowinstance.Call{
		Kind: workflowinstance.CompleteCall, At: now, ActivationID: a.args.ActivationID, Data: []byte(outputs),
	}
	if failure != "" {
		pause, again := a.actionType.Retry.PauseAfter(a.failures + 1)
		if again {
			return s.retry(ctx, tx, a, now.Add(pause), failure)
		}
		call = workflowinstance.Call{
			Kind: workflowinstance.FailCall, At: now, ActivationID: a.args.ActivationID,
			Code: workflowinstance.ActionFailed, Message: failure,
		}
	}
	if err := jobs.Finish(ctx, tx, a.job); err != nil {
		return err
	}
	if _, active := instance.Active(a.args.ActivationID); !active {
		return nil // cancelled meanwhile
	}
	return s.apply(ctx, tx, a.version, stored, instance, call, engineActor)
}

func (s *Service) retry(ctx context.Context, tx ports.Tx, a *attempt, at time.Time, failure string) error {
	held, err := tx.RetryJob(ctx, a.job, at, failure)
	if err == nil && !held {
		return jobs.ErrLost
	}
	return err
}

// tailBytes is how much of a script's stderr goes into the failure's message; all of it is in the logs.
const tailBytes = 2000

func lastLines(stderr string) string {
	stderr = strings.TrimSpace(stderr)
	if stderr == "" {
		return ""
	}
	if len(stderr) > tailBytes {
		stderr = "…" + strings.ToValidUTF8(stderr[len(stderr)-tailBytes:], "")
	}
	return "\n" + stderr
}

// messageOf is the part of an error that is for people.
func messageOf(err error) string {
	if f := fault.As(err); f != nil {
		return f.Message
	}
	return err.Error()
}

func messages(problems []fault.Problem) string {
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = problem.Message
	}
	return strings.Join(texts, "; ")
}
