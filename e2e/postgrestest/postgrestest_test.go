package postgrestest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"heddle.dev/heddle/e2e/postgrestest"
)

func TestEveryTestGetsAnEmptyDatabaseOfItsOwn(t *testing.T) {
	t.Parallel()
	first, second := connect(t, postgrestest.New(t)), connect(t, postgrestest.New(t))
	exec(t, first, "CREATE TABLE mine (id int)")
	var exists bool
	if err := second.QueryRow(t.Context(), "SELECT to_regclass('mine') IS NOT NULL").Scan(&exists); err != nil || exists {
		t.Errorf("the second database has the first one's table: %v, %v", exists, err)
	}
}

func TestAPreparedTemplateIsFilledOnce(t *testing.T) {
	t.Parallel()
	filled := 0
	prepared := postgrestest.Prepared("greeting", func(databaseURL string) error {
		filled++
		conn, err := pgx.Connect(context.Background(), databaseURL)
		if err != nil {
			return err
		}
		_, err = conn.Exec(context.Background(), "CREATE TABLE greeting AS SELECT 'hello' AS word")
		return errors.Join(err, conn.Close(context.Background()))
	})
	for range 2 {
		var word string
		if err := connect(t, postgrestest.New(t, prepared)).QueryRow(t.Context(), "SELECT word FROM greeting").Scan(&word); err != nil {
			t.Fatal(err)
		}
	}
	if filled != 1 {
		t.Errorf("the template was filled %d times, want once", filled)
	}
}

func TestOnlyADurableServerSyncs(t *testing.T) {
	t.Parallel()
	for want, databaseURL := range map[string]string{"off": postgrestest.New(t), "on": postgrestest.New(t, postgrestest.Durable())} {
		var fsync string
		if err := connect(t, databaseURL).QueryRow(t.Context(), "SHOW fsync").Scan(&fsync); err != nil || fsync != want {
			t.Errorf("fsync is %q (%v), want %q", fsync, err, want)
		}
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

func exec(t *testing.T, conn *pgx.Conn, statement string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
