package running

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// InstanceView is an instance with what a person wants to see of it.
type InstanceView struct {
	Stored       ports.StoredInstance
	State        *workflowinstance.Instance // nil in lists
	WorkflowName string
	Tasks        []ports.OpenTask
}

// GetInstance reads one instance with its context, branches and open tasks.
func (s *Service) GetInstance(ctx context.Context, actor access.Actor, id string) (view InstanceView, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if view.Stored, err = s.readInstance(ctx, tx, actor, id); err != nil {
			return err
		}
		if view.State, err = readState(view.Stored); err != nil {
			return err
		}
		d, err := tx.DefinitionByID(ctx, view.Stored.DefinitionID)
		if err != nil {
			return err
		}
		view.WorkflowName = d.Name
		view.Tasks, err = tx.ListTasks(ctx, id)
		return err
	})
	return view, err
}

// ListInstances lists the newest first.
func (s *Service) ListInstances(
	ctx context.Context, actor access.Actor, filter ports.InstanceFilter, page ports.Page,
) (found []InstanceView, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		rows, err := tx.ListInstances(ctx, viewerOf(actor), filter, page)
		if err != nil {
			return err
		}
		names := map[string]definition.Definition{}
		for _, row := range rows {
			d, known := names[row.DefinitionID]
			if !known {
				if d, err = tx.DefinitionByID(ctx, row.DefinitionID); err != nil {
					return err
				}
				names[row.DefinitionID] = d
			}
			found = append(found, InstanceView{Stored: row, WorkflowName: d.Name})
		}
		return nil
	})
	return found, err
}

// GetHistory lists the entries behind the number after, oldest first.
func (s *Service) GetHistory(
	ctx context.Context, actor access.Actor, id string, after int64, limit int,
) (entries []ports.HistoryEntry, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if _, err := s.readInstance(ctx, tx, actor, id); err != nil {
			return err
		}
		entries, err = tx.ListHistory(ctx, id, after, limit)
		return err
	})
	return entries, err
}

// GetActionLogs lists the attempts at actions behind the given one, oldest first.
func (s *Service) GetActionLogs(
	ctx context.Context, actor access.Actor, id string, afterNumber, afterAttempt int64, limit int,
) (attempts []ports.ActionAttempt, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if _, err := s.readInstance(ctx, tx, actor, id); err != nil {
			return err
		}
		attempts, err = tx.ListAttempts(ctx, id, afterNumber, afterAttempt, limit)
		return err
	})
	return attempts, err
}
