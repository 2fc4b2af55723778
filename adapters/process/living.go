package process

import (
	"errors"
	"os/exec"
	"sync"
	"time"

	"heddle.dev/heddle/domain/fault"
)

// identity names one process for ever: ids are reused, start times are not.
type identity struct {
	pid   int
	start uint64 // clock ticks after boot; 0 where the system doesn't tell
}

// Process is one started program with everything it started itself.
type Process struct {
	home     *Home
	marker   string
	limits   Limits
	isolated bool
	identity identity

	cmd       *exec.Cmd
	startedAt time.Time
	done      chan struct{}
	exit      Exit // readable once done is closed

	mu     sync.Mutex
	reaped bool
	breach *fault.Error
	known  map[identity]struct{} // every member the watcher ever saw
}

// Exit says how a program ended.
type Exit struct {
	Code     int    // 0–255; 128 + the signal's number when a signal ended it
	Signal   string // the signal's name, empty if the program ended by itself
	Duration time.Duration
}

// PID is the id of the program's first process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the program and everything it started have ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit waits for the end and says how it came.
func (p *Process) Exit() Exit {
	<-p.done
	return p.exit
}

// Breach says why the program was ended by its home, or is nil: for a limit that it
// broke (codes memory-limit, process-limit), or because the home was closed (kind
// unavailable).
func (p *Process) Breach() *fault.Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.breach
}

// Terminate asks the program and its group to end by themselves.
func (p *Process) Terminate() { p.signalGroup(false) }

// End kills the program with everything it started, and returns when all are gone.
func (p *Process) End() {
	p.noteMembers(readTable()) // while ancestry still tells who belongs to it
	p.signalGroup(true)
	<-p.done
}

// signalGroup never signals a group whose id may belong to somebody else by now.
func (p *Process) signalGroup(kill bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		signalGroup(p.cmd.Process, kill)
	}
}

// newProcess records a program that was started; somebody must await it.
func newProcess(home *Home, marker string, cmd command, limits Limits) *Process {
	p := &Process{
		home: home, marker: marker, limits: limits, isolated: cmd.isolated,
		identity:  identityOf(cmd.Process.Pid),
		cmd:       cmd.Cmd,
		startedAt: time.Now(),
		done:      make(chan struct{}),
	}
	if home.writeRecord(p) != nil {
		home.removeRecord(p) // without its record the program is still found by its marker
	}
	if limits.watched() {
		home.watch.begin()
	}
	return p
}

func (p *Process) await() {
	err := p.reap()
	p.exit = exitOf(p.cmd, err)
	p.exit.Duration = time.Since(p.startedAt)
	p.home.removeRecord(p)
	p.home.forget(p.marker)
	close(p.done)
}

// fail notes the first reason to kill the program, and does it.
func (p *Process) fail(breach *fault.Error) {
	p.mu.Lock()
	if p.breach == nil {
		p.breach = breach
	}
	p.mu.Unlock()
	p.signalGroup(true)
}

func exitOf(cmd *exec.Cmd, err error) Exit {
	var failed *exec.ExitError
	if err == nil || !errors.As(err, &failed) {
		return Exit{Code: cmd.ProcessState.ExitCode()}
	}
	return exitOfState(failed.ProcessState)
}
