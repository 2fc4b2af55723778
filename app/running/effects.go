package running

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// The kinds of jobs that move instances. Their unique key is the activation id.
const (
	RunActionJob = "run-action"
	FireTimerJob = "fire-timer"
)

// stepAttempts bounds how often a job is given back for reasons outside of the workflow, such as a full disk. How often
// an action is tried is its action type's to say.
const stepAttempts = 1000

// activationJob is what a job needs to know of an activation.
type activationJob struct {
	InstanceID   string         `json:"instanceId"`
	ActivationID string         `json:"activationId"`
	NodeID       string         `json:"nodeId"`
	ActionType   string         `json:"actionType,omitzero"`
	Inputs       jsontext.Value `json:"inputs,omitzero"`
}

// carryOut stores what the effects of a step ask of the world.
func (s *Service) carryOut(ctx context.Context, tx ports.Tx, version *version, step workflowinstance.Step) error {
	for _, effect := range step.Effects {
		if err := s.carryOutOne(ctx, tx, version, step.Instance, effect); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) carryOutOne(
	ctx context.Context, tx ports.Tx, version *version, instance *workflowinstance.Instance, effect workflowinstance.Effect,
) error {
	switch e := effect.(type) {
	case workflowinstance.RunAction:
		inputs := e.Inputs
		if called, ok := version.actionTypes[e.ActionType]; ok {
			inputs = called.CompleteInputs(inputs)
		}
		return s.enqueue(ctx, tx, RunActionJob, s.clock.Now(), activationJob{
			InstanceID: instance.ID, ActivationID: e.ActivationID, NodeID: e.NodeID, ActionType: e.ActionType, Inputs: inputs.Text(),
		})
	case workflowinstance.ScheduleTimer:
		return s.enqueue(ctx, tx, FireTimerJob, e.At, activationJob{
			InstanceID: instance.ID, ActivationID: e.ActivationID, NodeID: e.NodeID,
		})
	case workflowinstance.OpenTask:
		return s.openTask(ctx, tx, version, instance.ID, e)
	case workflowinstance.CloseTask:
		number, err := activationNumber(e.ActivationID)
		if err != nil {
			return err
		}
		return tx.DeleteTask(ctx, instance.ID, number)
	case workflowinstance.Subscribe, workflowinstance.Unsubscribe:
		return nil // publishing refuses documents that wait for events
	case workflowinstance.Finished:
		return nil // the status says it
	default:
		return fmt.Errorf("an effect of type %T is not known here", effect)
	}
}

func (s *Service) enqueue(ctx context.Context, tx ports.Tx, kind string, at time.Time, args activationJob) error {
	text, err := json.Marshal(args, jsontext.PreserveRawStrings(true))
	if err != nil {
		return err
	}
	_, err = tx.Enqueue(ctx, ports.Job{
		ID: s.newID(), Kind: kind, Args: string(text), UniqueKey: args.ActivationID, RunAt: at, MaxAttempts: stepAttempts,
		CreatedAt: s.clock.Now(),
	})
	return err
}

func (s *Service) openTask(
	ctx context.Context, tx ports.Tx, version *version, instanceID string, e workflowinstance.OpenTask,
) error {
	number, err := activationNumber(e.ActivationID)
	if err != nil {
		return err
	}
	return tx.InsertTask(ctx, ports.OpenTask{
		InstanceID: instanceID, Number: number, NodeID: e.NodeID, Title: e.Title, Description: e.Description,
		Inputs: textOf(e.Inputs), Fields: version.form(e), OpenedAt: s.clock.Now(),
	})
}

func textOf(object *expression.Object) string {
	if object == nil {
		return "{}"
	}
	return string(object.Text())
}

// dropJobs takes away the jobs of everything that waited; a script that runs is ended when its lease is renewed next,
// and nobody stores how it came out.
func dropJobs(ctx context.Context, tx ports.Tx, instance *workflowinstance.Instance, at time.Time) error {
	for _, branch := range instance.ActiveBranches {
		number, err := activationNumber(branch.ActivationID)
		if err != nil {
			return err
		}
		if err := tx.EndAttempts(ctx, instance.ID, number, "the instance was cancelled", at); err != nil {
			return err
		}
		for _, kind := range []string{RunActionJob, FireTimerJob} {
			if err := tx.DropJob(ctx, kind, branch.ActivationID); err != nil {
				return err
			}
		}
	}
	return nil
}

// ActivationID is the id of an instance's activation with this number.
func ActivationID(instanceID string, number int64) string {
	return instanceID + "/" + strconv.FormatInt(number, 10)
}

func activationNumber(id string) (int64, error) {
	_, number, _ := strings.Cut(id, "/")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0, fault.New(fault.KindInvalid, "invalid-activation", "%q is no activation id", id)
	}
	return n, nil
}

// requireOpenTask refuses to complete by hand what no person works on: actions, timers, events.
func (s *Service) requireOpenTask(ctx context.Context, tx ports.Tx, instanceID string, number int64) error {
	tasks, err := tx.ListTasks(ctx, instanceID)
	if err != nil {
		return err
	}
	for _, task := range tasks {
		if task.Number == number {
			return nil
		}
	}
	return fault.New(fault.KindConflict, workflowinstance.CodeActivationClosed,
		"no task %d is open here: it was completed before, or never was a person's task", number)
}
