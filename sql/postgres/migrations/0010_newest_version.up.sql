-- The highest number of a workflow's versions, which need not be the one that new instances run.
ALTER TABLE workflow_definitions ADD COLUMN newest_version BIGINT NOT NULL DEFAULT 0;
UPDATE workflow_definitions SET newest_version =
    coalesce((SELECT max(number) FROM workflow_versions v WHERE v.definition_id = workflow_definitions.id), 0);

INSERT INTO schema_marks (version) VALUES (10);
