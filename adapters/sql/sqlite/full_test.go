package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"heddle.dev/heddle/adapters/sql/sqlite"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// disk is a data directory that gets full.
type disk struct {
	store    *sqlite.Store
	makeRoom func()
}

// smallDisk mounts a file system of 4 MB. Where that is not allowed, it limits the database's pages instead.
func smallDisk(t *testing.T) disk {
	t.Helper()
	dir := t.TempDir()
	err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m")
	if errors.Is(err, syscall.EPERM) {
		return limitedPages(t, dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	return disk{store: open(t, dir), makeRoom: func() {
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
	}}
}

func limitedPages(t *testing.T, dir string) disk {
	t.Helper()
	s := open(t, dir)
	limit := func(pages int) {
		if err := s.LimitPages(t.Context(), pages); err != nil {
			t.Fatal(err)
		}
	}
	limit(700)
	return disk{store: s, makeRoom: func() { limit(0) }}
}

func insertTeam(slug string, size int) func(ctx context.Context, tx ports.Tx) error {
	return func(ctx context.Context, tx ports.Tx) error {
		return tx.InsertTeam(ctx, access.Team{ID: slug, Slug: slug, Name: strings.Repeat("x", size)})
	}
}

func TestAFullDiskRefusesWritesKeepsRowsAndGoesOnOnceThereIsRoom(t *testing.T) {
	t.Parallel()
	d := smallDisk(t)
	var kept []string
	var err error
	for n := 0; err == nil && n < 1000; n++ {
		slug := fmt.Sprint("team-", n)
		if err = d.store.InTx(t.Context(), insertTeam(slug, 20_000)); err == nil {
			kept = append(kept, slug)
		}
	}
	if fault.KindOf(err) != fault.KindStorageFull || fault.CodeOf(err) != "storage-full" {
		t.Fatalf("after %d rows: got %v, want storage-full", len(kept), err)
	}
	requireExactly(t, d.store, kept)
	d.makeRoom()
	if err := d.store.InTx(t.Context(), insertTeam("after", 20_000)); err != nil {
		t.Fatalf("after room was made: %v", err)
	}
	requireExactly(t, d.store, append(kept, "after"))
}

func TestWhoFillsTheDiskFailsAlone(t *testing.T) {
	t.Parallel()
	d := smallDisk(t)
	errs := make([]error, 21)
	var wait sync.WaitGroup
	for n := range errs {
		wait.Go(func() {
			size := 10
			if n == 10 {
				size = 6 << 20
			}
			errs[n] = d.store.InTx(t.Context(), insertTeam(fmt.Sprint("team-", n), size))
		})
	}
	wait.Wait()
	var kept []string
	for n, err := range errs {
		switch {
		case n == 10 && fault.CodeOf(err) != "storage-full":
			t.Errorf("the one that fills the disk: got %v, want storage-full", err)
		case n != 10 && err != nil:
			t.Errorf("caller %d: %v", n, err)
		case n != 10:
			kept = append(kept, fmt.Sprint("team-", n))
		}
	}
	requireExactly(t, d.store, kept)
}

func TestWorkThatSwallowsAFullDiskStoresNothing(t *testing.T) {
	t.Parallel()
	d := smallDisk(t)
	err := d.store.InTx(t.Context(), func(ctx context.Context, tx ports.Tx) error {
		_ = insertTeam("before", 10)(ctx, tx)
		_ = insertTeam("too-large", 6<<20)(ctx, tx)
		_ = insertTeam("behind", 10)(ctx, tx)
		return nil
	})
	if fault.CodeOf(err) != "storage-full" {
		t.Errorf("got %v, want storage-full", err)
	}
	requireExactly(t, d.store, nil)
}

func requireExactly(t *testing.T, s *sqlite.Store, want []string) {
	t.Helper()
	got := storedSlugs(t, s)
	if len(got) != len(want) {
		t.Errorf("%d rows are stored, want %d", len(got), len(want))
	}
	for _, slug := range want {
		if !got[slug] {
			t.Errorf("%s was acknowledged and is gone", slug)
		}
	}
}
