DROP INDEX sessions_by_template;

DELETE FROM schema_marks WHERE version = 14;
