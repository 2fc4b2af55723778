package cataloguing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/ports"
)

// GetWorkflow reads one workflow definition.
func (s *Service) GetWorkflow(ctx context.Context, actor access.Actor, id string) (d definition.Definition, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		d, err = seenWorkflow(ctx, tx, actor, id)
		return err
	})
	return d, err
}

// ListWorkflows lists the newest first.
func (s *Service) ListWorkflows(ctx context.Context, actor access.Actor, page ports.Page) (found []definition.Definition, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		found, err = tx.ListDefinitions(ctx, viewerOf(actor), page)
		return err
	})
	return found, err
}

// ListVersions lists the newest first, below the number before (0: all), without snapshots.
func (s *Service) ListVersions(
	ctx context.Context, actor access.Actor, workflowID string, before int64, limit int,
) (found []definition.Version, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if _, err := seenWorkflow(ctx, tx, actor, workflowID); err != nil {
			return err
		}
		found, err = tx.ListVersions(ctx, workflowID, before, limit)
		return err
	})
	return found, err
}

// GetVersion reads one version with its snapshot. Faults: unknown-version.
func (s *Service) GetVersion(ctx context.Context, actor access.Actor, workflowID string, number int64) (v definition.Version, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		d, err := seenWorkflow(ctx, tx, actor, workflowID)
		if err != nil {
			return err
		}
		if err := d.RequireVersion(number); err != nil {
			return err
		}
		v, err = tx.VersionByNumber(ctx, workflowID, number)
		return err
	})
	return v, err
}

func seenWorkflow(ctx context.Context, tx ports.Tx, actor access.Actor, id string) (definition.Definition, error) {
	d, err := tx.DefinitionByID(ctx, id)
	if err != nil {
		return d, err
	}
	return d, actor.Require(access.InstallationRead, d.TeamID)
}
