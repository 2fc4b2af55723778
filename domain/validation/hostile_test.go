package validation_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is what judging any document may take. It is far more than any needs, so
// that a busy machine fails nobody, and far less than what grows with a square.
const patience = 2 * time.Minute

// TestHostileDocumentsAreJudgedInBoundedTime also shows that no stack overflows.
func TestHostileDocumentsAreJudgedInBoundedTime(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"ten thousand nodes in a row":                  nodesInARow(10_000),
		"thousands of expressions":                     reviews(2_000, 0),
		"ten thousand forks in a row":                  forksInARow(10_000),
		"ten thousand forks inside each other":         nestedForks(10_000),
		"a fork of ten thousand branches":              wideFork(10_000, "context.n", "k%d"),
		"branches that all write and read one key":     wideFork(10_000, "context.k", "k"),
		"thousands of choices at one node":             wideChoice(2_000),
		"thousands of loops inside each other":         nestedLoops(2_000),
		"each node leads to each":                      completeGraph(150),
		"thousands of misspelt keys":                   misspelt(1_000),
		"a condition of brackets":                      withCondition(strings.Repeat("(", 50_000) + "true" + strings.Repeat(")", 50_000)),
		"a condition of signs":                         withCondition(strings.Repeat("!", 50_000) + "true"),
		"a condition of lists":                         withCondition(strings.Repeat("[", 50_000)),
		"a condition of brackets in another language":  withCondition("${" + strings.Repeat("(", 4_000) + "a eq b"),
		"a condition of ands":                          withCondition(repeated("context.k%d != null", " && ", 3_000)),
		"a condition of ors of tests":                  withCondition(repeated("has(context.k%d)", " || ", 3_000)),
		"a condition of choices":                       withCondition(repeated("context.k%d == 1 ? true", " : ", 100) + " : false"),
		"a condition of sums":                          withCondition(repeated("context.k%d", " + ", 4_000)),
		"a condition of loops inside each other":       withCondition(strings.Repeat("[1].exists(x, ", 11) + "x == context.k" + strings.Repeat(")", 11)),
		"a condition of a long path":                   withCondition("context" + strings.Repeat(".k", 10_000)),
		"a condition of coalesce inside each other":    withCondition(strings.Repeat("coalesce(context.k, ", 100) + "true" + strings.Repeat(")", 100)),
		"a condition with a name of forty thousand":    withCondition("context." + strings.Repeat("k", 40_000)),
		"a condition of comparisons that are not true": withCondition(repeated("context.n == \"%d\"", " && ", 2_000)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started := time.Now()
			problems := validator(t).Validate([]byte(text), nil)
			if took := time.Since(started); took > patience {
				t.Errorf("%s for %d bytes", took, len(text))
			}
			if len(problems) > 200_000 {
				t.Errorf("%d problems", len(problems))
			}
		})
	}
}

func repeated(format, separator string, times int) string {
	parts := make([]string, times)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, separator)
}

// graphOf writes a document of whole nodes, and edges "source>target", each followed
// by more members if need be.
func graphOf(nodes, edges []string) string {
	for i, edge := range edges {
		ends, more, _ := strings.Cut(edge, ",")
		source, target, _ := strings.Cut(ends, ">")
		if more != "" {
			more = "," + more
		}
		edges[i] = fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%d%s}`, i, source, target, i, more)
	}
	return `{"id":"w","name":"W","nodes":[` + strings.Join(nodes, ",") + `],"edges":[` + strings.Join(edges, ",") + `]}`
}

const (
	startOfN = `{"id":"s","type":"start","name":"S","config":{"inputs":[{"name":"n","type":"number","required":true}]}}`
	plainEnd = `{"id":"e","type":"end","name":"E","config":{}}`
)

func taskOf(id, input, output string) string {
	return fmt.Sprintf(`{"id":%q,"type":"human-task","name":"T","config":{"description":"d","inputs":{"i":%s},"outputs":[{"name":%q}]}}`, id, input, output)
}

func withCondition(condition string) string {
	return graphOf([]string{startOfN, plainEnd}, []string{fmt.Sprintf(`s>e,"condition":%q`, condition), `s>e,"isDefault":true`})
}

// wideFork has branches that each read one thing and write a key, named by the format.
func wideFork(branches int, read, key string) string {
	nodes, edges := []string{startOfN, plainEnd, taskOf("j", `"context.k1"`, "j")}, []string{"j>e"}
	for i := range branches {
		id, written := fmt.Sprintf("b%d", i), key
		if strings.Contains(key, "%d") {
			written = fmt.Sprintf(key, i)
		}
		nodes = append(nodes, taskOf(id, strconv.Quote(read), written))
		edges = append(edges, "s>"+id, id+">j")
	}
	return graphOf(nodes, edges)
}

// nodesInARow has tasks that each write a key of their own.
func nodesInARow(size int) string {
	nodes, edges := []string{startOfN, plainEnd}, []string{"s>n0", fmt.Sprintf("n%d>e", size-1)}
	for i := range size {
		nodes = append(nodes, taskOf(fmt.Sprintf("n%d", i), `"context.n"`, fmt.Sprintf("k%d", i)))
		if i+1 < size {
			edges = append(edges, fmt.Sprintf("n%d>n%d", i, i+1))
		}
	}
	return graphOf(nodes, edges)
}

func wideChoice(edgesOut int) string {
	edges := []string{`s>e,"isDefault":true`}
	for i := range edgesOut {
		edges = append(edges, fmt.Sprintf(`s>e,"condition":"context.n == %d"`, i))
	}
	return graphOf([]string{startOfN, plainEnd}, edges)
}

// nestedLoops leads from each node back to one as far from the start as it is from the end.
func nestedLoops(size int) string {
	nodes, edges := []string{startOfN, plainEnd}, []string{"s>n0", fmt.Sprintf("n%d>e", size-1)}
	for i := range size {
		nodes = append(nodes, taskOf(fmt.Sprintf("n%d", i), fmt.Sprintf(`"context.k%d"`, size-1-i), fmt.Sprintf("k%d", i)))
		if i+1 < size {
			edges = append(edges, fmt.Sprintf(`n%d>n%d,"condition":"context.k%d == \"x\""`, i, i+1, i))
			edges = append(edges, fmt.Sprintf(`n%d>n%d,"isDefault":true`, i, size-1-i))
		}
	}
	return graphOf(nodes, edges)
}

func completeGraph(size int) string {
	nodes, edges := []string{startOfN, plainEnd}, []string{"s>n0"}
	for i := range size {
		nodes = append(nodes, taskOf(fmt.Sprintf("n%d", i), fmt.Sprintf(`"context.k%d"`, i), fmt.Sprintf("k%d", i)))
		for k := range size {
			edges = append(edges, fmt.Sprintf(`n%d>n%d,"condition":"context.k%d == null"`, i, k, k))
		}
		edges = append(edges, fmt.Sprintf(`n%d>e,"isDefault":true`, i))
	}
	return graphOf(nodes, edges)
}

func misspelt(size int) string {
	nodes, edges := []string{startOfN, plainEnd}, []string{"s>n0", fmt.Sprintf("n%d>e", size-1)}
	for i := range size {
		id := fmt.Sprintf("n%d", i)
		nodes = append(nodes, taskOf(id, fmt.Sprintf(`"context.%s%d + context.%s%d"`, strings.Repeat("y", 50), i, strings.Repeat("z", 50), i), strings.Repeat("x", 50)+fmt.Sprint(i)))
		if i+1 < size {
			edges = append(edges, fmt.Sprintf("n%d>n%d", i, i+1))
		}
	}
	return graphOf(nodes, edges)
}
