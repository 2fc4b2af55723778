-- Sessions that belong to no composition have a name, a maker and turns of their own. Some hold drafts of what packs hold.
ALTER TABLE sessions ADD COLUMN team_id TEXT COLLATE "C";
ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN created_by TEXT COLLATE "C";
ALTER TABLE sessions ADD COLUMN current_turn_id TEXT COLLATE "C";
ALTER TABLE sessions ADD COLUMN current_turn_by TEXT COLLATE "C";
CREATE INDEX sessions_alone ON sessions (id) WHERE composition_id IS NULL;

CREATE TABLE config_items (
    session_id TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    folder TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    content TEXT NOT NULL,
    content_revision TEXT COLLATE "C" NOT NULL,
    base_revision TEXT COLLATE "C" NOT NULL,
    told_revision TEXT COLLATE "C" NOT NULL,
    author TEXT NOT NULL,
    turn_id TEXT COLLATE "C",
    updated_by TEXT COLLATE "C" NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (session_id, folder, name)
);

-- What concerns one person alone: their sessions that belong to no team.
ALTER TABLE browser_events ADD COLUMN session_id TEXT COLLATE "C";
ALTER TABLE browser_events ADD COLUMN user_id TEXT COLLATE "C";

INSERT INTO schema_marks (version) VALUES (13);
