-- name: InsertUsage :exec
INSERT INTO usage_records (id, at, day, purpose, session_id, turn_id, composition_id, team_id, user_id, engine, model,
    input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd)
VALUES (@id, @at, @day, @purpose, @session_id, @turn_id, @composition_id, @team_id, @user_id, @engine, @model,
    @input_tokens, @output_tokens, @cache_read_tokens, @cache_write_tokens, @cost_usd);

-- name: SumUsage :many
SELECT CAST(CASE CAST(@group_by AS text) WHEN 'day' THEN day WHEN 'engine' THEN engine WHEN 'model' THEN model
        WHEN 'composition' THEN coalesce(composition_id, '') WHEN 'team' THEN coalesce(team_id, '')
        WHEN 'together' THEN '' ELSE user_id END AS text) AS group_key,
    CAST(count(*) AS bigint) AS records, CAST(count(DISTINCT turn_id) AS bigint) AS turns,
    CAST(sum(input_tokens) AS bigint) AS input_tokens, CAST(sum(output_tokens) AS bigint) AS output_tokens,
    CAST(sum(cache_read_tokens) AS bigint) AS cache_read_tokens, CAST(sum(cache_write_tokens) AS bigint) AS cache_write_tokens,
    CAST(coalesce(sum(cost_usd), 0) AS double precision) AS cost_usd, CAST(count(cost_usd) AS bigint) AS priced
FROM usage_records
WHERE at >= @since AND at < @until
  AND (CAST(@everything AS boolean) OR usage_records.user_id = @user_id
    OR team_id IN (SELECT m.team_id FROM team_members m WHERE m.user_id = @user_id))
GROUP BY 1
ORDER BY 1;

-- name: ListUsage :many
SELECT * FROM usage_records
WHERE at >= @since AND at < @until
  AND (CAST(@everything AS boolean) OR usage_records.user_id = @user_id
    OR team_id IN (SELECT m.team_id FROM team_members m WHERE m.user_id = @user_id))
  AND id < @before
ORDER BY id DESC
LIMIT CAST(@max_rows AS bigint);
