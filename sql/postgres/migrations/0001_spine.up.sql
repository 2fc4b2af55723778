CREATE TABLE schema_marks (version BIGINT PRIMARY KEY);

CREATE TABLE users (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    is_owner BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE teams (
    id TEXT COLLATE "C" PRIMARY KEY,
    slug TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE team_members (
    team_id TEXT COLLATE "C" NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_by_user ON team_members (user_id);

CREATE TABLE compositions (
    id TEXT COLLATE "C" PRIMARY KEY,
    team_id TEXT COLLATE "C" REFERENCES teams (id),
    name TEXT COLLATE "C" NOT NULL,
    goal TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    turn_state TEXT NOT NULL,
    current_turn_id TEXT COLLATE "C",
    pending_change_set TEXT,
    pending_turn_id TEXT COLLATE "C",
    apply_mode TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE composition_items (
    id TEXT COLLATE "C" PRIMARY KEY,
    composition_id TEXT COLLATE "C" NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    base_item_id TEXT COLLATE "C",
    base_content_revision TEXT,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    layout_seq BIGINT NOT NULL,
    last_author TEXT NOT NULL,
    last_turn_id TEXT COLLATE "C",
    published_at TIMESTAMPTZ,
    published_revision TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (composition_id, type, name)
);
CREATE UNIQUE INDEX composition_items_one_workflow ON composition_items (composition_id) WHERE type = 'workflow';

CREATE TABLE item_revisions (
    id TEXT COLLATE "C" PRIMARY KEY,
    item_id TEXT COLLATE "C" NOT NULL REFERENCES composition_items (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    author TEXT NOT NULL,
    actor_id TEXT COLLATE "C" NOT NULL,
    origin TEXT NOT NULL,
    turn_id TEXT COLLATE "C",
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX item_revisions_by_item ON item_revisions (item_id, id);

CREATE TABLE turns (
    id TEXT COLLATE "C" PRIMARY KEY,
    composition_id TEXT COLLATE "C" NOT NULL REFERENCES compositions (id) ON DELETE CASCADE,
    message TEXT NOT NULL,
    started_by TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ,
    outcome TEXT,
    change_set TEXT,
    touched_items TEXT NOT NULL,
    receipt TEXT
);
CREATE INDEX turns_by_composition ON turns (composition_id, id);

CREATE TABLE working_copies (
    turn_id TEXT COLLATE "C" NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    change_set TEXT,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (turn_id, seq)
);

CREATE TABLE sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    composition_id TEXT COLLATE "C" REFERENCES compositions (id) ON DELETE CASCADE,
    template_id TEXT COLLATE "C" NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    resume_id TEXT COLLATE "C" NOT NULL,
    owner TEXT NOT NULL,
    owner_epoch BIGINT NOT NULL,
    lease_until TIMESTAMPTZ,
    turn_id TEXT COLLATE "C",
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sessions_by_composition ON sessions (composition_id);
CREATE INDEX sessions_by_lease ON sessions (lease_until) WHERE lease_until IS NOT NULL;

CREATE TABLE session_events (
    session_id TEXT COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    turn_id TEXT COLLATE "C",
    data TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (session_id, seq)
);

CREATE TABLE catalog_objects (
    id TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT NOT NULL,
    team_id TEXT COLLATE "C" REFERENCES teams (id),
    name TEXT COLLATE "C" NOT NULL,
    content TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX catalog_objects_by_name ON catalog_objects (kind, name, coalesce(team_id, ''));
CREATE INDEX catalog_objects_in_order ON catalog_objects (kind, name, id);

CREATE TABLE workflow_definitions (
    id TEXT COLLATE "C" PRIMARY KEY,
    team_id TEXT COLLATE "C" REFERENCES teams (id),
    slug TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    description TEXT NOT NULL,
    branding TEXT NOT NULL,
    entry_mode TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    on_complete TEXT,
    retention TEXT NOT NULL,
    document TEXT NOT NULL,
    content_revision TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX workflow_definitions_by_slug ON workflow_definitions (slug, coalesce(team_id, ''));

CREATE TABLE workflow_versions (
    id TEXT COLLATE "C" PRIMARY KEY,
    definition_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_definitions (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    snapshot TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    UNIQUE (definition_id, number)
);

-- The action types that the current version of a workflow calls, so that deletion can name its users.
CREATE TABLE definition_uses (
    definition_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_definitions (id) ON DELETE CASCADE,
    object_id TEXT COLLATE "C" NOT NULL REFERENCES catalog_objects (id),
    PRIMARY KEY (object_id, definition_id)
);
CREATE INDEX definition_uses_by_definition ON definition_uses (definition_id);

CREATE TABLE workflow_instances (
    id TEXT COLLATE "C" PRIMARY KEY,
    definition_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_definitions (id),
    version_number BIGINT NOT NULL,
    team_id TEXT COLLATE "C" REFERENCES teams (id),
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    history_seq BIGINT NOT NULL,
    call_seq BIGINT NOT NULL,
    started_by TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ
);
CREATE INDEX workflow_instances_by_definition ON workflow_instances (definition_id, id);
CREATE INDEX workflow_instances_by_status ON workflow_instances (status, id);

CREATE TABLE instance_history (
    instance_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (instance_id, seq)
);

-- The calls made on an instance, in order: folding them gives its state again.
CREATE TABLE instance_calls (
    instance_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    call TEXT NOT NULL,
    actor_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (instance_id, seq)
);

CREATE TABLE tasks (
    instance_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    node_id TEXT COLLATE "C" NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    inputs TEXT NOT NULL,
    fields TEXT NOT NULL,
    opened_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (instance_id, number)
);

CREATE TABLE action_attempts (
    instance_id TEXT COLLATE "C" NOT NULL REFERENCES workflow_instances (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    node_id TEXT COLLATE "C" NOT NULL,
    action_type TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    outcome TEXT,
    error TEXT NOT NULL,
    exit_code BIGINT,
    stdout TEXT NOT NULL,
    stderr TEXT NOT NULL,
    outputs TEXT,
    PRIMARY KEY (instance_id, number, attempt)
);

-- Durable background work. A lease is run_at pushed forward; owner and attempt fence late writers.
CREATE TABLE jobs (
    id TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT NOT NULL,
    args TEXT NOT NULL,
    unique_key TEXT,
    priority BIGINT NOT NULL,
    run_at TIMESTAMPTZ NOT NULL,
    attempt BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    owner TEXT NOT NULL,
    last_error TEXT NOT NULL,
    dead_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX jobs_ready ON jobs (kind, run_at, priority, id) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead ON jobs (dead_at) WHERE dead_at IS NOT NULL;
CREATE UNIQUE INDEX jobs_unique ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL AND dead_at IS NULL;

-- What browsers are told. One row an event; the cursor is (xid, seq).
CREATE TABLE browser_events (
    seq BIGSERIAL PRIMARY KEY,
    xid BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
    kind TEXT NOT NULL,
    composition_id TEXT COLLATE "C",
    instance_id TEXT COLLATE "C",
    team_id TEXT COLLATE "C",
    data TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX browser_events_in_order ON browser_events (xid, seq);
CREATE INDEX browser_events_by_age ON browser_events (created_at);

CREATE TABLE idempotency_keys (
    actor_id TEXT COLLATE "C" NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    resource_id TEXT COLLATE "C" NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (actor_id, operation, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE installation (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

INSERT INTO schema_marks (version) VALUES (1);
