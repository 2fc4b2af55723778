-- name: InsertJob :execrows
INSERT INTO jobs (id, kind, args, unique_key, priority, run_at, attempt, max_attempts, owner, last_error, created_at, target)
VALUES (@id, @kind, @args, @unique_key, @priority, @run_at, 0, @max_attempts, '', '', @created_at, @target)
ON CONFLICT DO NOTHING;

-- name: RenewJob :execrows
UPDATE jobs SET run_at = @lease_until WHERE id = @id AND owner = @owner AND attempt = @attempt AND dead_at IS NULL;

-- name: FinishJob :execrows
DELETE FROM jobs WHERE id = @id AND owner = @owner AND attempt = @attempt AND dead_at IS NULL;

-- name: RetryJob :execrows
UPDATE jobs SET run_at = @run_at, owner = '', last_error = @last_error, target = @target
WHERE id = @id AND owner = @owner AND attempt = @attempt AND dead_at IS NULL;

-- name: BuryJob :execrows
UPDATE jobs SET dead_at = @dead_at, owner = '', last_error = @last_error
WHERE id = @id AND owner = @owner AND attempt = @attempt AND dead_at IS NULL;

-- name: ReleaseJobs :execrows
UPDATE jobs SET run_at = CASE WHEN owner = @owner THEN @now ELSE run_at END,
  attempt = CASE WHEN owner = @owner THEN attempt - 1 ELSE attempt END, owner = '', target = ''
WHERE (owner = @owner OR target = @owner) AND dead_at IS NULL;

-- name: ListDeadJobs :many
SELECT * FROM jobs WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, id DESC LIMIT CAST(@max_rows AS bigint);

-- name: NextJobTime :one
SELECT run_at FROM jobs WHERE kind = @kind AND dead_at IS NULL ORDER BY run_at LIMIT 1;

-- name: DeleteJobByKey :execrows
DELETE FROM jobs WHERE kind = @kind AND unique_key = @unique_key AND dead_at IS NULL;

-- name: FreeJobs :execrows
UPDATE jobs SET run_at = CASE WHEN owner <> '' THEN @now ELSE run_at END, owner = '', target = ''
WHERE (owner <> '' OR target <> '') AND dead_at IS NULL;
