-- name: InsertSession :exec
INSERT INTO sessions (id, composition_id, template_id, engine, model, status, error, token_hash, resume_id, owner, owner_epoch, lease_until, turn_id, created_at,
    team_id, name, created_by, current_turn_id, current_turn_by)
VALUES (@id, @composition_id, @template_id, @engine, @model, @status, @error, @token_hash, @resume_id, @owner, @owner_epoch, @lease_until, @turn_id, @created_at,
    @team_id, @name, @created_by, @current_turn_id, @current_turn_by);

-- name: SessionByID :one
SELECT * FROM sessions WHERE id = @id;

-- name: UpdateSessionStatus :execrows
UPDATE sessions SET status = @status, error = @error, resume_id = @resume_id WHERE id = @id AND owner_epoch = @owner_epoch;

-- name: SetSessionToken :execrows
UPDATE sessions SET token_hash = @token_hash WHERE id = @id AND owner_epoch = @owner_epoch;

-- name: SetSessionTurn :execrows
UPDATE sessions SET turn_id = @turn_id WHERE id = @id AND owner_epoch = @owner_epoch;

-- name: SetSessionEngine :execrows
UPDATE sessions SET engine = @engine, model = @model, resume_id = @resume_id WHERE id = @id;

-- name: TakeSession :execrows
UPDATE sessions SET owner = @owner, owner_epoch = owner_epoch + 1, lease_until = @lease_until
WHERE id = @id AND (lease_until IS NULL OR lease_until < @now OR owner = @owner);

-- name: RenewSessions :execrows
UPDATE sessions SET lease_until = @lease_until WHERE owner = @owner AND lease_until IS NOT NULL;

-- name: ExpireSessions :execrows
UPDATE sessions SET lease_until = @now WHERE lease_until > @now;

-- name: ReleaseSession :execrows
UPDATE sessions SET owner = '', lease_until = NULL WHERE id = @id AND owner_epoch = @owner_epoch;

-- name: EvictSession :execrows
UPDATE sessions SET owner = '', owner_epoch = owner_epoch + 1, lease_until = NULL, token_hash = '', turn_id = NULL,
    status = 'stopped', error = ''
WHERE id = @id;

-- name: ListExpiredSessions :many
SELECT * FROM sessions WHERE lease_until IS NOT NULL AND lease_until < @now ORDER BY lease_until, id LIMIT 100;

-- name: InsertSessionEvent :exec
INSERT INTO session_events (session_id, seq, kind, turn_id, data, at) VALUES (@session_id, @seq, @kind, @turn_id, @data, @at);

-- name: LatestSessionEvent :one
SELECT seq FROM session_events WHERE session_id = @session_id ORDER BY seq DESC LIMIT 1;

-- name: ListSessionEvents :many
SELECT * FROM session_events WHERE session_id = @session_id AND seq > @after ORDER BY seq LIMIT CAST(@max_rows AS bigint);

-- name: ListLastMessages :many
SELECT * FROM session_events WHERE session_id = @session_id AND kind IN ('user-message', 'text')
ORDER BY seq DESC LIMIT CAST(@max_rows AS bigint);

-- name: SetShownItem :exec
INSERT INTO shown_items (session_id, item_type, item_name, content_revision)
VALUES (@session_id, @item_type, @item_name, @content_revision)
ON CONFLICT (session_id, item_type, item_name) DO UPDATE SET content_revision = excluded.content_revision;

-- name: ShownItem :one
SELECT content_revision FROM shown_items WHERE session_id = @session_id AND item_type = @item_type AND item_name = @item_name;

-- name: ForgetShownItems :exec
DELETE FROM shown_items WHERE session_id = @session_id;

-- name: RenameSession :execrows
UPDATE sessions SET name = @name WHERE id = @id;

-- name: SetCurrentTurn :execrows
UPDATE sessions SET current_turn_id = @current_turn_id, current_turn_by = @current_turn_by WHERE id = @id;

-- name: ListOwnSessions :many
SELECT * FROM sessions
WHERE composition_id IS NULL AND id < @before
  AND (CAST(@everything AS boolean) OR created_by = @user_id
    OR EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = sessions.team_id AND m.user_id = @user_id))
ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: DeleteSession :execrows
DELETE FROM sessions WHERE id = @id AND composition_id IS NULL;

-- name: ListSessionsOfTemplate :many
SELECT s.id, s.name, c.name AS composition FROM sessions s LEFT JOIN compositions c ON c.id = s.composition_id
WHERE s.template_id = @template_id ORDER BY s.id LIMIT 20;
