-- Who is asked whether a session template is still used.
CREATE INDEX sessions_by_template ON sessions (template_id, id);

INSERT INTO schema_marks (version) VALUES (14);
