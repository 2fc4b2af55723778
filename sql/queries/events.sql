-- name: InsertBrowserEvent :exec
INSERT INTO browser_events (kind, composition_id, instance_id, team_id, session_id, user_id, data, created_at)
VALUES (@kind, @composition_id, @instance_id, @team_id, @session_id, @user_id, @data, @created_at);

-- name: DeleteBrowserEventsBefore :execrows
DELETE FROM browser_events WHERE created_at < @before;

-- name: NewestBrowserEventBefore :one
SELECT xid, seq FROM browser_events WHERE created_at < @before ORDER BY created_at DESC LIMIT 1;
