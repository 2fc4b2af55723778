-- name: InsertCatalogObject :exec
INSERT INTO catalog_objects (id, kind, team_id, name, content, content_revision, created_by, created_at, updated_at, updated_by)
VALUES (@id, @kind, @team_id, @name, @content, @content_revision, @created_by, @created_at, @updated_at, @updated_by);

-- name: UpdateCatalogObject :execrows
UPDATE catalog_objects SET name = @name, content = @content, content_revision = @content_revision, updated_at = @updated_at,
    updated_by = @updated_by
WHERE id = @id;

-- name: CatalogObjectByID :one
SELECT * FROM catalog_objects WHERE id = @id AND kind = @kind;

-- name: CatalogObjectByName :one
SELECT * FROM catalog_objects WHERE kind = @kind AND coalesce(team_id, '') = CAST(@scope AS text) AND name = @name;

-- name: ListCatalogObjects :many
SELECT * FROM catalog_objects
WHERE kind = @kind AND (name > @after_name OR (name = @after_name AND id > @after_id))
  AND (CAST(@everything AS boolean) OR team_id IS NULL
    OR EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = catalog_objects.team_id AND m.user_id = @user_id))
ORDER BY name, id LIMIT CAST(@max_rows AS bigint);

-- name: ListScopeObjects :many
SELECT * FROM catalog_objects
WHERE kind = @kind AND coalesce(team_id, '') = CAST(@scope AS text) AND name > @after_name
ORDER BY name LIMIT CAST(@max_rows AS bigint);

-- name: DeleteCatalogObject :execrows
DELETE FROM catalog_objects WHERE id = @id;

-- name: InsertDefinitionUse :exec
INSERT INTO definition_uses (definition_id, object_id) VALUES (@definition_id, @object_id) ON CONFLICT (object_id, definition_id) DO NOTHING;

-- name: DeleteDefinitionUses :exec
DELETE FROM definition_uses WHERE definition_id = @definition_id;

-- name: ListUsesOfObject :many
SELECT d.id, d.name FROM definition_uses u JOIN workflow_definitions d ON d.id = u.definition_id
WHERE u.object_id = @object_id ORDER BY d.name, d.id LIMIT 20;
