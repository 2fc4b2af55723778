package process

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"heddle.dev/heddle/domain/fault"
)

// Spec says what to start. Nothing is inherited that is not named here, the
// environment included.
type Spec struct {
	Path string   // absolute path of the program
	Args []string // without the program's name
	Env  []string // NAME=value; the marker variable is added
	Dir  string

	// The program's standard streams; nil is the null device. The caller closes
	// its copies once Start returned.
	Stdin, Stdout, Stderr *os.File

	// Isolated hides all other processes from the program's signals and binds
	// the life of everything it starts to its own, where the system can.
	Isolated bool
	Limits   Limits
}

// Limits bound what a program and all its children may use together; zero is unbounded.
type Limits struct {
	MemoryBytes int64 // resident memory
	Processes   int
	FileBytes   int64 // size of any single file they write
}

func (l Limits) any() bool { return l.MemoryBytes > 0 || l.Processes > 0 || l.FileBytes > 0 }

// watched tells whether somebody has to look at the program while it runs.
func (l Limits) watched() bool { return l.MemoryBytes > 0 || l.Processes > 0 }

// The codes of the faults of a program that is not there, and of one that is there and can't be started: for it is none,
// or may not be executed.
const (
	CodeMissing  = "program-missing"
	CodeUnusable = "program-unusable"
)

// Start runs a program in a process group of its own. The error is an invalid
// fault if there is no such program or it can't be started, else an unavailable one.
func (h *Home) Start(spec Spec) (*Process, error) {
	marker := h.newMarker()
	if !h.remember(marker, nil) {
		return nil, errClosed()
	}
	cmd := h.command(spec, marker)
	if err := h.launcher.start(cmd); err != nil {
		h.forget(marker)
		return nil, startFailure(spec.Path, err)
	}
	p := newProcess(h, marker, cmd, spec.Limits)
	remembered := h.remember(marker, p)
	go p.await()
	if !remembered {
		p.End()
		return nil, errClosed()
	}
	return p, nil
}

// startFailure says why a program was not started.
func startFailure(path string, err error) *fault.Error {
	unusable := func(why string) *fault.Error {
		return fault.New(fault.KindInvalid, CodeUnusable, "the program %s can't be started: %s", path, why).Because(err)
	}
	info, statErr := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return fault.New(fault.KindInvalid, CodeMissing, "the program %s can't be started: %v", path, err)
	case statErr == nil && info.IsDir():
		return unusable("it is a directory")
	case os.IsPermission(err):
		return unusable("the server's user may not execute it (permission denied)")
	case errors.Is(err, syscall.ENOEXEC):
		return unusable("it is no program of this machine, or was not installed completely (exec format error)")
	}
	return unavailable(err, "the program %s could not be started: %v", path, err)
}

func errClosed() *fault.Error {
	return unavailable(nil, "the server is shutting down and starts no more programs")
}

// command is a program ready to start, and whether it gets a namespace of its own.
type command struct {
	*exec.Cmd
	isolated bool
}

func (h *Home) command(spec Spec, marker string) command {
	isolation := sharedWithServer
	if spec.Isolated {
		isolation = h.launcher.isolation()
	}
	path, args := gate(spec, isolation)
	cmd := exec.Command(path, args...)
	cmd.Dir = spec.Dir
	cmd.Env = append(append(make([]string, 0, len(spec.Env)+1), spec.Env...), MarkerVariable+"="+marker)
	if spec.Stdin != nil {
		cmd.Stdin = spec.Stdin
	}
	if spec.Stdout != nil {
		cmd.Stdout = spec.Stdout
	}
	if spec.Stderr != nil {
		cmd.Stderr = spec.Stderr
	}
	setAttributes(cmd, isolation)
	return command{Cmd: cmd, isolated: isolation != sharedWithServer}
}

// isolation says what keeps a program's processes together.
type isolation int

const (
	sharedWithServer isolation = iota // a process group only
	ownProcesses                      // a PID namespace
	ownUsers                          // a PID namespace inside a user namespace, for servers without privileges
)
