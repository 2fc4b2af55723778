-- Sealed values; key_id names the key that opens them.
CREATE TABLE secrets (
    id TEXT PRIMARY KEY,
    team_id TEXT REFERENCES teams (id),
    name TEXT NOT NULL,
    key_id TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at DATETIME NOT NULL,
    updated_by TEXT NOT NULL,
    updated_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX secrets_by_name ON secrets (name, coalesce(team_id, ''));
CREATE INDEX secrets_in_order ON secrets (name, id);

INSERT INTO schema_marks (version) VALUES (11);
