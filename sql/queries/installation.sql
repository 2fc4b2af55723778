-- name: InstallationValue :one
SELECT value FROM installation WHERE key = @key;

-- Of several servers that insert the same key at once, one is answered 1; the others wait for its commit.

-- name: InsertInstallationValue :execrows
INSERT INTO installation (key, value) VALUES (@key, @value) ON CONFLICT DO NOTHING;

-- name: ReplaceInstallationValue :execrows
UPDATE installation SET value = @value WHERE key = @key AND value = @old_value;

-- name: SetInstallationValue :exec
INSERT INTO installation (key, value) VALUES (@key, @value) ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: InsertIdempotencyKey :execrows
INSERT INTO idempotency_keys (actor_id, operation, key, request_hash, resource_id, created_at)
VALUES (@actor_id, @operation, @key, @request_hash, @resource_id, @created_at)
ON CONFLICT DO NOTHING;

-- name: IdempotencyKey :one
SELECT * FROM idempotency_keys WHERE actor_id = @actor_id AND operation = @operation AND key = @key;

-- name: DeleteIdempotencyKeysBefore :execrows
DELETE FROM idempotency_keys WHERE created_at < @before;
