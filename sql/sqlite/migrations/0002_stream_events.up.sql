-- Events from outside, as they were normalised. The delivery id makes a redelivery a no-op.
CREATE TABLE stream_events (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    source TEXT NOT NULL,
    source_id TEXT NOT NULL,
    ref TEXT NOT NULL,
    actor TEXT NOT NULL,
    time DATETIME NOT NULL,
    payload TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    received_at DATETIME NOT NULL,
    UNIQUE (source_id, delivery_id)
);
CREATE INDEX stream_events_by_type ON stream_events (type, id);

INSERT INTO schema_marks (version) VALUES (2);
