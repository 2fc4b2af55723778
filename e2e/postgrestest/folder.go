package postgrestest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"

	"github.com/gofrs/flock"
)

// held keeps the locks on this process's folders until the process ends.
var (
	holding sync.Mutex // the two servers may start at once
	held    []*flock.Flock
)

// claimFolder makes a folder for a cluster and deletes those of processes that are gone. It is under /tmp whatever
// TMPDIR says, since the path of a socket may have 107 bytes only.
func claimFolder(owner *syscall.Credential) (string, error) {
	root := fmt.Sprintf("/tmp/heddle-postgres-%d", os.Getuid())
	if err := os.MkdirAll(root, 0o755); err != nil { //nolint:gosec // the server's user has to pass through
		return "", err
	}
	one := flock.New(filepath.Join(root, "lock"))
	if err := one.Lock(); err != nil {
		return "", err
	}
	defer func() { _ = one.Unlock() }()
	if err := sweep(root); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(root, strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", err
	}
	lock := lockOf(dir)
	if err := lock.Lock(); err != nil {
		return "", err
	}
	holding.Lock()
	held = append(held, lock)
	holding.Unlock()
	if owner == nil {
		return dir, nil
	}
	return dir, os.Chown(dir, int(owner.Uid), int(owner.Gid))
}

// sweep deletes the folders whose process is gone.
func sweep(root string) error {
	entries, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		dir := filepath.Join(root, entry.Name())
		lock := lockOf(dir)
		free, err := lock.TryLock()
		if err != nil {
			return err
		}
		if free {
			err = errors.Join(os.RemoveAll(dir), lock.Unlock(), os.Remove(lock.Path()))
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// lockOf is the lock beside a folder; it goes with the process that holds it.
func lockOf(dir string) *flock.Flock { return flock.New(dir + ".lock") }
