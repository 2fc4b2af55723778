-- name: InsertTurn :exec
INSERT INTO turns (id, composition_id, message, started_by, started_at, ended_at, outcome, change_set, touched_items,
    drafts, reprompted, receipt, agent_token_id)
VALUES (@id, @composition_id, @message, @started_by, @started_at, @ended_at, @outcome, @change_set, @touched_items,
    @drafts, @reprompted, @receipt, @agent_token_id);

-- name: UpdateTurn :execrows
UPDATE turns SET ended_at = @ended_at, outcome = @outcome, change_set = @change_set, touched_items = @touched_items,
    drafts = @drafts, reprompted = @reprompted, receipt = @receipt,
    usage = @usage
WHERE id = @id;

-- name: TurnByID :one
SELECT * FROM turns WHERE id = @id AND composition_id = @composition_id;

-- name: ListTurns :many
SELECT * FROM turns WHERE composition_id = @composition_id AND id < @before ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: InsertWorkingCopy :exec
INSERT INTO working_copies (turn_id, seq, change_set, content, content_revision, created_at)
VALUES (@turn_id, @seq, @change_set, @content, @content_revision, @created_at);

-- name: LatestWorkingCopy :one
SELECT * FROM working_copies WHERE turn_id = @turn_id ORDER BY seq DESC LIMIT 1;

-- name: ListSteps :many
SELECT w.seq, w.change_set FROM working_copies w
WHERE w.turn_id = @turn_id AND w.change_set IS NOT NULL
  AND w.seq >= coalesce((SELECT max(s.seq) FROM working_copies s WHERE s.turn_id = @turn_id AND s.change_set IS NULL), 0)
ORDER BY w.seq;
