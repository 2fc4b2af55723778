-- Sealed values; key_id names the key that opens them.
CREATE TABLE secrets (
    id TEXT COLLATE "C" PRIMARY KEY,
    team_id TEXT COLLATE "C" REFERENCES teams (id),
    name TEXT COLLATE "C" NOT NULL,
    key_id TEXT COLLATE "C" NOT NULL,
    sealed TEXT NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX secrets_by_name ON secrets (name, coalesce(team_id, ''));
CREATE INDEX secrets_in_order ON secrets (name, id);

INSERT INTO schema_marks (version) VALUES (11);
