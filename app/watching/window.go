package watching

import (
	"slices"
	"sort"

	"heddle.dev/heddle/ports"
)

// What a window keeps at least, if there is as much; it may keep twice that.
const (
	windowEvents = 2048
	windowBytes  = 4 << 20
)

// window is the newest part of the log, without a hole: everything that readers may see behind start. Its events are
// never changed in place, so that listeners can read them while more are added.
type window struct {
	start  ports.Cursor
	events []ports.BrowserEvent
	bytes  int // of the events' data
}

// end is the cursor of what was read last.
func (w *window) end() ports.Cursor {
	if len(w.events) == 0 {
		return w.start
	}
	return w.events[len(w.events)-1].Cursor
}

// after answers the events behind a cursor; known is false for a cursor that lies before the window.
func (w *window) after(c ports.Cursor) (events []ports.BrowserEvent, known bool) {
	if after(w.start, c) {
		return nil, false
	}
	first := sort.Search(len(w.events), func(i int) bool { return after(w.events[i].Cursor, c) })
	return w.events[first:], true
}

// add appends what follows. When the window holds twice what it keeps, the older half goes.
func (w *window) add(found []ports.BrowserEvent) {
	w.events = append(w.events, found...)
	for _, e := range found {
		w.bytes += len(e.Data)
	}
	if len(w.events) > 2*windowEvents || w.bytes > 2*windowBytes {
		w.trim()
	}
}

// trim copies what is kept, so that what is not can be collected once no listener reads it any more.
func (w *window) trim() {
	kept, bytes := 0, 0
	for kept < min(len(w.events), windowEvents) && bytes < windowBytes {
		kept++
		bytes += len(w.events[len(w.events)-kept].Data)
	}
	dropped := len(w.events) - kept
	if dropped == 0 {
		return
	}
	w.start, w.events, w.bytes = w.events[dropped-1].Cursor, slices.Clone(w.events[dropped:]), bytes
}
