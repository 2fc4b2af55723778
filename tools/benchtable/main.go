// Command benchtable runs the benchmarks and writes docs/benchmarks.md: what was measured, on which machine, at which
// commit, beside the bar that each figure has to meet. Each benchmark runs several times and the median counts, since
// machines are noisy. It is run from the folder tools by `task bench`.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	rounds = 3
	root   = ".." // it is run from the folder tools
)

// suite is the benchmarks of one package.
type suite struct{ folder, pattern string }

var suites = []suite{
	{"./domain/revision", "Revision"},
	{"./domain/changeset", "Apply|Diff|Rebase|Undo"},
	{"./domain/validation", "Validate"},
	{"./domain/workflowinstance", "Complete|StoredForm"},
	{"./adapters/cel", "Compile|Evaluate"},
	{"./adapters/sql/sqlite", "InTx"},
	{"./adapters/sql/postgres", "InTx|AppendEvent"},
	{"./adapters/http", "EventFanOut"},
	{"./e2e", "Save|MCP|Page"},
}

// bars says what a figure has to meet, by the name of its benchmark.
var bars = map[string]string{
	"domain/revision Revision/document":             "≥ 120 MB/s",
	"domain/changeset Apply/1000_nodes":             "≤ 5 ms",
	"domain/validation ValidateCold":                "≤ 200 ms",
	"domain/validation ValidateChanged":             "≤ 10 ms",
	"domain/workflowinstance Complete":              "≤ 20 µs",
	"e2e Page/interactive":                          "≤ 1.5 s",
	"e2e Page/drag":                                 "≥ 50 frames/s",
	"domain/revision reference ÷ document":          "≥ 5",
	"domain/changeset Apply, 10,000 ÷ 1,000 nodes":  "about 10: linear",
	"domain/validation Graph, 10,000 ÷ 1,000 nodes": "about 10: linear",
}

// ratios are figures of the same run held against each other.
var ratios = []struct{ name, over, under string }{
	{"domain/revision reference ÷ document", "domain/revision Revision/reference", "domain/revision Revision/document"},
	{"domain/revision reference ÷ text", "domain/revision Revision/reference", "domain/revision Revision/text"},
	{"domain/changeset Apply, 10,000 ÷ 1,000 nodes", "domain/changeset Apply/10000_nodes", "domain/changeset Apply/1000_nodes"},
	{"domain/validation Graph, 10,000 ÷ 1,000 nodes", "domain/validation ValidateGraph/10000_nodes_row", "domain/validation ValidateGraph/1000_nodes_row"},
}

// figure is one round of one benchmark.
type figure struct {
	nanoseconds float64
	others      string // MB/s, allocations and what else the benchmark reports
}

func main() {
	log.SetFlags(0)
	figures := map[string][]figure{}
	var names []string
	var remarks []string
	for _, s := range suites {
		output, err := run(s)
		if err != nil {
			log.Fatal(err)
		}
		scanner := bufio.NewScanner(bytes.NewReader(output))
		for scanner.Scan() {
			name, f, ok := parse(s.folder, scanner.Text())
			if !ok {
				remarks = remark(remarks, scanner.Text())
				continue
			}
			if figures[name] == nil {
				names = append(names, name)
			}
			figures[name] = append(figures[name], f)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "docs", "benchmarks.md"), []byte(table(names, figures, remarks)), 0o644); err != nil {
		log.Fatal(err)
	}
}

func run(s suite) ([]byte, error) {
	log.Printf("%s: %s", s.folder, s.pattern)
	command := exec.Command("go", "test", "-run", "^$", "-bench", s.pattern, "-benchmem", "-count", strconv.Itoa(rounds), "-v", s.folder)
	command.Dir, command.Stderr = root, os.Stderr
	return command.Output()
}

// parse reads a line such as "BenchmarkApply/1000_nodes-2  500  1803000 ns/op  12 MB/s  3 allocs/op".
func parse(folder, line string) (name string, f figure, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(line, "Benchmark") || fields[3] != "ns/op" {
		return "", f, false
	}
	nanoseconds, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		return "", f, false
	}
	name = strings.TrimPrefix(fields[0], "Benchmark")
	if at := strings.LastIndex(name, "-"); at > 0 {
		name = name[:at]
	}
	return strings.TrimPrefix(folder, "./") + " " + name, figure{nanoseconds, strings.Join(fields[4:], " ")}, true
}

// remark keeps what benchmarks say of the settings that decide their figures, once.
func remark(remarks []string, line string) []string {
	_, text, found := strings.Cut(line, "settings: ")
	if found && !slices.Contains(remarks, text) {
		remarks = append(remarks, text)
	}
	return remarks
}

func median(figures []figure) figure {
	sorted := slices.SortedFunc(slices.Values(figures), func(a, b figure) int { return cmp.Compare(a.nanoseconds, b.nanoseconds) })
	return sorted[len(sorted)/2]
}

func table(names []string, figures map[string][]figure, remarks []string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# Benchmarks\n\nWritten by `go tool task bench` on %s at commit %s, on %s (%d cores, %s).\n"+
		"Each figure is the median of %d rounds; figures of one run can be compared with each other, not with those of another machine.\n\n",
		time.Now().UTC().Format(time.DateOnly), commit(), cpu(), runtime.NumCPU(), runtime.Version(), rounds)
	for _, r := range remarks {
		fmt.Fprintf(&text, "- %s\n", r)
	}
	text.WriteString("\n| benchmark | time | other figures | bar |\n| --- | ---: | --- | --- |\n")
	for _, name := range names {
		m := median(figures[name])
		fmt.Fprintf(&text, "| %s | %v | %s | %s |\n", name, time.Duration(m.nanoseconds).Round(10*time.Nanosecond), m.others, bars[name])
	}
	text.WriteString("\n| ratio | value | bar |\n| --- | ---: | --- |\n")
	for _, r := range ratios {
		if figures[r.over] != nil && figures[r.under] != nil {
			fmt.Fprintf(&text, "| %s | %.1f | %s |\n", r.name, median(figures[r.over]).nanoseconds/median(figures[r.under]).nanoseconds, bars[r.name])
		}
	}
	return text.String()
}

func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// cpu names the processor, where the system tells.
func cpu() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	_, after, _ := strings.Cut(string(text), "model name")
	name, _, _ := strings.Cut(strings.TrimLeft(after, "\t: "), "\n")
	return cmp.Or(strings.TrimSpace(name), runtime.GOARCH)
}
