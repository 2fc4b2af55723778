//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

func setAttributes(cmd *exec.Cmd, _ isolation) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
