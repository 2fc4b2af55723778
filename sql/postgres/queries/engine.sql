-- What the two engines say differently; names, parameters and results are the same in both folders.

-- name: LockComposition :one
SELECT * FROM compositions WHERE id = @id FOR UPDATE;

-- name: LockInstance :one
SELECT * FROM workflow_instances WHERE id = @id FOR UPDATE;

-- name: LockDefinition :one
SELECT * FROM workflow_definitions WHERE id = @id FOR UPDATE;

-- name: LockCatalogObject :one
SELECT * FROM catalog_objects WHERE id = @id AND kind = @kind FOR UPDATE;

-- name: LockSession :one
SELECT * FROM sessions WHERE id = @id FOR UPDATE;

-- name: ListDueJobs :many
SELECT * FROM jobs WHERE kind = @kind AND dead_at IS NULL AND run_at <= @now
  AND (target IN ('', @owner) OR run_at <= @overdue)
ORDER BY priority, run_at, id LIMIT CAST(@max_rows AS bigint)
FOR UPDATE SKIP LOCKED;

-- name: LeaseJobs :exec
UPDATE jobs SET owner = @owner, attempt = attempt + 1, run_at = @lease_until, target = '' WHERE id = ANY(CAST(@ids AS text[]));

-- Rows of transactions that may still be open are held back, since a slow one could commit behind the cursor.

-- name: ListBrowserEvents :many
SELECT seq, xid, kind, composition_id, instance_id, team_id, data, created_at, session_id, user_id FROM browser_events
WHERE xid >= @after_xid AND (xid > @after_xid OR seq > @after_seq)
  AND xid < CAST(pg_snapshot_xmin(pg_current_snapshot())::text AS bigint)
ORDER BY xid, seq LIMIT CAST(@max_rows AS bigint);

-- name: BrowserEventHorizon :one
SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot())::text AS bigint) - 1 AS bigint) AS xid, CAST(9223372036854775807 AS bigint) AS seq;

-- name: FutureBrowserEvents :one
SELECT count(*) FROM browser_events WHERE xid >= CAST(pg_snapshot_xmax(pg_current_snapshot())::text AS bigint);

-- name: NewestBrowserEventBeyond :one
SELECT xid, seq FROM browser_events WHERE xid < CAST(pg_snapshot_xmin(pg_current_snapshot())::text AS bigint)
ORDER BY xid DESC, seq DESC LIMIT 1 OFFSET CAST(@keep AS bigint);

-- name: DeleteBrowserEventsUpTo :execrows
DELETE FROM browser_events WHERE xid <= @up_to_xid AND (xid < @up_to_xid OR seq <= @up_to_seq);

-- name: ListUsersByID :many
SELECT * FROM users WHERE id = ANY(CAST(@ids AS text[])) ORDER BY name, id;

-- name: SummarizeCompositions :many
SELECT composition_id, count(*) AS drafts,
    count(CASE WHEN published_revision IS NULL OR published_revision <> content_revision THEN 1 END) AS unpublished
FROM composition_items WHERE composition_id = ANY(CAST(@ids AS text[])) AND removed_turn_id IS NULL GROUP BY composition_id;
