package postgres_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/e2e/postgrestest"
	"heddle.dev/heddle/ports"
	"heddle.dev/heddle/ports/storetest"
)

// commitVariable makes the test binary the process that gets killed; its value is the database's URL.
const commitVariable = "HEDDLE_TEST_COMMIT_IN"

func TestMain(m *testing.M) {
	if databaseURL := os.Getenv(commitVariable); databaseURL != "" {
		fmt.Fprintln(os.Stderr, commitUntilKilled(databaseURL))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func commitUntilKilled(databaseURL string) error {
	s, err := postgres.Open(context.Background(), databaseURL, newID)
	if err != nil {
		return err
	}
	return storetest.CommitUntilKilled(context.Background(), s, os.Stdout)
}

func TestNothingAcknowledgedIsLostWhenTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	databaseURL := postgrestest.New(t, postgrestest.Durable())
	command := func() *exec.Cmd {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), commitVariable+"="+databaseURL)
		return c
	}
	storetest.KillRounds(t, command, func() map[string]bool {
		s := open(t, databaseURL)
		defer func() { _ = s.Close() }()
		return storedSlugs(t, s)
	})
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
