package sqlite_test

import (
	"database/sql"
	"io/fs"
	"path/filepath"
	"testing"

	heddlesql "heddle.dev/heddle/sql"
)

// newest is the number of the last migration.
var newest = func() int {
	files, _ := fs.Glob(heddlesql.Migrations, "sqlite/migrations/*.up.sql") // the pattern is well formed
	return len(files)
}()

// A server that is killed while it migrates leaves the schema version marked as dirty, with the migration applied or
// not.
func TestOpenGoesOnWhereAKilledMigrationStopped(t *testing.T) {
	t.Parallel()
	t.Run("after it was applied", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		if err := open(t, dir).Close(); err != nil {
			t.Fatal(err)
		}
		execute(t, dir, "INSERT INTO teams VALUES ('1', 'kept', 'Kept', '2026-01-01 00:00:00+00:00')", "UPDATE schema_migrations SET dirty = 1")
		if !storedSlugs(t, open(t, dir))["kept"] {
			t.Error("a row was lost")
		}
		requireNewestVersion(t, dir)
	})
	t.Run("before it was applied", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		execute(t, dir, "CREATE TABLE schema_migrations (version uint64, dirty bool)", "INSERT INTO schema_migrations VALUES (1, 1)")
		if slugs := storedSlugs(t, open(t, dir)); len(slugs) != 0 {
			t.Errorf("got %v, want an empty store", slugs)
		}
		requireNewestVersion(t, dir)
	})
}

func TestOpeningAgainMigratesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 3 {
		if err := open(t, dir).Close(); err != nil {
			t.Fatal(err)
		}
	}
	requireNewestVersion(t, dir)
}

func execute(t *testing.T, dir string, statements ...string) {
	t.Helper()
	db := database(t, dir)
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func requireNewestVersion(t *testing.T, dir string) {
	t.Helper()
	var version, marks int
	var dirty bool
	db := database(t, dir)
	err := db.QueryRowContext(t.Context(), "SELECT version, dirty, (SELECT count(*) FROM schema_marks) FROM schema_migrations").
		Scan(&version, &dirty, &marks)
	if err != nil || version != newest || dirty || marks != newest {
		t.Errorf("version %d (dirty %v) with %d marks, %v; want %d, clean", version, dirty, marks, err, newest)
	}
}

func database(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "heddle.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
