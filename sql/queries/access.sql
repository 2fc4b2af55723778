-- name: InsertUser :exec
INSERT INTO users (id, name, is_owner, created_at) VALUES (@id, @name, @is_owner, @created_at);

-- name: FirstOwner :one
SELECT * FROM users WHERE is_owner ORDER BY id LIMIT 1;

-- name: UserByID :one
SELECT * FROM users WHERE id = @id;

-- name: InsertTeam :exec
INSERT INTO teams (id, slug, name, created_at) VALUES (@id, @slug, @name, @created_at);

-- name: TeamByID :one
SELECT * FROM teams WHERE id = @id;

-- name: ListTeams :many
SELECT * FROM teams ORDER BY slug;

-- name: InsertMember :exec
INSERT INTO team_members (team_id, user_id, role) VALUES (@team_id, @user_id, @role);

-- name: ListMemberships :many
SELECT teams.id, teams.slug, teams.name, teams.created_at, team_members.role
FROM team_members JOIN teams ON teams.id = team_members.team_id
WHERE team_members.user_id = @user_id ORDER BY teams.slug;
