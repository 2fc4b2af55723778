//go:build unix

package process

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func signalGroup(process *os.Process, kill bool) {
	signal := syscall.SIGTERM
	if kill {
		signal = syscall.SIGKILL
	}
	_ = syscall.Kill(-process.Pid, signal) // gone already is as good
}

func exitOfState(state *os.ProcessState) Exit {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return Exit{Code: state.ExitCode()}
	}
	const shellOffset = 128 // as shells count
	return Exit{Code: shellOffset + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
}
