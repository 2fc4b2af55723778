package cataloguing

import (
	"context"
	"maps"
	"slices"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// MakeVersionCurrent makes a version the one that new instances run; of the version that is current already nothing
// changes. Instances that run stay on theirs. Faults: unknown-version.
func (s *Service) MakeVersionCurrent(
	ctx context.Context, actor access.Actor, workflowID string, number int64,
) (definition.Definition, error) {
	return s.changeWorkflow(ctx, actor, workflowID, func(ctx context.Context, tx ports.Tx, d *definition.Definition) (bool, error) {
		if err := d.RequireVersion(number); err != nil || d.Version == number {
			return false, err
		}
		version, err := tx.VersionByNumber(ctx, d.ID, number)
		if err != nil {
			return false, err
		}
		content, err := definition.ReadSnapshot(version.Snapshot)
		if err != nil {
			return false, err
		}
		rev, err := revision.OfDocumentText([]byte(content.Document))
		if err != nil {
			return false, err
		}
		d.MakeCurrent(number, content, rev, s.clock.Now())
		if err := tx.UpdateDefinitionDocument(ctx, *d); err != nil {
			return false, err
		}
		uses, err := usesOf(ctx, tx, d.TeamID, content)
		if err != nil {
			return false, err
		}
		return true, tx.SetUses(ctx, d.ID, uses)
	})
}

// usesOf finds the objects that go by the names in a snapshot.
func usesOf(ctx context.Context, tx ports.Tx, teamID string, content definition.Snapshot) ([]string, error) {
	actionTypes, err := idsOf(ctx, tx, catalog.ActionType, teamID, content.ActionTypeNames())
	if err != nil {
		return nil, err
	}
	tools, err := idsOf(ctx, tx, catalog.Tool, teamID, slices.Sorted(maps.Keys(content.Tools)))
	return append(actionTypes, tools...), err
}

// idsOf finds objects by name. One that was deleted or renamed since is left out: runs have it as it was frozen.
func idsOf(ctx context.Context, tx ports.Tx, kind catalog.Kind, teamID string, names []string) (ids []string, err error) {
	for _, name := range names {
		object, err := LookUp(ctx, tx, kind, teamID, name)
		if err != nil && fault.KindOf(err) == fault.KindNotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, object.ID)
	}
	return ids, nil
}

// ConfigureWorkflow changes settings of a workflow. Read is the revision of the settings that the caller has seen; where
// they were changed since, the answer is a stale fault.
func (s *Service) ConfigureWorkflow(
	ctx context.Context, actor access.Actor, workflowID string, read int64, patch definition.SettingsPatch,
) (definition.Definition, error) {
	return s.changeWorkflow(ctx, actor, workflowID, func(ctx context.Context, tx ports.Tx, d *definition.Definition) (bool, error) {
		if err := d.RequireRevision(read); err != nil {
			return false, err
		}
		before := d.Settings()
		after := before.With(patch)
		if len(after.Differences(before)) == 0 {
			return false, nil
		}
		d.Configure(after, s.clock.Now())
		return true, tx.UpdateDefinitionSettings(ctx, *d)
	})
}

// changeWorkflow runs a change on a workflow that the actor may publish, while nobody else changes it, and tells
// browsers if something did change.
func (s *Service) changeWorkflow(
	ctx context.Context, actor access.Actor, id string,
	do func(ctx context.Context, tx ports.Tx, d *definition.Definition) (changed bool, err error),
) (d definition.Definition, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if d, err = tx.LockDefinition(ctx, id); err != nil {
			return err
		}
		if err := actor.Require(access.WorkflowPublish, d.TeamID); err != nil {
			return err
		}
		changed, err := do(ctx, tx, &d)
		if err != nil || !changed {
			return err
		}
		return TellWorkflow(ctx, tx, d, d.UpdatedAt)
	})
	return d, err
}
