CREATE TABLE schema_marks (version INTEGER PRIMARY KEY);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    is_owner BOOLEAN NOT NULL,
    created_at DATETIME NOT NULL
);

CREATE TABLE teams (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at DATETIME NOT NULL
);

CREATE TABLE team_members (
    team_id TEXT NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_by_user ON team_members (user_id);

CREATE TABLE compositions (
    id TEXT PRIMARY KEY,
    team_id TEXT REFERENCES teams (id),
    name TEXT NOT NULL,
    goal TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    session_id TEXT NOT NULL,
    turn_state TEXT NOT NULL,
    current_turn_id TEXT,
    pending_change_set TEXT,
    pending_turn_id TEXT,
    apply_mode TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL
);

CREATE TABLE composition_items (
    id TEXT PRIMARY KEY,
    composition_id TEXT NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    base_item_id TEXT,
    base_content_revision TEXT,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    layout_seq INTEGER NOT NULL,
    last_author TEXT NOT NULL,
    last_turn_id TEXT,
    published_at DATETIME,
    published_revision TEXT,
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL,
    UNIQUE (composition_id, type, name)
);
CREATE UNIQUE INDEX composition_items_one_workflow ON composition_items (composition_id) WHERE type = 'workflow';

CREATE TABLE item_revisions (
    id TEXT PRIMARY KEY,
    item_id TEXT NOT NULL REFERENCES composition_items (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    author TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    turn_id TEXT,
    created_at DATETIME NOT NULL
);
CREATE INDEX item_revisions_by_item ON item_revisions (item_id, id);

CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    composition_id TEXT NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    message TEXT NOT NULL,
    started_by TEXT NOT NULL,
    started_at DATETIME NOT NULL,
    ended_at DATETIME,
    outcome TEXT,
    change_set TEXT,
    touched_items TEXT NOT NULL,
    receipt TEXT
);
CREATE INDEX turns_by_composition ON turns (composition_id, id);

CREATE TABLE working_copies (
    turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    change_set TEXT,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    PRIMARY KEY (turn_id, seq)
);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    composition_id TEXT REFERENCES compositions (id) ON DELETE CASCADE,
    template_id TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    resume_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    owner_epoch INTEGER NOT NULL,
    lease_until DATETIME,
    turn_id TEXT,
    created_at DATETIME NOT NULL
);
CREATE INDEX sessions_by_composition ON sessions (composition_id);
CREATE INDEX sessions_by_lease ON sessions (lease_until) WHERE lease_until IS NOT NULL;

CREATE TABLE session_events (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    turn_id TEXT,
    data TEXT NOT NULL,
    at DATETIME NOT NULL,
    PRIMARY KEY (session_id, seq)
);

CREATE TABLE catalog_objects (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    team_id TEXT REFERENCES teams (id),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX catalog_objects_by_name ON catalog_objects (kind, name, coalesce(team_id, ''));
CREATE INDEX catalog_objects_in_order ON catalog_objects (kind, name, id);

CREATE TABLE workflow_definitions (
    id TEXT PRIMARY KEY,
    team_id TEXT REFERENCES teams (id),
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    branding TEXT NOT NULL,
    entry_mode TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    on_complete TEXT,
    retention TEXT NOT NULL,
    document TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX workflow_definitions_by_slug ON workflow_definitions (slug, coalesce(team_id, ''));

CREATE TABLE workflow_versions (
    id TEXT PRIMARY KEY,
    definition_id TEXT NOT NULL REFERENCES workflow_definitions (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    snapshot TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    UNIQUE (definition_id, number)
);

-- The action types that the current version of a workflow calls, so that deletion can name its users.
CREATE TABLE definition_uses (
    definition_id TEXT NOT NULL REFERENCES workflow_definitions (id) ON DELETE CASCADE,
    object_id TEXT NOT NULL REFERENCES catalog_objects (id),
    PRIMARY KEY (object_id, definition_id)
);
CREATE INDEX definition_uses_by_definition ON definition_uses (definition_id);

CREATE TABLE workflow_instances (
    id TEXT PRIMARY KEY,
    definition_id TEXT NOT NULL REFERENCES workflow_definitions (id),
    version_number INTEGER NOT NULL,
    team_id TEXT REFERENCES teams (id),
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    history_seq INTEGER NOT NULL,
    call_seq INTEGER NOT NULL,
    started_by TEXT NOT NULL,
    started_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL,
    ended_at DATETIME
);
CREATE INDEX workflow_instances_by_definition ON workflow_instances (definition_id, id);
CREATE INDEX workflow_instances_by_status ON workflow_instances (status, id);

CREATE TABLE instance_history (
    instance_id TEXT NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (instance_id, seq)
);

-- The calls made on an instance, in order: folding them gives its state again.
CREATE TABLE instance_calls (
    instance_id TEXT NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    call TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    PRIMARY KEY (instance_id, seq)
);

CREATE TABLE tasks (
    instance_id TEXT NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    node_id TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    inputs TEXT NOT NULL,
    fields TEXT NOT NULL,
    opened_at DATETIME NOT NULL,
    PRIMARY KEY (instance_id, number)
);

CREATE TABLE action_attempts (
    instance_id TEXT NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    node_id TEXT NOT NULL,
    action_type TEXT NOT NULL,
    started_at DATETIME NOT NULL,
    finished_at DATETIME,
    outcome TEXT,
    error TEXT NOT NULL,
    exit_code INTEGER,
    stdout TEXT NOT NULL,
    stderr TEXT NOT NULL,
    outputs TEXT,
    PRIMARY KEY (instance_id, number, attempt)
);

-- Durable background work. A lease is run_at pushed forward; owner and attempt fence late writers.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    args TEXT NOT NULL,
    unique_key TEXT,
    priority INTEGER NOT NULL,
    run_at DATETIME NOT NULL,
    attempt INTEGER NOT NULL,
    max_attempts INTEGER NOT NULL,
    owner TEXT NOT NULL,
    last_error TEXT NOT NULL,
    dead_at DATETIME,
    created_at DATETIME NOT NULL
);
CREATE INDEX jobs_ready ON jobs (kind, run_at, priority, id) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead ON jobs (dead_at) WHERE dead_at IS NOT NULL;
CREATE UNIQUE INDEX jobs_unique ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL AND dead_at IS NULL;

-- What browsers are told. One row an event; the cursor is (xid, seq).
CREATE TABLE browser_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    xid INTEGER NOT NULL DEFAULT 0,
    kind TEXT NOT NULL,
    composition_id TEXT,
    instance_id TEXT,
    team_id TEXT,
    data TEXT NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE INDEX browser_events_by_age ON browser_events (created_at);

CREATE TABLE idempotency_keys (
    actor_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    PRIMARY KEY (actor_id, operation, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE installation (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

INSERT INTO schema_marks (version) VALUES (1);
