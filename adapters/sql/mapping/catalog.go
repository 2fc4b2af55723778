package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// InsertObject implements ports.Catalog.
func (t *Tx) InsertObject(ctx context.Context, o catalog.Object) error {
	return t.err(t.q.InsertCatalogObject(ctx, rows.InsertCatalogObjectParams{
		ID: o.ID, Kind: string(o.Kind), TeamID: orNull(o.TeamID), Name: o.Name, Content: o.Content,
		ContentRevision: string(o.ContentRevision), CreatedBy: o.CreatedBy,
		CreatedAt: stamp(o.CreatedAt), UpdatedAt: stamp(o.UpdatedAt), UpdatedBy: o.UpdatedBy,
	}))
}

// UpdateObject implements ports.Catalog.
func (t *Tx) UpdateObject(ctx context.Context, o catalog.Object) error {
	n, err := t.q.UpdateCatalogObject(ctx, rows.UpdateCatalogObjectParams{
		ID: o.ID, Name: o.Name, Content: o.Content, ContentRevision: string(o.ContentRevision),
		UpdatedAt: stamp(o.UpdatedAt), UpdatedBy: o.UpdatedBy,
	})
	return t.changed(n, err, string(o.Kind), o.ID)
}

// DeleteObject implements ports.Catalog.
func (t *Tx) DeleteObject(ctx context.Context, id string) error {
	n, err := t.q.DeleteCatalogObject(ctx, rows.DeleteCatalogObjectParams{ID: id})
	return t.changed(n, err, "catalog object", id)
}

// ObjectByID implements ports.Catalog.
func (t *Tx) ObjectByID(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error) {
	row, err := t.q.CatalogObjectByID(ctx, rows.CatalogObjectByIDParams{Kind: string(kind), ID: id})
	return objectOf(row), t.found(err, string(kind), id)
}

// LockObject implements ports.Catalog.
func (t *Tx) LockObject(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error) {
	row, err := t.q.LockCatalogObject(ctx, rows.LockCatalogObjectParams{Kind: string(kind), ID: id})
	return objectOf(row), t.found(err, string(kind), id)
}

// ObjectByName implements ports.Catalog.
func (t *Tx) ObjectByName(ctx context.Context, kind catalog.Kind, teamID, name string) (catalog.Object, error) {
	row, err := t.q.CatalogObjectByName(ctx, rows.CatalogObjectByNameParams{Kind: string(kind), Scope: teamID, Name: name})
	return objectOf(row), t.found(err, string(kind), name)
}

// ListObjects implements ports.Catalog.
func (t *Tx) ListObjects(
	ctx context.Context, kind catalog.Kind, viewer ports.Viewer, afterName, afterID string, limit int,
) ([]catalog.Object, error) {
	found, err := t.q.ListCatalogObjects(ctx, rows.ListCatalogObjectsParams{
		Kind: string(kind), AfterName: afterName, AfterID: afterID, Everything: viewer.Everything, UserID: viewer.UserID,
		MaxRows: int64(limit),
	})
	return mapAll(found, objectOf), t.err(err)
}

// ListObjectsOf implements ports.Catalog.
func (t *Tx) ListObjectsOf(ctx context.Context, kind catalog.Kind, teamID, afterName string, limit int) ([]catalog.Object, error) {
	found, err := t.q.ListScopeObjects(ctx, rows.ListScopeObjectsParams{
		Kind: string(kind), Scope: teamID, AfterName: afterName, MaxRows: int64(limit),
	})
	return mapAll(found, objectOf), t.err(err)
}

// ListUses implements ports.Catalog.
func (t *Tx) ListUses(ctx context.Context, objectID string) ([]catalog.Use, error) {
	found, err := t.q.ListUsesOfObject(ctx, rows.ListUsesOfObjectParams{ObjectID: objectID})
	return mapAll(found, func(row rows.ListUsesOfObjectRow) catalog.Use {
		return catalog.Use{WorkflowID: row.ID, Workflow: row.Name}
	}), t.err(err)
}

func objectOf(row rows.CatalogObject) catalog.Object {
	return catalog.Object{
		ID: row.ID, Kind: catalog.Kind(row.Kind), TeamID: orEmpty(row.TeamID), Name: row.Name, Content: row.Content,
		ContentRevision: revision.Revision(row.ContentRevision), CreatedBy: row.CreatedBy,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, UpdatedBy: row.UpdatedBy,
	}
}
