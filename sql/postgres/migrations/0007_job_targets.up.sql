-- The server that a job is meant for, while it takes it in time; empty: any.
ALTER TABLE jobs ADD COLUMN target TEXT NOT NULL DEFAULT '';

INSERT INTO schema_marks (version) VALUES (7);
