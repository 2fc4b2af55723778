package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// row is one process as the kernel sees it, from /proc/PID/stat of proc(5).
type row struct {
	identity
	parent, group, session int
	dead                   bool // a zombie: over, but not yet reaped
	memoryBytes            int64
}

// table is a snapshot of all processes by id.
type table map[int]row

func readTable() table {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	t := make(table, len(entries))
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue // not a process
		}
		if r, ok := readRow(pid); ok {
			t[pid] = r
		}
	}
	return t
}

func readRow(pid int) (row, bool) {
	text, err := os.ReadFile(procFile(pid, "stat"))
	if err != nil {
		return row{}, false // it ended meanwhile
	}
	return parseStat(pid, string(text))
}

// parseStat reads a stat line. The second field is the program's name in
// parentheses and may itself hold blanks and parentheses.
func parseStat(pid int, text string) (row, bool) {
	end := strings.LastIndexByte(text, ')')
	if end < 0 {
		return row{}, false
	}
	const state, parent, group, session, start, resident = 0, 1, 2, 3, 19, 21 // counted after the name
	fields := strings.Fields(text[end+1:])
	if len(fields) <= resident {
		return row{}, false
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(fields[i]) // the kernel writes numbers
		return n
	}
	ticks, err := strconv.ParseUint(fields[start], 10, 64)
	if err != nil {
		return row{}, false
	}
	return row{
		identity:    identity{pid: pid, start: ticks},
		parent:      number(parent),
		group:       number(group),
		session:     number(session),
		dead:        fields[state] == "Z" || fields[state] == "X",
		memoryBytes: int64(number(resident)) * int64(os.Getpagesize()),
	}, true
}

// members lists the living processes that belong together: those for which seed
// is true, and all their descendants.
func (t table) members(seed func(row) bool) []row {
	children := map[int][]int{}
	var found []row
	seen := map[int]bool{}
	for pid, r := range t {
		children[r.parent] = append(children[r.parent], pid)
		if seed(r) {
			found, seen[pid] = append(found, r), true
		}
	}
	for i := 0; i < len(found); i++ {
		for _, child := range children[found[i].pid] {
			if !seen[child] {
				found, seen[child] = append(found, t[child]), true
			}
		}
	}
	living := found[:0]
	for _, r := range found {
		if !r.dead && r.pid != os.Getpid() {
			living = append(living, r)
		}
	}
	return living
}

// marker reads the marker a process was started with; empty if it has none or
// belongs to somebody else.
func (r row) marker() string {
	environment, err := os.ReadFile(procFile(r.pid, "environ"))
	if err != nil {
		return ""
	}
	for entry := range bytes.SplitSeq(environment, []byte{0}) {
		if value, ok := bytes.CutPrefix(entry, []byte(MarkerVariable+"=")); ok {
			return string(value)
		}
	}
	return ""
}

func procFile(pid int, name string) string {
	return filepath.Join("/proc", fmt.Sprint(pid), name)
}

func identityOf(pid int) identity {
	r, _ := readRow(pid) // not reaped yet, so its row exists
	return r.identity
}

func bootID() string {
	text, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
