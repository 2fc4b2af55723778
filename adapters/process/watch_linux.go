package process

import (
	"time"

	"heddle.dev/heddle/domain/fault"
)

// How often the watcher looks. One look reads the whole process table, about
// 10 µs a process, whatever the number of programs.
const watchInterval = 50 * time.Millisecond

// watcher ends programs that use more than they may. It runs only while a
// program with such limits does.
type watcher struct {
	home    *Home
	running bool // guarded by home.mu
}

func (w *watcher) begin() {
	w.home.mu.Lock()
	defer w.home.mu.Unlock()
	if !w.running {
		w.running = true
		go w.run()
	}
}

func (w *watcher) run() {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for range tick.C {
		if w.idle() {
			return
		}
		t := readTable()
		for _, p := range w.home.processes() {
			if p.limits.watched() {
				p.check(t)
			}
		}
	}
}

// idle tells, and notes, that nothing is left to watch.
func (w *watcher) idle() bool {
	w.home.mu.Lock()
	defer w.home.mu.Unlock()
	for _, p := range w.home.living {
		if p == nil || p.limits.watched() {
			return false
		}
	}
	w.running = false
	return true
}

// noteMembers finds the program's processes and remembers them: one that leaves
// the tree later is still known.
func (p *Process) noteMembers(t table) []row {
	members := t.members(p.belongs)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[identity]struct{}{}
	}
	for _, r := range members {
		p.known[r.identity] = struct{}{}
	}
	return members
}

// check compares what the program's processes use together with its limits.
func (p *Process) check(t table) {
	members := p.noteMembers(t)
	var memory int64
	for _, r := range members {
		memory += r.memoryBytes
	}
	const mebibyte = 1 << 20
	switch {
	case p.limits.Processes > 0 && len(members) > p.limits.Processes:
		p.fail(fault.New(fault.KindTooLarge, "process-limit",
			"it ran %d processes at once, more than the %d allowed", len(members), p.limits.Processes))
	case p.limits.MemoryBytes > 0 && memory > p.limits.MemoryBytes:
		p.fail(fault.New(fault.KindTooLarge, "memory-limit",
			"it used %d MiB of memory, more than the %d MiB allowed", memory/mebibyte, p.limits.MemoryBytes/mebibyte))
	}
}
