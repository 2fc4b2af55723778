-- Tokens of the agents that users attach. Each has a session under the same id.
CREATE TABLE agent_tokens (
    id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    composition_id TEXT NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at DATETIME NOT NULL,
    last_used_at DATETIME,
    expires_at DATETIME,
    revoked_at DATETIME
);
CREATE INDEX agent_tokens_by_composition ON agent_tokens (composition_id, id);

ALTER TABLE turns ADD COLUMN agent_token_id TEXT;

INSERT INTO schema_marks (version) VALUES (9);
