-- A draft that an AI turn removed keeps its row, for the turn to be undone: with its id for its name, so that the name
-- is free.
ALTER TABLE composition_items ADD COLUMN removed_turn_id TEXT;
CREATE INDEX composition_items_removed ON composition_items (removed_turn_id, id) WHERE removed_turn_id IS NOT NULL;
CREATE INDEX item_revisions_by_turn ON item_revisions (turn_id, id) WHERE turn_id IS NOT NULL;

-- What the agent used in a turn, as JSON.
ALTER TABLE turns ADD COLUMN usage TEXT;

INSERT INTO schema_marks (version) VALUES (4);
