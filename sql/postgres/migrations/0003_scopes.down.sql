DROP INDEX workflow_definitions_in_scope;
DROP INDEX catalog_objects_in_scope;
ALTER TABLE catalog_objects DROP COLUMN updated_by;
DELETE FROM schema_marks WHERE version = 3;
