-- Sessions that belong to no composition have a name, a maker and turns of their own. Some hold drafts of what packs hold.
ALTER TABLE sessions ADD COLUMN team_id TEXT;
ALTER TABLE sessions ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN created_by TEXT;
ALTER TABLE sessions ADD COLUMN current_turn_id TEXT;
ALTER TABLE sessions ADD COLUMN current_turn_by TEXT;
DROP INDEX sessions_by_composition;
CREATE INDEX sessions_by_composition ON sessions (composition_id, id);

CREATE TABLE config_items (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    folder TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    base_revision TEXT NOT NULL,
    told_revision TEXT NOT NULL,
    author TEXT NOT NULL,
    turn_id TEXT,
    updated_by TEXT NOT NULL,
    updated_at DATETIME NOT NULL,
    PRIMARY KEY (session_id, folder, name)
);

-- What concerns one person alone: their sessions that belong to no team.
ALTER TABLE browser_events ADD COLUMN session_id TEXT;
ALTER TABLE browser_events ADD COLUMN user_id TEXT;

INSERT INTO schema_marks (version) VALUES (13);
