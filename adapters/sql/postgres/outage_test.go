package postgres_test

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func insertTeam(slug string) func(ctx context.Context, tx ports.Tx) error {
	return func(ctx context.Context, tx ports.Tx) error {
		return tx.InsertTeam(ctx, access.Team{ID: newID(), Slug: slug, Name: slug})
	}
}

// endConnections ends every connection to the database, as a restart of the server does.
func endConnections(t *testing.T, databaseURL string) {
	t.Helper()
	execute(t, databaseURL, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
}

func TestAConnectionLostInATransactionStoresNothingAndSaysSo(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	s := open(t, databaseURL)
	err := s.InTx(t.Context(), func(ctx context.Context, tx ports.Tx) error {
		if err := insertTeam("a")(ctx, tx); err != nil {
			return err
		}
		endConnections(t, databaseURL)
		return insertTeam("b")(ctx, tx)
	})
	if fault.KindOf(err) != fault.KindUnavailable || fault.CodeOf(err) != "database-unreachable" {
		t.Errorf("got %v, want unavailable, database-unreachable", err)
	}
	if slugs := storedSlugs(t, s); len(slugs) != 0 {
		t.Errorf("%v is stored, want nothing", slugs)
	}
}

func TestTransactionsGoOnAfterTheServerEndedAllConnections(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	s := open(t, databaseURL)
	fillPool(t, s)
	endConnections(t, databaseURL)
	if err := s.InTx(t.Context(), insertTeam("a")); err != nil {
		t.Error(err)
	}
}

// fillPool makes the store open several connections at once.
func fillPool(t *testing.T, s *postgres.Store) {
	t.Helper()
	const count = 8
	var here, done sync.WaitGroup
	here.Add(count)
	for range count {
		done.Go(func() {
			err := s.View(t.Context(), func(context.Context, ports.Tx) error {
				here.Done()
				here.Wait()
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
}

func TestATransactionWhoseServerHangsIsEnded(t *testing.T) {
	t.Parallel()
	limit, err := open(t, migrated(t)).Setting(t.Context(), "idle_in_transaction_session_timeout")
	if err != nil || limit != "30s" {
		t.Errorf("the limit is %q, %v", limit, err)
	}
}

func TestAServerThatIsNotThereIsUnreachable(t *testing.T) {
	t.Parallel()
	_, err := postgres.Open(t.Context(), "postgres://postgres@/heddle?host="+t.TempDir(), newID)
	if fault.KindOf(err) != fault.KindUnavailable || fault.CodeOf(err) != "database-unreachable" {
		t.Errorf("got %v, want unavailable, database-unreachable", err)
	}
}

func TestADatabaseURLThatCanNotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	_, err := postgres.Open(t.Context(), "postgres://host:port:twice/", newID)
	if fault.KindOf(err) != fault.KindInvalid || fault.CodeOf(err) != "database-url" {
		t.Errorf("got %v, want invalid, database-url", err)
	}
}

// TestAKeyBeyondTheIndexLimitIsTooLarge pins a difference that users could see: PostgreSQL's indexes take 2,700
// bytes of a text that does not compress, SQLite's take any. Edges limit names and keys to less.
func TestAKeyBeyondTheIndexLimitIsTooLarge(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for long.Len() < 9000 {
		long.WriteString(rand.Text())
	}
	err := open(t, migrated(t)).InTx(t.Context(), insertTeam(long.String()))
	if fault.KindOf(err) != fault.KindTooLarge || fault.CodeOf(err) != "too-large" {
		t.Errorf("got %v, want too-large", err)
	}
}
