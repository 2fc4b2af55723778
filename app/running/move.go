package running

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// CompleteTask hands in the form of a human task. The number is the part of the activation id behind the slash.
// Faults: activation-closed when it was completed before, invalid-output with a problem for each field that does not fit.
func (s *Service) CompleteTask(ctx context.Context, actor access.Actor, instanceID string, number int64, output jsontext.Value) error {
	return s.move(ctx, actor, access.TaskComplete, instanceID, func(ctx context.Context, tx ports.Tx) (workflowinstance.Call, error) {
		return workflowinstance.Call{
			Kind: workflowinstance.CompleteCall, ActivationID: ActivationID(instanceID, number), Data: output,
		}, s.requireOpenTask(ctx, tx, instanceID, number)
	})
}

// CancelInstance ends an instance now; scripts that run for it are ended too.
func (s *Service) CancelInstance(ctx context.Context, actor access.Actor, instanceID, reason string) error {
	return s.move(ctx, actor, access.InstanceManage, instanceID, func(context.Context, ports.Tx) (workflowinstance.Call, error) {
		return workflowinstance.Call{Kind: workflowinstance.CancelCall, Message: reason}, nil
	})
}

// move makes one call on an instance on behalf of a person.
func (s *Service) move(
	ctx context.Context, actor access.Actor, permission access.Permission, instanceID string,
	call func(ctx context.Context, tx ports.Tx) (workflowinstance.Call, error),
) error {
	version, err := s.versionOf(ctx, instanceID)
	if err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		stored, instance, err := lockInstance(ctx, tx, instanceID)
		if err != nil {
			return err
		}
		if err := actor.Require(permission, stored.TeamID); err != nil {
			return err
		}
		made, err := call(ctx, tx)
		if err != nil {
			return err
		}
		made.At, made.By = s.clock.Now().UTC(), actor.ID()
		return s.apply(ctx, tx, version, stored, instance, made, actor.ID())
	})
}

func (s *Service) versionOf(ctx context.Context, instanceID string) (*version, error) {
	var stored ports.StoredInstance
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		stored, err = tx.InstanceByID(ctx, instanceID)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.versions.load(ctx, s.store, stored.DefinitionID, stored.Version)
}

func lockInstance(ctx context.Context, tx ports.Tx, id string) (ports.StoredInstance, *workflowinstance.Instance, error) {
	stored, err := tx.LockInstance(ctx, id)
	if err != nil {
		return stored, nil, err
	}
	instance, err := readState(stored)
	return stored, instance, err
}

// trusted spares to look for duplicate names, which takes half the time: what came from
// outside was checked by the engine.
var trusted = jsontext.AllowDuplicateNames(true)

func readState(stored ports.StoredInstance) (*workflowinstance.Instance, error) {
	instance := new(workflowinstance.Instance)
	if err := json.Unmarshal([]byte(stored.State), instance, trusted); err != nil {
		return nil, fmt.Errorf("the stored state of instance %s: %w", stored.ID, err)
	}
	return instance, nil
}

// apply makes one call and stores everything that follows from it in the transaction: the new state, the call in the
// journal, the history, what the effects ask of the world, and the event for browsers. The instance is nil for a start.
func (s *Service) apply(
	ctx context.Context, tx ports.Tx, version *version, stored ports.StoredInstance, instance *workflowinstance.Instance,
	call workflowinstance.Call, actorID string,
) error {
	step, err := workflowinstance.Apply(version.engine, instance, call)
	if err != nil {
		return err
	}
	if err := s.storeState(ctx, tx, &stored, step, call); err != nil {
		return err
	}
	if err := storeCall(ctx, tx, stored, call, actorID); err != nil {
		return err
	}
	if err := storeHistory(ctx, tx, stored.ID, step.History); err != nil {
		return err
	}
	if err := s.carryOut(ctx, tx, version, step); err != nil {
		return err
	}
	if call.Kind == workflowinstance.CancelCall && instance != nil {
		if err := dropJobs(ctx, tx, instance, call.At); err != nil {
			return err
		}
	}
	return s.tell(ctx, tx, stored)
}

func (s *Service) storeState(
	ctx context.Context, tx ports.Tx, stored *ports.StoredInstance, step workflowinstance.Step, call workflowinstance.Call,
) error {
	state, err := json.Marshal(step.Instance, trusted)
	if err != nil {
		return err
	}
	stored.Status, stored.State, stored.UpdatedAt = string(step.Instance.Status), string(state), call.At
	stored.HistorySeq = int64(step.Instance.NextEntry) - 1
	stored.CallSeq++
	if stored.EndedAt = nil; ended(step.Instance.Status) {
		stored.EndedAt = &call.At
	}
	if call.Kind == workflowinstance.StartCall {
		return tx.InsertInstance(ctx, *stored)
	}
	return tx.UpdateInstance(ctx, *stored)
}

func ended(status workflowinstance.Status) bool {
	return status == workflowinstance.Completed || status == workflowinstance.Failed || status == workflowinstance.Cancelled
}

func storeCall(ctx context.Context, tx ports.Tx, stored ports.StoredInstance, call workflowinstance.Call, actorID string) error {
	text, err := json.Marshal(call)
	if err != nil {
		return err
	}
	return tx.AppendCall(ctx, stored.ID, stored.CallSeq, string(text), actorID)
}

func storeHistory(ctx context.Context, tx ports.Tx, instanceID string, entries []workflowinstance.Entry) error {
	rows := make([]ports.HistoryEntry, len(entries))
	for i, entry := range entries {
		text, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		rows[i] = ports.HistoryEntry{Seq: int64(entry.Seq), Entry: string(text)}
	}
	return tx.AppendHistory(ctx, instanceID, rows)
}

// eventInstance is the kind of the browser event that an instance moved.
const eventInstance = "instance-changed"

func (s *Service) tell(ctx context.Context, tx ports.Tx, stored ports.StoredInstance) error {
	data, err := json.Marshal(map[string]string{
		"instanceId": stored.ID, "workflowId": stored.DefinitionID, "status": stored.Status,
	}, json.Deterministic(true))
	if err != nil {
		return err
	}
	return tx.AppendEvent(ctx, ports.BrowserEvent{
		Kind: eventInstance, InstanceID: stored.ID, TeamID: stored.TeamID, Data: string(data), CreatedAt: stored.UpdatedAt,
	})
}
