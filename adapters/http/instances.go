package http

import (
	"context"
	"encoding/json"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

// StartInstance implements the contract.
func (o *operations) StartInstance(ctx context.Context, r server.StartInstanceRequestObject) (server.StartInstanceResponseObject, error) {
	actor := actorOf(ctx)
	key := idempotency.NewKey(actor, "startInstance/"+r.WorkflowId, given(r.Params.IdempotencyKey), bodyOf(ctx))
	id, err := o.Running.StartInstance(ctx, actor, running.Start{
		WorkflowID: r.WorkflowId, Version: given(r.Body.Version), Context: jsontext.Value(given(r.Body.Context)),
	}, key)
	if err != nil {
		return nil, err
	}
	shown, err := o.showInstance(ctx, id)
	return server.StartInstance201JSONResponse(shown), err
}

// ListInstances implements the contract.
func (o *operations) ListInstances(ctx context.Context, r server.ListInstancesRequestObject) (server.ListInstancesResponseObject, error) {
	page, err := pageOf(listInstances, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	filter := ports.InstanceFilter{DefinitionID: given(r.Params.WorkflowId), Status: given(r.Params.Status)}
	found, err := o.Running.ListInstances(ctx, actorOf(ctx), filter, page)
	if err != nil {
		return nil, err
	}
	return server.ListInstances200JSONResponse{
		Items:      mapAll(found, instanceOf),
		NextCursor: nextCursor(listInstances, found, page.Limit, func(v running.InstanceView) string { return v.Stored.ID }),
	}, nil
}

// GetInstance implements the contract.
func (o *operations) GetInstance(ctx context.Context, r server.GetInstanceRequestObject) (server.GetInstanceResponseObject, error) {
	shown, err := o.showInstance(ctx, r.InstanceId)
	return server.GetInstance200JSONResponse(shown), err
}

// GetHistory implements the contract.
func (o *operations) GetHistory(ctx context.Context, r server.GetHistoryRequestObject) (server.GetHistoryResponseObject, error) {
	limit := limitOf(r.Params.Limit)
	found, err := o.Running.GetHistory(ctx, actorOf(ctx), r.InstanceId, given(r.Params.After), limit)
	if err != nil {
		return nil, err
	}
	entries := make([]api.HistoryEntry, len(found))
	for i, row := range found {
		if entries[i], err = historyEntryOf(row); err != nil {
			return nil, err
		}
	}
	return server.GetHistory200JSONResponse{
		Items: entries, NextAfter: nextAfter(found, limit, func(e ports.HistoryEntry) int64 { return e.Seq }),
	}, nil
}

// GetActionLogs implements the contract.
func (o *operations) GetActionLogs(ctx context.Context, r server.GetActionLogsRequestObject) (server.GetActionLogsResponseObject, error) {
	place, err := readCursor(listAttempts, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	var number, attempt int64
	if place != "" {
		if _, err := fmt.Sscanf(place, attemptPlace, &number, &attempt); err != nil {
			return nil, errForeignCursor
		}
	}
	limit := limitOf(r.Params.Limit)
	attempts, err := o.Running.GetActionLogs(ctx, actorOf(ctx), r.InstanceId, number, attempt, limit)
	if err != nil {
		return nil, err
	}
	return server.GetActionLogs200JSONResponse{
		Items: mapAll(attempts, actionLogOf),
		NextCursor: nextCursor(listAttempts, attempts, limit, func(a ports.ActionAttempt) string {
			return fmt.Sprintf(attemptPlace, a.Number, a.Attempt)
		}),
	}, nil
}

// attemptPlace is how a cursor names an attempt: its activation's number and its own.
const attemptPlace = "%d.%d"

// CancelInstance implements the contract.
func (o *operations) CancelInstance(ctx context.Context, r server.CancelInstanceRequestObject) (server.CancelInstanceResponseObject, error) {
	if err := o.Running.CancelInstance(ctx, actorOf(ctx), r.InstanceId, given(r.Body.Reason)); err != nil {
		return nil, err
	}
	shown, err := o.showInstance(ctx, r.InstanceId)
	return server.CancelInstance200JSONResponse(shown), err
}

// CompleteTask implements the contract.
func (o *operations) CompleteTask(ctx context.Context, r server.CompleteTaskRequestObject) (server.CompleteTaskResponseObject, error) {
	if err := o.Running.CompleteTask(ctx, actorOf(ctx), r.InstanceId, r.ActivationId, jsontext.Value(r.Body.Output)); err != nil {
		return nil, err
	}
	shown, err := o.showInstance(ctx, r.InstanceId)
	return server.CompleteTask200JSONResponse(shown), err
}

func (o *operations) showInstance(ctx context.Context, id string) (api.Instance, error) {
	view, err := o.Running.GetInstance(ctx, actorOf(ctx), id)
	return instanceOf(view), err
}

func instanceOf(v running.InstanceView) api.Instance {
	shown := api.Instance{
		Id: v.Stored.ID, WorkflowId: v.Stored.DefinitionID, WorkflowName: optional(v.WorkflowName), Version: v.Stored.Version,
		Status: v.Stored.Status, StartedAt: instant(v.Stored.StartedAt), StartedBy: v.Stored.StartedBy,
		UpdatedAt: instant(v.Stored.UpdatedAt), EndedAt: instantOrNone(v.Stored.EndedAt),
	}
	if v.State == nil {
		return shown
	}
	branches, tasks := mapAll(v.State.ActiveBranches, branchOf), mapAll(v.Tasks, taskOf(v))
	shown.Context, shown.ActiveBranches, shown.Tasks = rawOrNone(string(v.State.Context.Text())), &branches, &tasks
	arrivals := v.State.JoinArrivals
	if arrivals == nil {
		arrivals = map[string][]string{}
	}
	shown.JoinArrivals = &arrivals
	if f := v.State.Failure; f != nil {
		shown.Failure = &api.Failure{Code: string(f.Code), NodeId: optional(f.NodeID), EdgeId: optional(f.EdgeID), Message: f.Message}
	}
	return shown
}

func branchOf(b workflowinstance.Branch) api.Branch {
	return api.Branch{BranchId: b.BranchID, NodeId: b.NodeID, ActivationId: b.ActivationID}
}

func taskOf(v running.InstanceView) func(ports.OpenTask) api.Task {
	return func(t ports.OpenTask) api.Task {
		fields := []json.RawMessage{}
		_ = json.Unmarshal([]byte(t.Fields), &fields) // a list, since the store wrote it
		return api.Task{
			ActivationId: running.ActivationID(v.Stored.ID, t.Number), Number: t.Number, NodeId: t.NodeID, Title: t.Title,
			Description: optional(t.Description), Inputs: rawOrNone(t.Inputs), Fields: fields, OpenedAt: instant(t.OpenedAt),
		}
	}
}

// historyEntryOf shows a stored entry; what only some kinds have comes as data.
func historyEntryOf(row ports.HistoryEntry) (api.HistoryEntry, error) {
	var entry workflowinstance.Entry
	if err := jsonv2.Unmarshal([]byte(row.Entry), &entry); err != nil {
		return api.HistoryEntry{}, err
	}
	data := map[string]any{}
	if entry.OutputKeys != nil {
		data["outputKeys"] = entry.OutputKeys
	}
	if entry.IgnoredKeys != nil {
		data["ignoredKeys"] = entry.IgnoredKeys
	}
	for name, text := range map[string]string{"message": entry.Message, "toNodeId": entry.ToNodeID, "by": entry.By} {
		if text != "" {
			data[name] = text
		}
	}
	shown := api.HistoryEntry{
		Seq: row.Seq, At: instant(entry.At), Kind: string(entry.Kind), NodeId: optional(entry.NodeID), EdgeId: optional(entry.EdgeID),
		BranchId: optional(entry.BranchID), ActivationId: optional(entry.ActivationID),
	}
	if len(data) == 0 {
		return shown, nil
	}
	text, err := json.Marshal(data)
	shown.Data = rawOrNone(string(text))
	return shown, err
}

func actionLogOf(a ports.ActionAttempt) api.ActionLog {
	shown := api.ActionLog{
		ActivationId: running.ActivationID(a.InstanceID, a.Number), NodeId: a.NodeID, ActionType: optional(a.ActionType),
		Attempt: int(a.Attempt), StartedAt: instant(a.StartedAt), FinishedAt: instantOrNone(a.FinishedAt), Outcome: optional(a.Outcome),
		Error: optional(a.Error), Stdout: optional(a.Stdout), Stderr: optional(a.Stderr), Outputs: rawOrNone(a.Outputs),
	}
	if a.ExitCode != nil {
		code := int(*a.ExitCode)
		shown.ExitCode = &code
	}
	return shown
}
