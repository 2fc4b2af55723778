ALTER TABLE turns DROP COLUMN agent_token_id;
DROP TABLE agent_tokens;
DELETE FROM schema_marks WHERE version = 9;
