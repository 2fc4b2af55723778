ALTER TABLE jobs DROP COLUMN target;
DELETE FROM schema_marks WHERE version = 7;
