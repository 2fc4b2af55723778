package process

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// What the kernel counts are tasks: threads too. Interpreters start a dozen for
// each process; a limit on tasks is no limit on processes, but it holds in the
// moment, where the watcher comes 50 ms later and a fork bomb doesn't wait.
const (
	tasksPerProcess = 16
	minTasks        = 512 // kernels take no pid_max below 301
)

// taskLimitLines lets the kernel bound how many tasks there are at once: of a
// root server's programs by the range of ids in their namespace, of others by
// RLIMIT_NPROC, which does not hold for root. Without a namespace that limit
// would count all the user's processes, so there the watcher is alone.
func taskLimitLines(limits Limits, isolation isolation) string {
	if limits.Processes <= 0 {
		return ""
	}
	tasks := max(minTasks, limits.Processes*tasksPerProcess)
	switch {
	case isolation == ownProcesses && pidLimitIsNamespaced():
		return fmt.Sprintf("(echo %d >/proc/sys/kernel/pid_max) 2>/dev/null\n", tasks)
	case isolation == ownUsers:
		return fmt.Sprintf("ulimit -u %d 2>/dev/null || ulimit -p %d 2>/dev/null\n", tasks, tasks) // bash || dash
	}
	return ""
}

// pidLimitIsNamespaced tells whether kernel.pid_max belongs to the PID namespace,
// since Linux 6.14. Before, writing it would change the whole machine's.
func pidLimitIsNamespaced() bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var major, minor int
	if _, err := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > 6 || major == 6 && minor >= 14
}
