DROP INDEX stream_events_by_ref;
DROP INDEX stream_events_by_source;
DELETE FROM schema_marks WHERE version = 5;
