-- Tokens of the agents that users attach. Each has a session under the same id.
CREATE TABLE agent_tokens (
    id TEXT COLLATE "C" PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    composition_id TEXT COLLATE "C" NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE,
    created_by TEXT COLLATE "C" NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ,
    expires_at TIMESTAMPTZ,
    revoked_at TIMESTAMPTZ
);
CREATE INDEX agent_tokens_by_composition ON agent_tokens (composition_id, id);

ALTER TABLE turns ADD COLUMN agent_token_id TEXT COLLATE "C";

INSERT INTO schema_marks (version) VALUES (9);
