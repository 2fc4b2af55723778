-- name: InsertTestRun :exec
INSERT INTO test_runs (id, composition_id, turn_id, type, name, content_revision, started_by, started_at, ended_at, ok, summary, result)
VALUES (@id, @composition_id, @turn_id, @type, @name, @content_revision, @started_by, @started_at, @ended_at, @ok, @summary, @result);

-- name: EndTestRun :execrows
UPDATE test_runs SET ended_at = @ended_at, ok = @ok, summary = @summary, result = @result WHERE id = @id;

-- name: TestRunByID :one
SELECT * FROM test_runs WHERE id = @id AND composition_id = @composition_id;

-- name: ListTestRunsOfTurn :many
SELECT * FROM test_runs WHERE turn_id = @turn_id ORDER BY id;
