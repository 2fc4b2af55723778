package heddletest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Process is a process of this machine, as /proc shows it (proc(5)).
type Process struct {
	PID     int
	Parent  int
	Command []string
}

// Is tells whether the process is this program with the subcommand, such as "mcp".
func (p Process) Is(subcommand string) bool { return slices.Contains(p.Command, subcommand) }

// Variable reads the environment that the process was started with.
func (p Process) Variable(name string) string {
	text, _ := os.ReadFile(procFile(p.PID, "environ")) // gone: it has none
	for entry := range strings.SplitSeq(string(text), "\x00") {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// ChildrenOf lists the processes that pid started and that have not been reaped.
func ChildrenOf(pid int) []Process {
	return slices.DeleteFunc(processes(), func(p Process) bool { return p.Parent != pid })
}

// Alive tells whether the process runs; a zombie does not.
func Alive(pid int) bool {
	fields := statFields(pid)
	return len(fields) > 0 && fields[0] != "Z"
}

// mentioning lists the processes whose command line or environment has the text in it.
func mentioning(text string) []Process {
	return slices.DeleteFunc(processes(), func(p Process) bool {
		environ, _ := os.ReadFile(procFile(p.PID, "environ"))
		return !strings.Contains(strings.Join(p.Command, " "), text) && !bytes.Contains(environ, []byte(text))
	})
}

func processes() (all []Process) {
	dirs, _ := filepath.Glob("/proc/[0-9]*") // the pattern is correct
	for _, dir := range dirs {
		pid, err := strconv.Atoi(filepath.Base(dir))
		fields := statFields(pid)
		if err != nil || len(fields) < 2 || fields[0] == "Z" {
			continue
		}
		parent, _ := strconv.Atoi(fields[1]) // a number, says the kernel
		command, _ := os.ReadFile(procFile(pid, "cmdline"))
		all = append(all, Process{PID: pid, Parent: parent, Command: strings.Split(strings.TrimRight(string(command), "\x00"), "\x00")})
	}
	return all
}

// statFields gives the fields of /proc/<pid>/stat behind the program's name: its state, its parent, and so on.
func statFields(pid int) []string {
	stat, _ := os.ReadFile(procFile(pid, "stat")) // gone: it has none
	_, behind, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
	return strings.Fields(behind)
}

func procFile(pid int, name string) string { return filepath.Join("/proc", strconv.Itoa(pid), name) }
