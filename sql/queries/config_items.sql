-- name: PutConfigItem :exec
INSERT INTO config_items (session_id, folder, name, content, content_revision, base_revision, told_revision, author, turn_id, updated_by, updated_at)
VALUES (@session_id, @folder, @name, @content, @content_revision, @base_revision, @told_revision, @author, @turn_id, @updated_by, @updated_at)
ON CONFLICT (session_id, folder, name) DO UPDATE SET content = excluded.content, content_revision = excluded.content_revision,
    base_revision = excluded.base_revision, told_revision = excluded.told_revision, author = excluded.author,
    turn_id = excluded.turn_id, updated_by = excluded.updated_by, updated_at = excluded.updated_at;

-- name: ConfigItem :one
SELECT * FROM config_items WHERE session_id = @session_id AND folder = @folder AND name = @name;

-- name: ListConfigItems :many
SELECT * FROM config_items WHERE session_id = @session_id ORDER BY folder, name;

-- name: DeleteConfigItem :execrows
DELETE FROM config_items WHERE session_id = @session_id AND folder = @folder AND name = @name;
