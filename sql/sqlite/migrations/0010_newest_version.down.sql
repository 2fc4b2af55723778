ALTER TABLE workflow_definitions DROP COLUMN newest_version;
DELETE FROM schema_marks WHERE version = 10;
