// Package apptest gives the tests of use cases what they share: both stores, people, a published workflow, and fakes of
// what is outside.
package apptest

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/adapters/sql/sqlite"
	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/e2e/postgrestest"
	"heddle.dev/heddle/ports"
)

// Store is an open, empty store under both of its ports.
type Store interface {
	ports.Store
	ports.EventSignal
}

// Stores runs a test on each kind of store, one beside the other. Each runs in a bubble of package synctest: time stands
// still while anything is being done, and jumps to the next timer when all wait, so that tests of leases, pauses and
// timers take no time and have one outcome.
func Stores(t *testing.T, test func(t *testing.T, store Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) { test(t, SQLite(t)) })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		databaseURL := Database(t)
		synctest.Test(t, func(t *testing.T) { test(t, Replica(t, databaseURL)) })
	})
}

// Pass lets time pass, and then waits until all that this caused is done.
func Pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// Until lets time pass until the condition holds. What takes real time, such as PostgreSQL's word on which transactions
// are over, needs that.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for range 100_000 {
		Pass(500 * time.Millisecond)
		if holds() {
			return
		}
	}
	t.Fatalf("it did not come to pass that %s", what)
}

// SQLite opens an embedded store in a directory of the test.
func SQLite(t testing.TB) Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), t.TempDir(), system.NewID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// Database is the URL of an empty PostgreSQL database. It is called outside of bubbles, since the server that it starts
// outlives them.
func Database(t testing.TB) string {
	t.Helper()
	return postgrestest.New(t, postgrestest.Prepared("migrated", func(databaseURL string) error {
		store, err := postgres.Open(context.Background(), databaseURL, system.NewID)
		if err != nil {
			return err
		}
		return store.Close()
	}))
}

// Replica opens a PostgreSQL database, as each of several servers does.
func Replica(t testing.TB, databaseURL string) Store {
	t.Helper()
	store, err := postgres.Open(t.Context(), databaseURL, system.NewID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// View reads in a transaction of its own, which has to succeed.
func View[Value any](t testing.TB, store ports.Store, read func(ctx context.Context, tx ports.Tx) (Value, error)) (value Value) {
	t.Helper()
	err := store.View(context.Background(), func(ctx context.Context, tx ports.Tx) (err error) {
		value, err = read(ctx, tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Change writes in a transaction that has to succeed.
func Change(t testing.TB, store ports.Store, work func(ctx context.Context, tx ports.Tx) error) {
	t.Helper()
	if err := store.InTx(context.Background(), work); err != nil {
		t.Fatal(err)
	}
}

// Log shows what is logged where the test failed.
func Log(t testing.TB) *slog.Logger {
	t.Helper()
	var text lockedBuffer
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(text.String())
		}
	})
	return slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// Told lists the data of the browser events of a kind, once there are as many as wanted.
func Told(t testing.TB, store ports.Store, kind string, want int) (data []string) {
	t.Helper()
	Until(t, "browsers are told of it", func() bool {
		data = nil
		events := View(t, store, func(ctx context.Context, tx ports.Tx) ([]ports.BrowserEvent, error) {
			return tx.EventsAfter(ctx, ports.Cursor{}, 1000)
		})
		for _, event := range events {
			if event.Kind == kind {
				data = append(data, event.Data)
			}
		}
		return len(data) >= want
	})
	return data
}
