package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"heddle.dev/heddle/adapters/sql/postgres"
)

// patience bounds how long a test waits for what should come at once.
const patience = 20 * time.Second

// replica opens a database as a server does that relays signals until the test ends, and waits until it hears others.
func replica(t *testing.T, databaseURL string) (s *postgres.Store, log *logText) {
	t.Helper()
	s, log = open(t, databaseURL), new(logText)
	inBackground(t, func(ctx context.Context) {
		s.Relay(ctx, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	})
	until(t, "it listens", func() bool { return log.count("are heard") == 1 })
	return s, log
}

func inBackground(t testing.TB, work func(ctx context.Context)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var working sync.WaitGroup
	working.Go(func() { work(ctx) })
	t.Cleanup(func() {
		cancel()
		working.Wait()
	})
}

// logText is a log that can be read while it is written.
type logText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logText) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

func (l *logText) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), text)
}

func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for deadline := time.After(patience); !holds(); {
		select {
		case <-look.C:
		case <-deadline:
			t.Fatalf("it did not come to pass that %s", what)
		}
	}
}

func awaitSignal(t *testing.T, changed <-chan struct{}) {
	t.Helper()
	select {
	case <-changed:
	case <-time.After(patience):
		t.Fatal("no signal came")
	}
}

// TestACommitOfOneServerWakesTheReadersOfAnother has no poll behind it: nothing but the notification can wake.
func TestACommitOfOneServerWakesTheReadersOfAnother(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	one, _ := replica(t, databaseURL)
	two, _ := replica(t, databaseURL)
	const events = 50
	delays := make([]time.Duration, 0, events)
	for range events {
		changed := two.Changed()
		began := time.Now()
		appendEvent(t, one)
		awaitSignal(t, changed)
		delays = append(delays, time.Since(began))
	}
	slices.Sort(delays)
	t.Logf("median %v, p95 %v", delays[events/2], delays[events*95/100])
}

func TestAServerIsNotWokenByItsOwnNotifications(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	one, _ := replica(t, databaseURL)
	two, _ := replica(t, databaseURL)
	woken := two.Changed()
	appendEvent(t, one)
	changed := one.Changed()
	awaitSignal(t, woken)
	// What one said reached it no later than what two says now, which comes on the same connection.
	appendEvent(t, two)
	awaitSignal(t, changed)
	select {
	case <-one.Changed():
		t.Error("a second signal came")
	default:
	}
}

func TestAListeningConnectionThatIsKilledComesBack(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	one := open(t, databaseURL)
	two, log := replica(t, databaseURL)
	inBackground(t, func(ctx context.Context) { one.Relay(ctx, slog.New(slog.DiscardHandler)) })
	execute(t, databaseURL, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'")
	until(t, "it listens again", func() bool { return log.count("are heard") == 2 })
	if log.count("are not heard") != 1 {
		t.Error("the log does not say once that it was deaf")
	}
	changed := two.Changed()
	appendEvent(t, one)
	awaitSignal(t, changed)
}

func TestTheLogSaysOnceThatATransactionHoldsEventsBack(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	s, log := open(t, databaseURL), new(logText)
	inBackground(t, func(ctx context.Context) {
		s.WatchHorizon(ctx, slog.New(slog.NewTextHandler(log, nil)), 20*time.Millisecond)
	})
	conn, err := pgx.Connect(t.Context(), databaseURL+"&application_name=stuck")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	stuck, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stuck.Exec(t.Context(), "SELECT pg_current_xact_id()"); err != nil {
		t.Fatal(err)
	}
	appendEvent(t, s)
	until(t, "the log names it", func() bool { return log.count("application stuck") > 0 })
	if err := stuck.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	until(t, "the log says that it is over", func() bool { return log.count("flow again") > 0 })
	if said := log.count("application stuck"); said != 1 {
		t.Errorf("the log says it %d times", said)
	}
}
