package postgres_test

import (
	"context"
	"fmt"
	"io/fs"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/e2e/postgrestest"
	"heddle.dev/heddle/ports"
	heddlesql "heddle.dev/heddle/sql"
)

// newest is the number of the last migration.
var newest = func() int {
	files, _ := fs.Glob(heddlesql.Migrations, "postgres/migrations/*.up.sql") // the pattern is well formed
	return len(files)
}()

// A server that is killed while it migrates leaves the schema version marked as dirty, with the migration applied or
// not.
func TestOpenGoesOnWhereAKilledMigrationStopped(t *testing.T) {
	t.Parallel()
	t.Run("after it was applied", func(t *testing.T) {
		t.Parallel()
		databaseURL := migrated(t)
		execute(t, databaseURL, "INSERT INTO teams VALUES ('1', 'kept', 'Kept', now())", "UPDATE schema_migrations SET dirty = true")
		if !storedSlugs(t, open(t, databaseURL))["kept"] {
			t.Error("a row was lost")
		}
		requireNewestVersion(t, databaseURL)
	})
	t.Run("before it was applied", func(t *testing.T) {
		t.Parallel()
		databaseURL := postgrestest.New(t)
		execute(t, databaseURL, "CREATE TABLE schema_migrations (version bigint NOT NULL PRIMARY KEY, dirty boolean NOT NULL)",
			"INSERT INTO schema_migrations VALUES (1, true)")
		if slugs := storedSlugs(t, open(t, databaseURL)); len(slugs) != 0 {
			t.Errorf("got %v, want an empty store", slugs)
		}
		requireNewestVersion(t, databaseURL)
	})
}

func TestServersThatStartTogetherMigrateOnceAndAgree(t *testing.T) {
	t.Parallel()
	for name, databaseURL := range map[string]string{"on an empty database": postgrestest.New(t), "after a restore": restored(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			epochs := map[string]bool{}
			for _, s := range openTogether(t, databaseURL, 6) {
				epochs[horizon(t, s).Epoch] = true
			}
			if len(epochs) != 1 {
				t.Errorf("the servers have the epochs %v, want one", epochs)
			}
			requireNewestVersion(t, databaseURL)
		})
	}
}

// A server that runs a migration has marked the version as dirty. Another that starts must not take that for a
// migration that broke off.
func TestAServerLeavesARunningMigrationAlone(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	execute(t, databaseURL, fmt.Sprintf("DELETE FROM schema_marks WHERE version = %d", newest), "UPDATE schema_migrations SET dirty = true")
	migrating := connect(t, databaseURL)
	lock(t, migrating, "SELECT pg_advisory_lock($1)")
	opened := make(chan error, 1)
	go func() {
		s, err := postgres.Open(context.Background(), databaseURL, newID)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	awaitWaiter(t, migrating)
	execute(t, databaseURL, fmt.Sprintf("INSERT INTO schema_marks VALUES (%d)", newest), "UPDATE schema_migrations SET dirty = false")
	lock(t, migrating, "SELECT pg_advisory_unlock($1)")
	if err := <-opened; err != nil {
		t.Error(err)
	}
	requireNewestVersion(t, databaseURL)
}

func lock(t *testing.T, conn *pgx.Conn, statement string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), statement, int64(postgres.MigrationLock)); err != nil {
		t.Fatal(err)
	}
}

// awaitWaiter returns once a connection to the database waits for an advisory lock.
func awaitWaiter(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	const waiting = `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
	for found := false; !found; {
		if err := conn.QueryRow(t.Context(), waiting).Scan(&found); err != nil {
			t.Fatal(err)
		}
	}
}

func openTogether(t *testing.T, databaseURL string, count int) []*postgres.Store {
	t.Helper()
	stores := make([]*postgres.Store, count)
	errs := make([]error, count)
	var wait sync.WaitGroup
	for i := range stores {
		wait.Go(func() { stores[i], errs[i] = postgres.Open(t.Context(), databaseURL, newID) })
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = stores[i].Close() })
	}
	return stores
}

func execute(t *testing.T, databaseURL string, statements ...string) {
	t.Helper()
	conn := connect(t, databaseURL)
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, databaseURL string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func requireNewestVersion(t *testing.T, databaseURL string) {
	t.Helper()
	var version, marks int
	var dirty bool
	err := connect(t, databaseURL).QueryRow(t.Context(), "SELECT version, dirty, (SELECT count(*) FROM schema_marks) FROM schema_migrations").
		Scan(&version, &dirty, &marks)
	if err != nil || version != newest || dirty || marks != newest {
		t.Errorf("version %d (dirty %v) with %d marks, %v; want %d, clean", version, dirty, marks, err, newest)
	}
}

func horizon(t *testing.T, s ports.Store) (c ports.Cursor) {
	t.Helper()
	err := s.View(t.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
		c, err = tx.EventHorizon(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
