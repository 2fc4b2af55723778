package storetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/ports"
)

// KillRoundsVariable names the environment variable that says how often KillRounds kills; 3 times without it.
const KillRoundsVariable = "HEDDLE_KILL_ROUNDS"

// committers is how many callers the process that gets killed has, so that commits are shared.
const committers = 8

// CommitUntilKilled stores one team after another, from several callers, and prints the slug of each once its commit
// was acknowledged. It returns when a commit fails.
func CommitUntilKilled(ctx context.Context, store ports.Store, acknowledged io.Writer) error {
	var wait sync.WaitGroup
	errs := make([]error, committers)
	process := os.Getpid()
	for caller := range committers {
		wait.Go(func() {
			for n := 0; errs[caller] == nil; n++ {
				slug := fmt.Sprintf("p%d-c%d-n%d", process, caller, n)
				team := access.Team{ID: slug, Slug: slug, Name: slug, CreatedAt: noon}
				errs[caller] = store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return tx.InsertTeam(ctx, team) })
				if errs[caller] == nil {
					_, errs[caller] = fmt.Fprintln(acknowledged, slug)
				}
			}
		})
	}
	wait.Wait()
	return all(errs...)
}

// KillRounds kills a process that runs CommitUntilKilled with its standard output, again and again, and looks each
// time whether everything that was acknowledged is stored. Command makes the process; look opens the data once it is
// gone, checks what the engine can check by itself, and lists the slugs that are stored.
func KillRounds(t *testing.T, command func() *exec.Cmd, look func() map[string]bool) {
	t.Helper()
	rounds, err := strconv.Atoi(os.Getenv(KillRoundsVariable))
	if err != nil {
		rounds = 3
	}
	var ledger []string
	unheard := 0
	for range rounds {
		heard := killAfter(t, command(), 1+rand.IntN(400)) //nolint:gosec // any moment will do
		ledger = append(ledger, heard...)
		slugs := look()
		for _, slug := range ledger {
			if !slugs[slug] {
				t.Fatalf("%s was acknowledged and is not stored", slug)
			}
		}
		unheard = len(slugs) - len(ledger)
	}
	t.Logf("%d kills, %d commits acknowledged, none lost; %d more were stored that nobody was told of", rounds, len(ledger), unheard)
}

// killAfter kills the process at a moment after so many acknowledgements and answers all that it wrote.
func killAfter(t *testing.T, command *exec.Cmd, acknowledgements int) (heard []string) {
	t.Helper()
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if heard = append(heard, lines.Text()); len(heard) == acknowledgements {
			if err := command.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = command.Wait() // it was killed
	if len(heard) < acknowledgements {
		t.Fatalf("the process ended by itself after %d commits", len(heard))
	}
	return heard
}
