-- Who published what an object holds now; empty for what was published before this was noted.
ALTER TABLE catalog_objects ADD COLUMN updated_by TEXT NOT NULL DEFAULT '';

-- Packs list what belongs to one team, or to none.
CREATE INDEX catalog_objects_in_scope ON catalog_objects (kind, coalesce(team_id, ''), name);
CREATE INDEX workflow_definitions_in_scope ON workflow_definitions (coalesce(team_id, ''), slug);

INSERT INTO schema_marks (version) VALUES (3);
