package mapping

import (
	"context"
	"math"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// InsertDefinition implements ports.Definitions.
func (t *Tx) InsertDefinition(ctx context.Context, d definition.Definition) error {
	return t.err(t.q.InsertDefinition(ctx, rows.InsertDefinitionParams{
		ID: d.ID, TeamID: orNull(d.TeamID), Slug: d.Slug, Name: d.Name, Description: d.Description, Branding: d.Branding,
		EntryMode: string(d.EntryMode), IsActive: d.IsActive, Version: d.Version, NewestVersion: d.NewestVersion, Revision: d.Revision,
		OnComplete: orNull(d.OnComplete), Retention: d.Retention, Document: d.Document,
		ContentRevision: string(d.ContentRevision), CreatedBy: d.CreatedBy, CreatedAt: stamp(d.CreatedAt), UpdatedAt: stamp(d.UpdatedAt),
	}))
}

// UpdateDefinitionDocument implements ports.Definitions.
func (t *Tx) UpdateDefinitionDocument(ctx context.Context, d definition.Definition) error {
	n, err := t.q.UpdateDefinitionDocument(ctx, rows.UpdateDefinitionDocumentParams{
		ID: d.ID, Name: d.Name, Description: d.Description, Version: d.Version, NewestVersion: d.NewestVersion,
		Document: d.Document, ContentRevision: string(d.ContentRevision), UpdatedAt: stamp(d.UpdatedAt),
	})
	return t.changed(n, err, "workflow", d.ID)
}

// UpdateDefinitionSettings implements ports.Definitions.
func (t *Tx) UpdateDefinitionSettings(ctx context.Context, d definition.Definition) error {
	n, err := t.q.UpdateDefinitionSettings(ctx, rows.UpdateDefinitionSettingsParams{
		ID: d.ID, Branding: d.Branding, EntryMode: string(d.EntryMode), IsActive: d.IsActive, Revision: d.Revision,
		OnComplete: orNull(d.OnComplete), Retention: d.Retention, UpdatedAt: stamp(d.UpdatedAt),
	})
	return t.changed(n, err, "workflow", d.ID)
}

// DefinitionByID implements ports.Definitions.
func (t *Tx) DefinitionByID(ctx context.Context, id string) (definition.Definition, error) {
	row, err := t.q.DefinitionByID(ctx, rows.DefinitionByIDParams{ID: id})
	return definitionOf(row), t.found(err, "workflow", id)
}

// LockDefinition implements ports.Definitions.
func (t *Tx) LockDefinition(ctx context.Context, id string) (definition.Definition, error) {
	row, err := t.q.LockDefinition(ctx, rows.LockDefinitionParams{ID: id})
	return definitionOf(row), t.found(err, "workflow", id)
}

// DefinitionBySlug implements ports.Definitions.
func (t *Tx) DefinitionBySlug(ctx context.Context, teamID, slug string) (definition.Definition, error) {
	row, err := t.q.DefinitionBySlug(ctx, rows.DefinitionBySlugParams{Scope: teamID, Slug: slug})
	return definitionOf(row), t.found(err, "workflow", slug)
}

// ListDefinitions implements ports.Definitions.
func (t *Tx) ListDefinitions(ctx context.Context, viewer ports.Viewer, page ports.Page) ([]definition.Definition, error) {
	found, err := t.q.ListDefinitions(ctx, rows.ListDefinitionsParams{
		Before: pageStart(page), Everything: viewer.Everything, UserID: viewer.UserID, MaxRows: int64(page.Limit),
	})
	return mapAll(found, definitionOf), t.err(err)
}

// ListDefinitionsOf implements ports.Definitions.
func (t *Tx) ListDefinitionsOf(ctx context.Context, teamID, afterSlug string, limit int) ([]definition.Definition, error) {
	found, err := t.q.ListScopeDefinitions(ctx, rows.ListScopeDefinitionsParams{
		Scope: teamID, AfterSlug: afterSlug, MaxRows: int64(limit),
	})
	return mapAll(found, definitionOf), t.err(err)
}

// InsertVersion implements ports.Definitions.
func (t *Tx) InsertVersion(ctx context.Context, v definition.Version) error {
	v.CreatedAt = stamp(v.CreatedAt)
	return t.err(t.q.InsertVersion(ctx, rows.InsertVersionParams(v)))
}

// VersionByNumber implements ports.Definitions.
func (t *Tx) VersionByNumber(ctx context.Context, definitionID string, number int64) (definition.Version, error) {
	row, err := t.q.VersionByNumber(ctx, rows.VersionByNumberParams{DefinitionID: definitionID, Number: number})
	return definition.Version(row), t.found(err, "version of workflow", definitionID)
}

// ListVersions implements ports.Definitions.
func (t *Tx) ListVersions(ctx context.Context, definitionID string, before int64, limit int) ([]definition.Version, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	found, err := t.q.ListVersions(ctx, rows.ListVersionsParams{DefinitionID: definitionID, Before: before, MaxRows: int64(limit)})
	return mapAll(found, func(row rows.ListVersionsRow) definition.Version {
		return definition.Version{
			ID: row.ID, DefinitionID: row.DefinitionID, Number: row.Number, CreatedBy: row.CreatedBy, CreatedAt: row.CreatedAt,
		}
	}), t.err(err)
}

// SetUses implements ports.Definitions.
func (t *Tx) SetUses(ctx context.Context, definitionID string, objectIDs []string) error {
	if err := t.q.DeleteDefinitionUses(ctx, rows.DeleteDefinitionUsesParams{DefinitionID: definitionID}); err != nil {
		return t.err(err)
	}
	for _, id := range objectIDs {
		if err := t.q.InsertDefinitionUse(ctx, rows.InsertDefinitionUseParams{DefinitionID: definitionID, ObjectID: id}); err != nil {
			return t.err(err)
		}
	}
	return nil
}

func definitionOf(row rows.WorkflowDefinition) definition.Definition {
	return definition.Definition{
		ID: row.ID, TeamID: orEmpty(row.TeamID), Slug: row.Slug, Name: row.Name, Description: row.Description,
		Branding: row.Branding, EntryMode: definition.EntryMode(row.EntryMode), IsActive: row.IsActive, Version: row.Version,
		NewestVersion: row.NewestVersion, Revision: row.Revision, OnComplete: orEmpty(row.OnComplete), Retention: row.Retention, Document: row.Document,
		ContentRevision: revision.Revision(row.ContentRevision), CreatedBy: row.CreatedBy,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
}
