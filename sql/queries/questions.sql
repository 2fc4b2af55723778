-- name: OpenQuestion :exec
INSERT INTO session_questions (session_id, id, turn_id, text, state, asked_at)
VALUES (@session_id, @id, @turn_id, @text, 'open', @asked_at)
ON CONFLICT (session_id, id) DO UPDATE SET turn_id = excluded.turn_id, text = excluded.text, state = excluded.state,
    asked_at = excluded.asked_at, answered_by = NULL, answered_at = NULL, answer_turn_id = NULL;

-- name: QuestionByID :one
SELECT * FROM session_questions WHERE session_id = @session_id AND id = @id;

-- name: AnswerQuestion :execrows
UPDATE session_questions SET state = 'answered', answered_by = @answered_by, answered_at = @answered_at, answer_turn_id = @answer_turn_id
WHERE session_id = @session_id AND id = @id AND state = 'open';

-- name: CloseQuestion :execrows
UPDATE session_questions SET state = 'closed' WHERE session_id = @session_id AND id = @id AND state = 'open';

-- name: ListOpenQuestions :many
SELECT * FROM session_questions WHERE session_id = @session_id AND state = 'open' ORDER BY asked_at, id;
