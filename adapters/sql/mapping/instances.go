package mapping

import (
	"context"
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/ports"
)

// InsertInstance implements ports.Instances.
func (t *Tx) InsertInstance(ctx context.Context, i ports.StoredInstance) error {
	return t.err(t.q.InsertInstance(ctx, rows.InsertInstanceParams{
		ID: i.ID, DefinitionID: i.DefinitionID, VersionNumber: i.Version, TeamID: orNull(i.TeamID), Status: i.Status,
		State: i.State, HistorySeq: i.HistorySeq, CallSeq: i.CallSeq, StartedBy: i.StartedBy, StartedAt: stamp(i.StartedAt),
		UpdatedAt: stamp(i.UpdatedAt), EndedAt: stampOrNull(i.EndedAt),
	}))
}

// InstanceByID implements ports.Instances.
func (t *Tx) InstanceByID(ctx context.Context, id string) (ports.StoredInstance, error) {
	row, err := t.q.InstanceByID(ctx, rows.InstanceByIDParams{ID: id})
	return instanceOf(row), t.found(err, "instance", id)
}

// LockInstance implements ports.Instances.
func (t *Tx) LockInstance(ctx context.Context, id string) (ports.StoredInstance, error) {
	row, err := t.q.LockInstance(ctx, rows.LockInstanceParams{ID: id})
	return instanceOf(row), t.found(err, "instance", id)
}

// UpdateInstance implements ports.Instances.
func (t *Tx) UpdateInstance(ctx context.Context, i ports.StoredInstance) error {
	n, err := t.q.UpdateInstance(ctx, rows.UpdateInstanceParams{
		ID: i.ID, Status: i.Status, State: i.State, HistorySeq: i.HistorySeq, CallSeq: i.CallSeq,
		UpdatedAt: stamp(i.UpdatedAt), EndedAt: stampOrNull(i.EndedAt),
	})
	return t.changed(n, err, "instance", i.ID)
}

// ListInstances implements ports.Instances.
func (t *Tx) ListInstances(
	ctx context.Context, viewer ports.Viewer, filter ports.InstanceFilter, page ports.Page,
) ([]ports.StoredInstance, error) {
	found, err := t.q.ListInstances(ctx, rows.ListInstancesParams{
		Before: pageStart(page), DefinitionID: orNull(filter.DefinitionID), Status: orNull(filter.Status),
		Everything: viewer.Everything, UserID: viewer.UserID, MaxRows: int64(page.Limit),
	})
	return mapAll(found, func(row rows.ListInstancesRow) ports.StoredInstance {
		return ports.StoredInstance{
			ID: row.ID, DefinitionID: row.DefinitionID, Version: row.VersionNumber, TeamID: orEmpty(row.TeamID),
			Status: row.Status, StartedBy: row.StartedBy, StartedAt: row.StartedAt, UpdatedAt: row.UpdatedAt, EndedAt: row.EndedAt,
		}
	}), t.err(err)
}

func instanceOf(row rows.WorkflowInstance) ports.StoredInstance {
	return ports.StoredInstance{
		ID: row.ID, DefinitionID: row.DefinitionID, Version: row.VersionNumber, TeamID: orEmpty(row.TeamID),
		Status: row.Status, State: row.State, HistorySeq: row.HistorySeq, CallSeq: row.CallSeq, StartedBy: row.StartedBy,
		StartedAt: row.StartedAt, UpdatedAt: row.UpdatedAt, EndedAt: row.EndedAt,
	}
}

// AppendHistory implements ports.Instances.
func (t *Tx) AppendHistory(ctx context.Context, instanceID string, entries []ports.HistoryEntry) error {
	for _, e := range entries {
		err := t.q.InsertHistoryEntry(ctx, rows.InsertHistoryEntryParams{InstanceID: instanceID, Seq: e.Seq, Entry: e.Entry})
		if err != nil {
			return t.err(err)
		}
	}
	return nil
}

// ListHistory implements ports.Instances.
func (t *Tx) ListHistory(ctx context.Context, instanceID string, after int64, limit int) ([]ports.HistoryEntry, error) {
	found, err := t.q.ListHistory(ctx, rows.ListHistoryParams{InstanceID: instanceID, After: after, MaxRows: int64(limit)})
	return mapAll(found, func(row rows.ListHistoryRow) ports.HistoryEntry { return ports.HistoryEntry(row) }), t.err(err)
}

