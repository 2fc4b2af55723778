-- Runs of drafts, to see whether they work. Those of a turn are in its receipt.
CREATE TABLE test_runs (
    id TEXT COLLATE "C" PRIMARY KEY,
    composition_id TEXT COLLATE "C" NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    turn_id TEXT COLLATE "C" REFERENCES turns (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    content_revision TEXT NOT NULL,
    started_by TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ,
    ok BOOLEAN NOT NULL,
    summary TEXT NOT NULL,
    result TEXT NOT NULL
);
CREATE INDEX test_runs_by_composition ON test_runs (composition_id, id);
CREATE INDEX test_runs_by_turn ON test_runs (turn_id, id) WHERE turn_id IS NOT NULL;

INSERT INTO schema_marks (version) VALUES (8);
