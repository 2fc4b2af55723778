-- name: InsertInstance :exec
INSERT INTO workflow_instances (id, definition_id, version_number, team_id, status, state, history_seq, call_seq, started_by, started_at, updated_at, ended_at)
VALUES (@id, @definition_id, @version_number, @team_id, @status, @state, @history_seq, @call_seq, @started_by, @started_at, @updated_at, @ended_at);

-- name: UpdateInstance :execrows
UPDATE workflow_instances SET status = @status, state = @state, history_seq = @history_seq, call_seq = @call_seq, updated_at = @updated_at, ended_at = @ended_at
WHERE id = @id;

-- name: InstanceByID :one
SELECT * FROM workflow_instances WHERE id = @id;

-- name: ListInstances :many
SELECT id, definition_id, version_number, team_id, status, started_by, started_at, updated_at, ended_at FROM workflow_instances
WHERE id < @before
  AND (definition_id = sqlc.narg('definition_id') OR sqlc.narg('definition_id') IS NULL)
  AND (status = sqlc.narg('status') OR sqlc.narg('status') IS NULL)
  AND (CAST(@everything AS boolean) OR team_id IS NULL
    OR EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = workflow_instances.team_id AND m.user_id = @user_id))
ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: InsertHistoryEntry :exec
INSERT INTO instance_history (instance_id, seq, entry) VALUES (@instance_id, @seq, @entry);

-- name: ListHistory :many
SELECT seq, entry FROM instance_history WHERE instance_id = @instance_id AND seq > @after ORDER BY seq LIMIT CAST(@max_rows AS bigint);

-- name: InsertCall :exec
INSERT INTO instance_calls (instance_id, seq, call, actor_id) VALUES (@instance_id, @seq, @call, @actor_id);

-- name: ListCalls :many
SELECT call FROM instance_calls WHERE instance_id = @instance_id ORDER BY seq;

-- name: InsertTask :exec
INSERT INTO tasks (instance_id, number, node_id, title, description, inputs, fields, opened_at)
VALUES (@instance_id, @number, @node_id, @title, @description, @inputs, @fields, @opened_at);

-- name: ListTasks :many
SELECT * FROM tasks WHERE instance_id = @instance_id ORDER BY number;

-- name: DeleteTask :execrows
DELETE FROM tasks WHERE instance_id = @instance_id AND number = @number;

-- name: SaveActionAttempt :exec
INSERT INTO action_attempts (instance_id, number, attempt, node_id, action_type, started_at, finished_at, outcome, error, exit_code, stdout, stderr, outputs)
VALUES (@instance_id, @number, @attempt, @node_id, @action_type, @started_at, @finished_at, @outcome, @error, @exit_code, @stdout, @stderr, @outputs)
ON CONFLICT (instance_id, number, attempt) DO UPDATE SET node_id = excluded.node_id, action_type = excluded.action_type, started_at = excluded.started_at, finished_at = excluded.finished_at,
    outcome = excluded.outcome, error = excluded.error, exit_code = excluded.exit_code, stdout = excluded.stdout,
    stderr = excluded.stderr, outputs = excluded.outputs;

-- name: ListActionAttempts :many
SELECT * FROM action_attempts
WHERE instance_id = @instance_id AND number >= @after_number AND (number > @after_number OR attempt > @after_attempt)
ORDER BY number, attempt LIMIT CAST(@max_rows AS bigint);

-- name: CountActionAttempts :one
SELECT count(*) FROM action_attempts
WHERE instance_id = @instance_id AND number = @number AND outcome = @outcome;

-- name: EndActionAttempts :execrows
UPDATE action_attempts SET outcome = 'failed', error = @error, finished_at = @finished_at
WHERE instance_id = @instance_id AND number = @number AND outcome IS NULL;
