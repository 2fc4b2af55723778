package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/sql/sqlite"
	"heddle.dev/heddle/domain/fault"
)

func TestADataDirectoryServesOneServerAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, dir)
	_, err := sqlite.Open(t.Context(), dir, newID)
	if fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != "data-directory-in-use" || !strings.Contains(err.Error(), dir) {
		t.Errorf("got %v, want a conflict, data-directory-in-use, that names the directory", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
}

func TestADataDirectoryIsMadeForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "data directory with ? and # and % in its name")
	open(t, dir)
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v, want 0700", info.Mode(), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "heddle.db")); err != nil {
		t.Error(err)
	}
}

func TestADatabaseIsReadByItsOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, which := range []string{"a new one", "one that others could read"} {
		store := open(t, dir)
		for _, file := range []string{"heddle.db", "heddle.db-wal", "heddle.db-shm"} {
			info, err := os.Stat(filepath.Join(dir, file))
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %s has the mode %v, %v, want 0600", which, file, info, err)
			}
		}
		if err := errors.Join(store.Close(), os.Chmod(filepath.Join(dir, "heddle.db"), 0o644)); err != nil { //nolint:gosec // as it was made before
			t.Fatal(err)
		}
	}
}

func TestADataDirectoryThatCanNotBeMadeIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.Open(t.Context(), filepath.Join(file, "data"), newID)
	if fault.CodeOf(err) != "data-directory" || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v, want data-directory with its name", err)
	}
}

func TestAFileThatIsNoDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "heddle.db"), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.Open(t.Context(), dir, newID)
	if fault.CodeOf(err) != "database-damaged" {
		t.Errorf("got %v, want database-damaged", err)
	}
}
