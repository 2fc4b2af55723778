package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"heddle.dev/heddle/adapters/sql/sqlite"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/storetest"
)

// commitVariable makes the test binary the process that gets killed; its value is the data directory.
const commitVariable = "HEDDLE_TEST_COMMIT_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(commitVariable); dir != "" {
		fmt.Fprintln(os.Stderr, commitUntilKilled(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func commitUntilKilled(dir string) error {
	s, err := sqlite.Open(context.Background(), dir, newID)
	if err != nil {
		return err
	}
	return storetest.CommitUntilKilled(context.Background(), s, os.Stdout)
}

func TestNothingAcknowledgedIsLostWhenTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	command := func() *exec.Cmd {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), commitVariable+"="+dir)
		return c
	}
	storetest.KillRounds(t, command, func() map[string]bool {
		s := open(t, dir)
		defer func() { _ = s.Close() }()
		requireIntact(t, dir)
		return storedSlugs(t, s)
	})
}

func requireIntact(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "heddle.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var verdict string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity check: %s, %v", verdict, err)
	}
}

func storedSlugs(t *testing.T, s ports.Store) map[string]bool {
	t.Helper()
	var teams []access.Team
	err := s.View(t.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
		teams, err = tx.ListTeams(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slugs := make(map[string]bool, len(teams))
	for _, team := range teams {
		slugs[team.Slug] = true
	}
	return slugs
}
