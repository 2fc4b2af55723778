package e2e_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// BenchmarkPage measures the page in a browser: how long a workbench of 200 steps takes to be interactive with nothing in
// the cache, and how fluid dragging is among 500 steps. Time is that, and that between two frames.
func BenchmarkPage(b *testing.B) {
	root, err := heddletest.Root()
	if err != nil {
		b.Fatal(err)
	}
	requireBrowser(b, root)
	for _, measure := range []string{"interactive", "drag"} {
		b.Run(measure, func(b *testing.B) {
			s := heddletest.Start(b, heddletest.SQLite)
			report(b, takeMeasure(b, filepath.Join(root, "e2e", "node"), measure, s.URL))
		})
	}
}

// takeMeasure lets the browser take a measure b.N times, and answers the figures of each time.
func takeMeasure(b *testing.B, dir, measure, url string) []map[string]float64 {
	b.Helper()
	b.ResetTimer()
	node := exec.CommandContext(b.Context(), "node", "measure.mjs", measure, url, strconv.Itoa(b.N))
	node.Dir, node.Stderr = dir, os.Stderr
	stdout, err := node.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := node.Start(); err != nil {
		b.Fatal(err)
	}
	var taken []map[string]float64
	for figures := json.NewDecoder(stdout); figures.More(); {
		var figure map[string]float64
		if err := figures.Decode(&figure); err != nil {
			b.Fatal(err)
		}
		taken = append(taken, figure)
	}
	if err := node.Wait(); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	return taken
}

// report reports the median of each figure. The time that opening browsers takes is not the benchmark's.
func report(b *testing.B, taken []map[string]float64) {
	b.Helper()
	for unit := range taken[0] {
		var values []float64
		for _, figures := range taken {
			values = append(values, figures[unit])
		}
		slices.Sort(values)
		median := values[len(values)/2]
		if unit == "milliseconds" {
			b.ReportMetric(median*1e6, "ns/op")
			continue
		}
		b.ReportMetric(median, unit)
	}
}
