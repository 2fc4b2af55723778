ALTER TABLE turns DROP COLUMN usage;
DROP INDEX item_revisions_by_turn;
DROP INDEX composition_items_removed;
DELETE FROM composition_items WHERE removed_turn_id IS NOT NULL;
ALTER TABLE composition_items DROP COLUMN removed_turn_id;
DELETE FROM schema_marks WHERE version = 4;
