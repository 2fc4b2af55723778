-- name: InsertComposition :exec
INSERT INTO compositions (id, team_id, name, goal, engine, model, session_id, turn_state, current_turn_id,
    resolving_until, pending_change_set, pending_turn_id, apply_mode, lease_id, lease_window_id, lease_user_id,
    lease_user_name, lease_epoch, lease_expires_at, created_by, created_at, updated_at)
VALUES (@id, @team_id, @name, @goal, @engine, @model, @session_id, @turn_state, @current_turn_id,
    @resolving_until, @pending_change_set, @pending_turn_id, @apply_mode, @lease_id, @lease_window_id, @lease_user_id,
    @lease_user_name, @lease_epoch, @lease_expires_at, @created_by, @created_at, @updated_at);

-- name: UpdateComposition :execrows
UPDATE compositions SET name = @name, goal = @goal, engine = @engine, model = @model, session_id = @session_id, turn_state = @turn_state, current_turn_id = @current_turn_id,
    resolving_until = @resolving_until, pending_change_set = @pending_change_set, pending_turn_id = @pending_turn_id,
    apply_mode = @apply_mode, lease_id = @lease_id, lease_window_id = @lease_window_id, lease_user_id = @lease_user_id,
    lease_user_name = @lease_user_name, lease_epoch = @lease_epoch, lease_expires_at = @lease_expires_at,
    updated_at = @updated_at
WHERE id = @id;

-- name: CompositionByID :one
SELECT * FROM compositions WHERE id = @id;

-- name: ListCompositions :many
SELECT * FROM compositions
WHERE id < @before
  AND (CAST(@everything AS boolean) OR team_id IS NULL
    OR EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = compositions.team_id AND m.user_id = @user_id))
ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: DeleteComposition :execrows
DELETE FROM compositions WHERE id = @id;

-- name: InsertItem :exec
INSERT INTO composition_items (id, composition_id, type, name, base_item_id, base_content_revision, content,
    content_revision, layout_seq, last_author, last_turn_id, published_at, published_revision, created_at, updated_at)
VALUES (@id, @composition_id, @type, @name, @base_item_id, @base_content_revision, @content,
    @content_revision, @layout_seq, @last_author, @last_turn_id, @published_at, @published_revision, @created_at, @updated_at);

-- name: UpdateItem :execrows
UPDATE composition_items SET name = @name, base_item_id = @base_item_id, base_content_revision = @base_content_revision,
    content = @content, content_revision = @content_revision, layout_seq = @layout_seq, last_author = @last_author,
    last_turn_id = @last_turn_id, published_at = @published_at, published_revision = @published_revision,
    removed_turn_id = @removed_turn_id, updated_at = @updated_at
WHERE id = @id;

-- name: ItemByID :one
SELECT * FROM composition_items WHERE id = @id AND composition_id = @composition_id AND removed_turn_id IS NULL;

-- name: ItemByName :one
SELECT * FROM composition_items WHERE composition_id = @composition_id AND type = @type AND name = @name AND removed_turn_id IS NULL;

-- name: WorkflowItem :one
SELECT * FROM composition_items WHERE composition_id = @composition_id AND type = 'workflow';

-- name: ListItems :many
SELECT * FROM composition_items WHERE composition_id = @composition_id AND removed_turn_id IS NULL
ORDER BY CASE type WHEN 'workflow' THEN 0 WHEN 'action-type' THEN 1 ELSE 2 END, name;

-- name: ListRemovedItems :many
SELECT * FROM composition_items WHERE removed_turn_id = @turn_id ORDER BY id;

-- name: DeleteItem :execrows
DELETE FROM composition_items WHERE id = @id;

-- name: InsertItemRevision :exec
INSERT INTO item_revisions (id, item_id, content, content_revision, author, actor_id, origin, turn_id, created_at)
VALUES (@id, @item_id, @content, @content_revision, @author, @actor_id, @origin, @turn_id, @created_at);

-- name: ItemRevisionByID :one
SELECT * FROM item_revisions WHERE id = @id AND item_id = @item_id;

-- name: ListItemRevisions :many
SELECT id, item_id, content_revision, author, actor_id, origin, turn_id, created_at
FROM item_revisions WHERE item_id = @item_id AND id < @before ORDER BY id DESC LIMIT CAST(@max_rows AS bigint);

-- name: ItemRevisionByContent :one
SELECT * FROM item_revisions WHERE item_id = @item_id AND content_revision = @content_revision ORDER BY id DESC LIMIT 1;

-- name: ItemRevisionBefore :one
SELECT * FROM item_revisions WHERE item_id = @item_id AND id < @before ORDER BY id DESC LIMIT 1;

-- name: ListItemHistory :many
SELECT * FROM item_revisions WHERE item_id = @item_id AND id > @after ORDER BY id LIMIT CAST(@max_rows AS bigint);

-- name: ListTurnRevisions :many
SELECT id, item_id, content_revision, author, actor_id, origin, turn_id, created_at
FROM item_revisions WHERE turn_id = @turn_id ORDER BY id;
