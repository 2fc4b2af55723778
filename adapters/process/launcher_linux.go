package process

import (
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// launcher starts all programs from one thread that never ends before the server
// does. Three properties hang on that thread: the kernel kills a child when the
// thread that started it ends (PR_SET_PDEATHSIG, prctl(2)), and children inherit
// from it that they can gain no privileges and, of a root server, keep none.
type launcher struct {
	requests chan func()
	closed   chan struct{}
	probe    sync.Once
	probed   isolation
}

func newLauncher() *launcher {
	l := &launcher{requests: make(chan func()), closed: make(chan struct{})}
	go l.run()
	return l
}

func (l *launcher) run() {
	runtime.LockOSThread() // never unlocked: the thread is of no use to anybody else
	hideFromChildren(true)
	dropPrivileges()
	for {
		select {
		case request := <-l.requests:
			request()
		case <-l.closed:
			return
		}
	}
}

func (l *launcher) close() { close(l.closed) }

func (l *launcher) start(cmd command) error {
	result := make(chan error, 1)
	request := func() {
		if cmd.SysProcAttr.Cloneflags&syscall.CLONE_NEWUSER != 0 {
			// The maps of a user namespace are written through /proc, which a
			// hidden process may not do.
			hideFromChildren(false)
			defer hideFromChildren(true)
		}
		result <- cmd.Start()
	}
	select {
	case l.requests <- request:
		return <-result
	case <-l.closed:
		return errClosed()
	}
}

// hideFromChildren makes the server's environment and memory unreadable for
// processes of the same user.
func hideFromChildren(hidden bool) {
	dumpable := uintptr(1)
	if hidden {
		dumpable = 0
	}
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, dumpable, 0, 0, 0) // fails only for wrong arguments
}

// dropPrivileges holds for the children of this thread: no set-user-ID program
// raises them, and a root server's have none of its capabilities, without which
// they can't read its memory either.
func dropPrivileges() {
	_ = unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) // fails only for wrong arguments
	for capability := uintptr(0); capability <= unix.CAP_LAST_CAP; capability++ {
		if unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0) != nil {
			return // a server without privileges has none to give away
		}
	}
}

// isolation finds out, once, what this kernel grants.
func (l *launcher) isolation() isolation {
	l.probe.Do(func() {
		l.probed = sharedWithServer
		wanted := ownUsers
		if os.Geteuid() == 0 {
			wanted = ownProcesses
		}
		cmd := exec.Command(gateShell, "-c", ":")
		setAttributes(cmd, wanted)
		if l.start(command{Cmd: cmd}) == nil && cmd.Wait() == nil {
			l.probed = wanted
		}
	})
	return l.probed
}

// setAttributes gives a program its own group, its death with the server, and its namespaces.
func setAttributes(cmd *exec.Cmd, isolation isolation) {
	attributes := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	switch isolation {
	case sharedWithServer:
	case ownUsers:
		attributes.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	case ownProcesses:
		attributes.Cloneflags = syscall.CLONE_NEWPID
	}
	cmd.SysProcAttr = attributes
}
