package process

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
)

// record is what survives a killed server: enough to find the program again and
// to tell it from another one that got the same id later.
type record struct {
	PID       int    `json:"pid"`
	StartTime uint64 `json:"startTime"` // clock ticks after boot, proc(5)
	Boot      string `json:"boot"`      // the kernel's id of this boot
	Marker    string `json:"marker"`
}

const recordSuffix = ".process.json"

func (h *Home) recordPath(marker string) string { return filepath.Join(h.dir, marker+recordSuffix) }

func (h *Home) writeRecord(p *Process) error {
	text, err := json.Marshal(record{
		PID:       p.identity.pid,
		StartTime: p.identity.start,
		Boot:      bootID(),
		Marker:    p.marker,
	})
	if err != nil {
		return err
	}
	return os.WriteFile(h.recordPath(p.marker), text, 0o600)
}

func (h *Home) removeRecord(p *Process) {
	_ = os.Remove(h.recordPath(p.marker)) // a record without its process is harmless
}

// Sweep ends what an earlier server of this installation left behind, and tells
// how many processes that were. Call it at start-up, once no other server can be
// using the same directory. Programs of this home itself are left alone. May be
// called again after an error, which is an unavailable fault or the context's.
func (h *Home) Sweep(ctx context.Context) (ended int, err error) {
	records, err := h.leftRecords()
	if err != nil {
		return 0, err
	}
	ended, err = h.endLeftovers(ctx, records)
	if err != nil {
		return ended, err
	}
	for _, r := range records {
		_ = os.Remove(h.recordPath(r.Marker))
	}
	return ended, nil
}

// leftRecords reads the records of programs that this home did not start.
func (h *Home) leftRecords() ([]record, error) {
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		return nil, unavailable(err, "the process records in %s can't be listed", h.dir)
	}
	own := h.ownMarkers()
	var records []record
	for _, entry := range entries {
		marker, isRecord := strings.CutSuffix(entry.Name(), recordSuffix)
		if !isRecord || own[marker] {
			continue
		}
		r := record{Marker: marker} // a torn record is still to be removed
		if text, err := os.ReadFile(h.recordPath(marker)); err == nil && json.Unmarshal(text, &r) != nil {
			r = record{}
		}
		r.Marker = marker
		records = append(records, r)
	}
	return records, nil
}

// ownMarkers are those of the programs that live now.
func (h *Home) ownMarkers() map[string]bool {
	own := map[string]bool{}
	for _, p := range h.processes() {
		own[p.marker] = true
	}
	return own
}
