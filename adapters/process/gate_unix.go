//go:build unix

package process

import "strconv"

// The shell that sets limits before the program runs: Go can't set them for a
// child, and setting them after the start would leave a gap.
const gateShell = "/bin/sh"

// gate wraps a program that has limits or a namespace of its own.
//
// In a namespace the shell stays, as its first process: the kernel protects that
// one from signals, which would surprise a script that signals itself. Elsewhere
// the program replaces the shell, since only the direct child dies with the server.
func gate(spec Spec, isolation isolation) (path string, args []string) {
	if isolation == sharedWithServer && !spec.Limits.any() {
		return spec.Path, spec.Args
	}
	script := limitLines(spec.Limits) + taskLimitLines(spec.Limits, isolation)
	if isolation == sharedWithServer {
		script += `exec "$@"`
	} else {
		script += `"$@"; exit $?`
	}
	return gateShell, append([]string{"-c", script, "sh", spec.Path}, spec.Args...)
}

// limitLines sets what the kernel enforces by process. The limit on memory is a
// back-stop for what grows faster than the watcher looks: interpreters reserve
// far more than they use.
func limitLines(limits Limits) string {
	lines := "ulimit -c 0 2>/dev/null\n"
	if limits.FileBytes > 0 {
		const block = 512 // POSIX: the unit of ulimit -f
		lines += "ulimit -f " + strconv.FormatInt((limits.FileBytes+block-1)/block, 10) + " || exit 126\n"
	}
	if limits.MemoryBytes > 0 {
		const kilobyte, reserve = 1024, 512 << 20
		lines += "ulimit -d " + strconv.FormatInt((limits.MemoryBytes+reserve)/kilobyte, 10) + " 2>/dev/null\n"
	}
	return lines
}
