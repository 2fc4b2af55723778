-- name: InsertDefinition :exec
INSERT INTO workflow_definitions (id, team_id, slug, name, description, branding, entry_mode, is_active, version, newest_version, revision,
    on_complete, retention, document, content_revision, created_by, created_at, updated_at)
VALUES (@id, @team_id, @slug, @name, @description, @branding, @entry_mode, @is_active, @version, @newest_version, @revision,
    @on_complete, @retention, @document, @content_revision, @created_by, @created_at, @updated_at);

-- name: UpdateDefinitionDocument :execrows
UPDATE workflow_definitions SET name = @name, description = @description, version = @version, newest_version = @newest_version,
    document = @document, content_revision = @content_revision, updated_at = @updated_at
WHERE id = @id;

-- name: UpdateDefinitionSettings :execrows
UPDATE workflow_definitions SET branding = @branding, entry_mode = @entry_mode, is_active = @is_active, revision = @revision,
    on_complete = @on_complete, retention = @retention, updated_at = @updated_at
WHERE id = @id;

-- name: DefinitionByID :one
SELECT * FROM workflow_definitions WHERE id = @id;

-- name: DefinitionBySlug :one
SELECT * FROM workflow_definitions WHERE coalesce(team_id, '') = CAST(@scope AS text) AND slug = @slug;

-- name: ListDefinitions :many
SELECT * FROM workflow_definitions
WHERE id < @before
  AND (CAST(@everything AS boolean) OR team_id IS NULL
    OR EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = workflow_definitions.team_id AND m.user_id = @user_id))
ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: ListScopeDefinitions :many
SELECT * FROM workflow_definitions
WHERE coalesce(team_id, '') = CAST(@scope AS text) AND slug > @after_slug
ORDER BY slug LIMIT CAST(@max_rows AS bigint);

-- name: InsertVersion :exec
INSERT INTO workflow_versions (id, definition_id, number, snapshot, created_by, created_at)
VALUES (@id, @definition_id, @number, @snapshot, @created_by, @created_at);

-- name: VersionByNumber :one
SELECT * FROM workflow_versions WHERE definition_id = @definition_id AND number = @number;

-- name: ListVersions :many
SELECT id, definition_id, number, created_by, created_at FROM workflow_versions
WHERE definition_id = @definition_id AND number < @before ORDER BY number DESC LIMIT CAST(@max_rows AS bigint);
