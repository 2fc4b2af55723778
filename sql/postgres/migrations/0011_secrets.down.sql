DROP TABLE secrets;
DELETE FROM schema_marks WHERE version = 11;
