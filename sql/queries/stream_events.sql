-- name: InsertStreamEvent :execrows
INSERT INTO stream_events (id, type, source, source_id, ref, actor, time, payload, delivery_id, received_at)
VALUES (@id, @type, @source, @source_id, @ref, @actor, @time, @payload, @delivery_id, @received_at)
ON CONFLICT DO NOTHING;

-- name: StreamEventByID :one
SELECT * FROM stream_events WHERE id = @id;

-- name: StreamEventByDelivery :one
SELECT * FROM stream_events WHERE source_id = @source_id AND delivery_id = @delivery_id;

-- name: ListStreamEvents :many
SELECT * FROM stream_events WHERE id < @before ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: ListStreamEventsOfType :many
SELECT * FROM stream_events
WHERE type = @type AND id < @before
  AND (source_id = sqlc.narg('source_id') OR sqlc.narg('source_id') IS NULL)
ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: ListStreamEventsOfSource :many
SELECT * FROM stream_events WHERE source_id = @source_id AND id < @before ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: ListStreamEventsOfRef :many
SELECT * FROM stream_events
WHERE ref = @ref AND id < @before
  AND (type = sqlc.narg('type') OR sqlc.narg('type') IS NULL)
  AND (source_id = sqlc.narg('source_id') OR sqlc.narg('source_id') IS NULL)
ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);
