DROP TABLE stream_events;
DELETE FROM schema_marks WHERE version = 2;
