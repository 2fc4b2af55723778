package sqlite_test

import (
	"testing"

	"github.com/google/uuid"

	"heddle.dev/heddle/adapters/sql/sqlite"
)

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func open(t testing.TB, dir string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), dir, newID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
