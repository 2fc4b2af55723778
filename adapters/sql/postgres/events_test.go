package postgres_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"heddle.dev/heddle/ports"
)

// restored answers a database as a dump leaves it in a new cluster, whose transaction numbers start again: with an
// event from a transaction that this cluster has yet to see.
func restored(t *testing.T) string {
	t.Helper()
	databaseURL := migrated(t)
	s := open(t, databaseURL)
	appendEvent(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	execute(t, databaseURL, "UPDATE browser_events SET xid = xid + 1000000000")
	return databaseURL
}

func appendEvent(t *testing.T, s ports.Store) {
	t.Helper()
	err := s.InTx(t.Context(), func(ctx context.Context, tx ports.Tx) error {
		return tx.AppendEvent(ctx, ports.BrowserEvent{Kind: "instance.changed", Data: "{}"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestARestoreIntoANewClusterBeginsANewEpoch(t *testing.T) {
	t.Parallel()
	databaseURL := restored(t)
	var before string
	err := connect(t, databaseURL).QueryRow(t.Context(), "SELECT value FROM installation WHERE key = 'event-epoch'").Scan(&before)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, databaseURL)
	if now := horizon(t, s).Epoch; now == before {
		t.Error("the epoch stayed, so cursors from before the restore would be taken for current ones")
	}
	if exists := hasEvents(t, databaseURL); exists {
		t.Error("events of the old cluster are left; readers would wait for their transactions for ever")
	}
	now := horizon(t, s).Epoch
	appendEvent(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, databaseURL)
	if horizon(t, again).Epoch != now || !hasEvents(t, databaseURL) {
		t.Error("the new epoch did not last")
	}
}

// TestAnEpochWithHyphensIsReplaced is for logs from before cursors were written as `epoch-xid-seq`.
func TestAnEpochWithHyphensIsReplaced(t *testing.T) {
	t.Parallel()
	databaseURL := migrated(t)
	execute(t, databaseURL, "UPDATE installation SET value = '0198c0de-0000-7000-8000-000000000001' WHERE key = 'event-epoch'")
	s := open(t, databaseURL)
	now := horizon(t, s).Epoch
	if now == "" || strings.Contains(now, "-") {
		t.Errorf("the epoch is %q", now)
	}
	if again := horizon(t, open(t, databaseURL)).Epoch; again != now {
		t.Errorf("another server has the epoch %q, this one %q", again, now)
	}
}

// hasEvents looks at the table itself, since readers do not see events of the future.
func hasEvents(t *testing.T, databaseURL string) (found bool) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if err := conn.QueryRow(t.Context(), "SELECT EXISTS (SELECT 1 FROM browser_events)").Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}
