package process

import (
	"os"
	"os/exec"
	"syscall"
)

func signalGroup(process *os.Process, _ bool) { _ = process.Kill() }

func exitOfState(state *os.ProcessState) Exit { return Exit{Code: state.ExitCode()} }

func setAttributes(cmd *exec.Cmd, _ isolation) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
