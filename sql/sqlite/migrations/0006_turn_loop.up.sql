-- The whole turn loop: an editor applies what a turn proposes, under a lease; an agent is asked once more.
ALTER TABLE compositions ADD COLUMN resolving_until DATETIME;
ALTER TABLE compositions ADD COLUMN lease_id TEXT;
ALTER TABLE compositions ADD COLUMN lease_window_id TEXT NOT NULL DEFAULT '';
ALTER TABLE compositions ADD COLUMN lease_user_id TEXT NOT NULL DEFAULT '';
ALTER TABLE compositions ADD COLUMN lease_user_name TEXT NOT NULL DEFAULT '';
ALTER TABLE compositions ADD COLUMN lease_epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE compositions ADD COLUMN lease_expires_at DATETIME;

ALTER TABLE turns ADD COLUMN reprompted BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE turns ADD COLUMN drafts TEXT NOT NULL DEFAULT '[]';

-- Which state of each item an agent session was shown last: it may replace only what it has seen.
CREATE TABLE shown_items (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    item_type TEXT NOT NULL,
    item_name TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    PRIMARY KEY (session_id, item_type, item_name)
);

INSERT INTO schema_marks (version) VALUES (6);
