package process

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// How long to wait for killed processes to vanish before looking again, and how
// often: a process in the kernel's hands may take a while.
const (
	endPause  = 2 * time.Millisecond
	endRounds = 2000
)

// belongs tells whether a process is one of p's without looking at its ancestors.
func (p *Process) belongs(r row) bool {
	if r.identity == p.identity || r.group == p.identity.pid || r.session == p.identity.pid {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_, known := p.known[r.identity]
	return known
}

// reap waits for the program's end, ends what it left behind, and only then frees
// its id: until then no stranger can get it as process, group or session.
func (p *Process) reap() error {
	awaitExit(p.cmd.Process)
	if !p.isolated { // the end of a namespace's first process is the end of all in it
		p.signalGroup(true)
		seed := func(r row) bool { return p.belongs(r) || r.marker() == p.marker }
		_, _ = endAll(context.Background(), seed) // what can't be killed is left to the next sweep
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reaped = true
	return p.cmd.Wait()
}

// awaitExit returns when the process has ended and before it is reaped.
func awaitExit(process *os.Process) {
	for {
		err := unix.Waitid(unix.P_PID, process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// endLeftovers kills what the records name and what carries this home's marker.
func (h *Home) endLeftovers(ctx context.Context, records []record) (int, error) {
	boot := bootID()
	left := map[identity]bool{}
	for _, r := range records {
		if r.PID > 1 && r.Boot == boot {
			left[identity{pid: r.PID, start: r.StartTime}] = true
		}
	}
	seed := func(r row) bool {
		if left[r.identity] {
			return true
		}
		marker := r.marker()
		return strings.HasPrefix(marker, h.id+".") && !h.ownMarkers()[marker]
	}
	return endAll(ctx, seed)
}

// endAll kills the processes for which seed is true and their descendants, again
// and again until there are none: one that forks meanwhile is caught next time.
func endAll(ctx context.Context, seed func(row) bool) (ended int, err error) {
	killed := map[identity]bool{}
	for range endRounds {
		members := readTable().members(seed)
		if len(members) == 0 {
			return len(killed), nil
		}
		for _, r := range members {
			killed[r.identity] = true
			_ = syscall.Kill(r.pid, syscall.SIGKILL) // gone already is as good
		}
		select {
		case <-ctx.Done():
			return len(killed), ctx.Err()
		case <-time.After(endPause):
		}
	}
	return len(killed), unavailable(nil, "%d processes of an earlier run could not be ended", len(killed))
}
