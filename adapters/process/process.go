// Package process starts programs that must not outlive the server: scripts of
// action types and agents. It is the shared technology of those adapters.
//
// What holds on which system:
//
//	                                      Linux   other Unix   Windows
//	own process group, ended as a whole     x         x           -
//	direct child dies with the server       x         -           -
//	children that left the group are ended  x         -           -
//	limits on memory and processes          x         -           -
//	limit on the size of files              x         x           -
//	left-overs of a killed server are ended x         -           -
//	server's environment can't be read      x         -           -
//
// On Linux an isolated program lives in a PID namespace of its own where the
// kernel grants one, so that nothing it starts can survive it. Where the kernel
// refuses, its processes are found by group, session, ancestry and a marker in
// their environment; a child that clears its environment and leaves the tree
// within one look of the watcher then escapes.
package process

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"

	"heddle.dev/heddle/domain/fault"
)

// MarkerVariable is the environment variable that every started program carries,
// so that its processes can be found after the server was killed.
const MarkerVariable = "HEDDLE_PROCESS"

// Home starts programs for one installation and remembers them in a directory,
// so that the next start of the server can end what a killed one left behind.
type Home struct {
	dir      string
	lock     *flock.Flock // held from Open to Close
	id       string       // tells the programs of this installation from those of others
	launcher *launcher

	mu     sync.Mutex
	living map[string]*Process // by marker; nil while it starts
	closed bool
	watch  *watcher
}

// Open prepares a home whose records live in dir, which is made if missing, and
// keeps others off it until Close. On Linux the calling process becomes unreadable
// for its children (prctl(2), PR_SET_DUMPABLE) and thereby for debuggers of the
// same user. Errors are unavailable or storage-full faults, or a conflict
// (data-directory-in-use) while another server has the directory: it would take
// the other's programs for left-overs.
func Open(dir string) (*Home, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, unavailable(err, "the directory %s for process records can't be resolved", dir)
	}
	if err := os.MkdirAll(absolute, 0o700); err != nil {
		return nil, unavailable(err, "the directory %s for process records can't be made", absolute)
	}
	lock := flock.New(absolute + ".lock")
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, unavailable(err, "the directory %s for process records can't be locked", absolute)
	case !locked:
		return nil, fault.New(fault.KindConflict, "data-directory-in-use",
			"another Heddle server keeps its process records in %s; stop it or choose another data directory with --data", absolute)
	}
	hash := sha256.Sum256([]byte(absolute))
	h := &Home{
		dir:      absolute,
		lock:     lock,
		id:       hex.EncodeToString(hash[:8]),
		launcher: newLauncher(),
		living:   map[string]*Process{},
	}
	h.watch = &watcher{home: h}
	return h, nil
}

// Close ends every program that still runs and waits for its end.
func (h *Home) Close() {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	h.closed = true
	h.mu.Unlock()
	for _, p := range h.processes() {
		p.fail(errClosed())
		p.End()
	}
	h.launcher.close()
	_ = h.lock.Unlock() // it goes with the process in any case
}

// processes lists what lives at the moment.
func (h *Home) processes() []*Process {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*Process, 0, len(h.living))
	for _, p := range h.living {
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// remember counts a program among the living, first with nil while it starts; it
// refuses when the home was closed meanwhile.
func (h *Home) remember(marker string, p *Process) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.living[marker] = p
	return true
}

func (h *Home) forget(marker string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.living, marker)
}

// newMarker gives a value that no other program of any installation carries.
func (h *Home) newMarker() string {
	return h.id + "." + rand.Text()
}

func unavailable(cause error, format string, args ...any) *fault.Error {
	return fault.New(fault.KindUnavailable, "process-unavailable", format, args...).Because(cause)
}
