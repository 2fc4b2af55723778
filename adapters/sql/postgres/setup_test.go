package postgres_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/e2e/postgrestest"
)

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// migrated answers the URL of a database with the schema and nothing in it.
func migrated(t testing.TB) string {
	t.Helper()
	return postgrestest.New(t, postgrestest.Prepared("migrated", func(databaseURL string) error {
		s, err := postgres.Open(context.Background(), databaseURL, newID)
		if err != nil {
			return err
		}
		return s.Close()
	}))
}

func open(t testing.TB, databaseURL string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), databaseURL, newID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
