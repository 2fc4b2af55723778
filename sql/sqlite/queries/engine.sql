-- What the two engines say differently; names, parameters and results are the same in both folders.

-- SQLite has one writer at a time, so what a transaction read stays as it is until it ends.

-- name: LockComposition :one
SELECT * FROM compositions WHERE id = @id;

-- name: LockInstance :one
SELECT * FROM workflow_instances WHERE id = @id;

-- name: LockDefinition :one
SELECT * FROM workflow_definitions WHERE id = @id;

-- name: LockCatalogObject :one
SELECT * FROM catalog_objects WHERE id = @id AND kind = @kind;

-- name: LockSession :one
SELECT * FROM sessions WHERE id = @id;

-- name: ListDueJobs :many
SELECT * FROM jobs WHERE kind = @kind AND dead_at IS NULL AND run_at <= @now
  AND (target IN ('', @owner) OR run_at <= @overdue)
ORDER BY priority, run_at, id LIMIT CAST(@max_rows AS bigint);

-- name: LeaseJobs :exec
UPDATE jobs SET owner = @owner, attempt = attempt + 1, run_at = @lease_until, target = '' WHERE id IN (sqlc.slice('ids'));

-- Events are numbered in the order of their commits, so seq alone is the order; xid is always 0.

-- name: ListBrowserEvents :many
SELECT seq, xid, kind, composition_id, instance_id, team_id, data, created_at, session_id, user_id FROM browser_events
WHERE xid >= @after_xid AND seq > @after_seq
ORDER BY seq LIMIT CAST(@max_rows AS bigint);

-- name: BrowserEventHorizon :one
SELECT CAST(0 AS bigint) AS xid, CAST(coalesce((SELECT s.seq FROM sqlite_sequence AS s WHERE s.name = 'browser_events'), 0) AS bigint) AS seq;

-- name: FutureBrowserEvents :one
SELECT CAST(0 AS bigint) AS count;

-- name: NewestBrowserEventBeyond :one
SELECT xid, seq FROM browser_events ORDER BY seq DESC LIMIT 1 OFFSET CAST(@keep AS bigint);

-- name: DeleteBrowserEventsUpTo :execrows
DELETE FROM browser_events WHERE xid <= @up_to_xid AND seq <= @up_to_seq;

-- name: ListUsersByID :many
SELECT * FROM users WHERE id IN (sqlc.slice('ids')) ORDER BY name, id;

-- name: SummarizeCompositions :many
SELECT composition_id, count(*) AS drafts,
    count(CASE WHEN published_revision IS NULL OR published_revision <> content_revision THEN 1 END) AS unpublished
FROM composition_items WHERE composition_id IN (sqlc.slice('ids')) AND removed_turn_id IS NULL GROUP BY composition_id;
