package sqlite_test

import (
	"context"
	"testing"
	"time"

	"heddle.dev/heddle/ports"
)

func TestWhatAKilledServerHeldIsFreeAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	now := time.Now()
	claim := func(owner string) (claimed []ports.Job) {
		t.Helper()
		err := s.InTx(t.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
			claimed, err = tx.ClaimJobs(ctx, "work", owner, time.Now(), now.Add(time.Hour), 10)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return claimed
	}
	err := s.InTx(t.Context(), func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.Enqueue(ctx, ports.Job{ID: newID(), Kind: "work", Args: "{}", RunAt: now, MaxAttempts: 5, CreatedAt: now})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(claim("first")); n != 1 {
		t.Fatalf("claimed %d jobs, want 1", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	again := claim("second")
	if len(again) != 1 || again[0].Attempt != 2 || again[0].Owner != "second" {
		t.Errorf("claimed %+v, want the job at its second attempt", again)
	}
}
