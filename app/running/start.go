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

// StartInstance starts a run of the workflow's current version. The context is a JSON object; nil is an empty one.
// A repeated call with the same key answers with the instance that the first one started.
func (s *Service) StartInstance(
	ctx context.Context, actor access.Actor, workflowID string, given jsontext.Value, key idempotency.Key,
) (string, error) {
	d, err := s.startable(ctx, actor, workflowID)
	if err != nil {
		return "", err
	}
	version, err := s.versions.load(ctx, s.store, d.ID, d.Version)
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
			Kind: workflowinstance.StartCall, At: now, Data: given,
			Identity: &workflowinstance.Identity{InstanceID: id, WorkflowID: d.ID, Version: int(d.Version)},
		}
		stored := ports.StoredInstance{
			ID: id, DefinitionID: d.ID, Version: d.Version, TeamID: d.TeamID, StartedBy: actor.ID(), StartedAt: now,
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
