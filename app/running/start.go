package running

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// Start says what to run.
type Start struct {
	WorkflowID string
	Version    int64          // 0: the current one
	Context    jsontext.Value // a JSON object; nil is an empty one
}

// StartInstance starts a run of a workflow. A repeated call with the same key answers with the instance that the first
// one started. Faults: workflow-inactive, unknown-version.
func (s *Service) StartInstance(ctx context.Context, actor access.Actor, start Start, key idempotency.Key) (string, error) {
	d, err := s.startable(ctx, actor, start.WorkflowID)
	if err != nil {
		return "", err
	}
	number := d.Version
	if start.Version != 0 {
		number = start.Version
	}
	if err := d.RequireVersion(number); err != nil {
		return "", err
	}
	version, err := s.versions.load(ctx, s.store, d.ID, number)
	if err != nil {
		return "", err
	}
	var id string
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		now := s.clock.Now().UTC()
		claimed, repeated, err := key.Claim(ctx, tx, s.newID(), now)
		if id = claimed; err != nil || repeated {
			return err
		}
		call := workflowinstance.Call{
			Kind: workflowinstance.StartCall, At: now, Data: start.Context,
			Identity: &workflowinstance.Identity{InstanceID: id, WorkflowID: d.ID, Version: int(number)},
		}
		stored := ports.StoredInstance{
			ID: id, DefinitionID: d.ID, Version: number, TeamID: d.TeamID, StartedBy: actor.ID(), StartedAt: now,
		}
		return s.apply(ctx, tx, version, stored, nil, call, actor.ID())
	})
	return id, err
}

func (s *Service) startable(ctx context.Context, actor access.Actor, workflowID string) (d definition.Definition, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if d, err = tx.DefinitionByID(ctx, workflowID); err != nil {
			return err
		}
		if err := actor.Require(access.InstanceStart, d.TeamID); err != nil {
			return err
		}
		return d.RequireActive()
	})
	return d, err
}
