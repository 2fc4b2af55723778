-- What agents ask people. A question is open until it is answered, or its turn ends otherwise than by completing, or the
-- next turn begins.
CREATE TABLE session_questions (
    session_id TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    id TEXT COLLATE "C" NOT NULL,
    turn_id TEXT COLLATE "C" NOT NULL,
    text TEXT NOT NULL,
    state TEXT NOT NULL,
    asked_at TIMESTAMPTZ NOT NULL,
    answered_by TEXT,
    answered_at TIMESTAMPTZ,
    answer_turn_id TEXT,
    PRIMARY KEY (session_id, id)
);
CREATE INDEX session_questions_open ON session_questions (session_id) WHERE state = 'open';

-- What language models were used for. The records outlive what they were made for, so they refer to nothing.
CREATE TABLE usage_records (
    id TEXT COLLATE "C" PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    purpose TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C",
    turn_id TEXT COLLATE "C",
    composition_id TEXT COLLATE "C",
    team_id TEXT COLLATE "C",
    user_id TEXT COLLATE "C" NOT NULL,
    engine TEXT COLLATE "C" NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cache_read_tokens BIGINT NOT NULL,
    cache_write_tokens BIGINT NOT NULL,
    cost_usd DOUBLE PRECISION
);
CREATE INDEX usage_records_by_time ON usage_records (at);

INSERT INTO schema_marks (version) VALUES (12);
