package heddletest

import (
	"testing"

	"heddle.dev/heddle/e2e/postgrestest"
)

// Store is one of the databases that a server can run on.
type Store string

// The stores.
const (
	SQLite   Store = "SQLite"
	Postgres Store = "PostgreSQL"
)

// OnEachStore runs a test on a fresh server on each of the stores, in parallel.
func OnEachStore(t *testing.T, test func(t *testing.T, s *Server), opts ...Option) {
	t.Helper()
	for _, store := range []Store{SQLite, Postgres} {
		t.Run(string(store), func(t *testing.T) {
			t.Parallel()
			test(t, Start(t, store, opts...))
		})
	}
}

// flags tells the server about a database of the test's own.
func (s Store) flags(t testing.TB, o options) []string {
	t.Helper()
	if s == SQLite {
		return nil
	}
	if o.beside != nil {
		return o.beside.databaseFlags
	}
	var opts []postgrestest.Option
	if o.durable {
		opts = append(opts, postgrestest.Durable())
	}
	databaseURL := postgrestest.New(t, opts...)
	if o.through != nil {
		databaseURL = o.through(databaseURL)
	}
	return []string{"--database-url=" + databaseURL}
}
