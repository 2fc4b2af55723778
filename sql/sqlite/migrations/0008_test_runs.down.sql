DROP TABLE test_runs;
DELETE FROM schema_marks WHERE version = 8;
