-- name: InsertAgentToken :exec
INSERT INTO agent_tokens (id, composition_id, name, token_hash, created_by, created_at, last_used_at, expires_at, revoked_at)
VALUES (@id, @composition_id, @name, @token_hash, @created_by, @created_at, @last_used_at, @expires_at, @revoked_at);

-- name: AgentTokenByHash :one
SELECT * FROM agent_tokens WHERE token_hash = @token_hash;

-- name: AgentTokenByID :one
SELECT * FROM agent_tokens WHERE id = @id AND composition_id = @composition_id;

-- name: ListAgentTokens :many
SELECT * FROM agent_tokens WHERE composition_id = @composition_id AND id < @before ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: UseAgentToken :execrows
UPDATE agent_tokens SET last_used_at = @last_used_at WHERE id = @id;

-- name: RevokeAgentToken :execrows
UPDATE agent_tokens SET revoked_at = @revoked_at WHERE id = @id;
