-- Lists of events of one source, and of one thing such as an issue.
CREATE INDEX stream_events_by_source ON stream_events (source_id, id);
CREATE INDEX stream_events_by_ref ON stream_events (ref, id);

INSERT INTO schema_marks (version) VALUES (5);