// AppendCall implements ports.Instances.
func (t *Tx) AppendCall(ctx context.Context, instanceID string, seq int64, call, actorID string) error {
	return t.err(t.q.InsertCall(ctx, rows.InsertCallParams{InstanceID: instanceID, Seq: seq, Call: call, ActorID: actorID}))
}

// ListCalls implements ports.Instances.
func (t *Tx) ListCalls(ctx context.Context, instanceID string) ([]string, error) {
	found, err := t.q.ListCalls(ctx, rows.ListCallsParams{InstanceID: instanceID})
	return found, t.err(err)
}

// InsertTask implements ports.Instances.
func (t *Tx) InsertTask(ctx context.Context, task ports.OpenTask) error {
	task.OpenedAt = stamp(task.OpenedAt)
	return t.err(t.q.InsertTask(ctx, rows.InsertTaskParams(task)))
}

// DeleteTask implements ports.Instances.
func (t *Tx) DeleteTask(ctx context.Context, instanceID string, number int64) error {
	_, err := t.q.DeleteTask(ctx, rows.DeleteTaskParams{InstanceID: instanceID, Number: number})
	return t.err(err)
}

// ListTasks implements ports.Instances.
func (t *Tx) ListTasks(ctx context.Context, instanceID string) ([]ports.OpenTask, error) {
	found, err := t.q.ListTasks(ctx, rows.ListTasksParams{InstanceID: instanceID})
	return mapAll(found, func(row rows.Task) ports.OpenTask { return ports.OpenTask(row) }), t.err(err)
}

// SaveAttempt implements ports.Instances.
func (t *Tx) SaveAttempt(ctx context.Context, a ports.ActionAttempt) error {
	return t.err(t.q.SaveActionAttempt(ctx, rows.SaveActionAttemptParams{
		InstanceID: a.InstanceID, Number: a.Number, Attempt: a.Attempt, NodeID: a.NodeID, ActionType: a.ActionType,
		StartedAt: stamp(a.StartedAt), FinishedAt: stampOrNull(a.FinishedAt), Outcome: orNull(a.Outcome), Error: a.Error,
		ExitCode: a.ExitCode, Stdout: a.Stdout, Stderr: a.Stderr, Outputs: orNull(a.Outputs),
	}))
}

// ListAttempts implements ports.Instances.
func (t *Tx) ListAttempts(
	ctx context.Context, instanceID string, afterNumber, afterAttempt int64, limit int,
) ([]ports.ActionAttempt, error) {
	found, err := t.q.ListActionAttempts(ctx, rows.ListActionAttemptsParams{
		InstanceID: instanceID, AfterNumber: afterNumber, AfterAttempt: afterAttempt, MaxRows: int64(limit),
	})
	return mapAll(found, func(row rows.ActionAttempt) ports.ActionAttempt {
		return ports.ActionAttempt{
			InstanceID: row.InstanceID, Number: row.Number, Attempt: row.Attempt, NodeID: row.NodeID, ActionType: row.ActionType,
			StartedAt: row.StartedAt, FinishedAt: row.FinishedAt, Outcome: orEmpty(row.Outcome), Error: row.Error,
			ExitCode: row.ExitCode, Stdout: row.Stdout, Stderr: row.Stderr, Outputs: orEmpty(row.Outputs),
		}
	}), t.err(err)
}

// CountAttempts implements ports.Instances.
func (t *Tx) CountAttempts(ctx context.Context, instanceID string, number int64, outcome string) (int, error) {
	n, err := t.q.CountActionAttempts(ctx, rows.CountActionAttemptsParams{InstanceID: instanceID, Number: number, Outcome: orNull(outcome)})
	return int(n), t.err(err)
}

// EndAttempts implements ports.Instances.
func (t *Tx) EndAttempts(ctx context.Context, instanceID string, number int64, why string, at time.Time) error {
	finished := stamp(at)
	_, err := t.q.EndActionAttempts(ctx, rows.EndActionAttemptsParams{InstanceID: instanceID, Number: number, Error: why, FinishedAt: &finished})
	return t.err(err)
}
