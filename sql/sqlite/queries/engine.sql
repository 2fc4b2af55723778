-- What the two engines say differently; names, parameters and results are the same in both folders.

-- SQLite has one writer at a time, so what a transaction read stays as it is until it ends.

-- name: LockComposition :one
SELECT * FROM compositions WHERE id = @id;

-- name: LockInstance :one
SELECT * FROM workflow_instances WHERE id = @id;

-- name: LockDefinition :one
SELECT * FROM workflow_definitions WHERE id = @id;

-- name: LockSession :one
SELECT * FROM sessions WHERE id = @id;

-- name: ClaimJobs :many
UPDATE jobs SET owner = @owner, attempt = attempt + 1, run_at = @lease_until
WHERE id IN (
    SELECT candidate.id FROM jobs AS candidate
    WHERE candidate.kind = @kind AND candidate.dead_at IS NULL AND candidate.run_at <= @now
    ORDER BY candidate.priority, candidate.run_at, candidate.id LIMIT CAST(@max_rows AS bigint)
)
RETURNING *;

-- name: ListBrowserEvents :many
SELECT seq, xid, kind, composition_id, instance_id, team_id, data, created_at FROM browser_events
WHERE (xid > @after_xid OR (xid = @after_xid AND seq > @after_seq))
ORDER BY xid, seq LIMIT CAST(@max_rows AS bigint);

-- name: BrowserEventHorizon :one
SELECT CAST(0 AS bigint) AS xid, CAST(coalesce((SELECT e.seq FROM browser_events AS e ORDER BY e.seq DESC LIMIT 1), 0) AS bigint) AS seq;

-- name: FutureBrowserEvents :one
SELECT count(*) FROM browser_events WHERE xid > 0;
