package sqlite_test

import (
	"fmt"
	"io/fs"
	"testing"

	heddlesql "heddle.dev/heddle/sql"
)

func TestWorkflowsOfOlderSchemasLearnTheirNewestVersion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	execute(t, dir, append(takenBack(t, 9),
		"INSERT INTO users VALUES ('u', 'Ada', true, '2026-01-01 00:00:00+00:00')",
		"INSERT INTO workflow_definitions (id, slug, name, description, branding, entry_mode, is_active, version, revision, retention, document,"+
			" content_revision, created_by, created_at, updated_at)"+
			" SELECT id, id, 'W', '', '{}', 'team_only', true, 2, 0, '{}', '{}', 'sha256:1', 'u', '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00'"+
			" FROM (SELECT 'two' AS id UNION SELECT 'none') AS ids",
		"INSERT INTO workflow_versions VALUES ('v1', 'two', 1, '{}', 'u', '2026-01-01 00:00:00+00:00'), ('v2', 'two', 2, '{}', 'u', '2026-01-01 00:00:00+00:00')",
	)...)
	open(t, dir)
	requireNewestVersion(t, dir)
	for id, want := range map[string]int{"two": 2, "none": 0} {
		var got int
		err := database(t, dir).QueryRowContext(t.Context(), "SELECT newest_version FROM workflow_definitions WHERE id = ?", id).Scan(&got)
		if err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", id, got, err, want)
		}
	}
}

// takenBack lists the statements that take the schema back to the given version.
func takenBack(t *testing.T, to int) (statements []string) {
	t.Helper()
	for version := newest; version > to; version-- {
		names, err := fs.Glob(heddlesql.Migrations, fmt.Sprintf("sqlite/migrations/%04d_*.down.sql", version))
		if err != nil || len(names) != 1 {
			t.Fatalf("the way back from version %d is in %v, %v", version, names, err)
		}
		text, err := fs.ReadFile(heddlesql.Migrations, names[0])
		if err != nil {
			t.Fatal(err)
		}
		statements = append(statements, string(text))
	}
	return append(statements, fmt.Sprintf("UPDATE schema_migrations SET version = %d", to))
}
