-- name: InsertSecret :exec
INSERT INTO secrets (id, team_id, name, key_id, sealed, created_by, created_at, updated_by, updated_at)
VALUES (@id, @team_id, @name, @key_id, @sealed, @created_by, @created_at, @updated_by, @updated_at);

-- name: UpdateSecret :execrows
UPDATE secrets SET key_id = @key_id, sealed = @sealed, updated_by = @updated_by, updated_at = @updated_at WHERE id = @id;

-- name: SecretByName :one
SELECT * FROM secrets WHERE name = @name AND coalesce(team_id, '') = CAST(@scope AS text);

-- name: ListSecrets :many
SELECT * FROM secrets
WHERE (name > @after_name OR (name = @after_name AND id > @after_id))
  AND (CAST(@everything AS boolean) OR team_id IS NULL
    OR EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = secrets.team_id AND m.user_id = @user_id))
ORDER BY name, id LIMIT CAST(@max_rows AS bigint);

-- name: ListScopeSecrets :many
SELECT * FROM secrets WHERE coalesce(team_id, '') = CAST(@scope AS text) AND name > @after_name
ORDER BY name LIMIT CAST(@max_rows AS bigint);

-- name: DeleteSecret :execrows
DELETE FROM secrets WHERE id = @id;
