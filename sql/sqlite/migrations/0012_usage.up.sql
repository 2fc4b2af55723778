-- What agents ask people. A question is open until it is answered, or its turn ends otherwise than by completing, or the
-- next turn begins.
CREATE TABLE session_questions (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    text TEXT NOT NULL,
    state TEXT NOT NULL,
    asked_at DATETIME NOT NULL,
    answered_by TEXT,
    answered_at DATETIME,
    answer_turn_id TEXT,
    PRIMARY KEY (session_id, id)
);
CREATE INDEX session_questions_open ON session_questions (session_id) WHERE state = 'open';

-- What language models were used for. The records outlive what they were made for, so they refer to nothing.
CREATE TABLE usage_records (
    id TEXT PRIMARY KEY,
    at DATETIME NOT NULL,
    day TEXT NOT NULL,
    purpose TEXT NOT NULL,
    session_id TEXT,
    turn_id TEXT,
    composition_id TEXT,
    team_id TEXT,
    user_id TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cache_read_tokens INTEGER NOT NULL,
    cache_write_tokens INTEGER NOT NULL,
    cost_usd REAL
);
CREATE INDEX usage_records_by_time ON usage_records (at);

INSERT INTO schema_marks (version) VALUES (12);
