package scenario_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/scenario"
	"heddle.dev/heddle/domain/workflowinstance"
)

const order = `{"id": "w", "name": "W", "nodes": [
	{"id": "s", "type": "start", "name": "S", "config": {"inputs": [{"name": "n", "type": "integer"}]}},
	{"id": "t", "type": "human-task", "name": "T", "config": {"outputs": [{"name": "ok", "type": "boolean"}]}},
	{"id": "e", "type": "end", "name": "E", "config": {}}, {"id": "f", "type": "end", "name": "F", "config": {}}],
	"edges": [{"id": "st", "source": "s", "target": "t"}, {"id": "te", "source": "t", "target": "e", "condition": "context.ok"},
	{"id": "tf", "source": "t", "target": "f", "condition": "context.n / 0 == 1", "priority": 1}]}`

func TestWhatIsNotAsExpectedIsSaidInWords(t *testing.T) {
	t.Parallel()
	d, err := document.Parse([]byte(order))
	if err != nil {
		t.Fatal(err)
	}
	compiler, err := cel.New()
	if err != nil {
		t.Fatal(err)
	}
	version, err := workflowinstance.Compile(d, compiler)
	if err != nil {
		t.Fatal(err)
	}
	const done = `"outputs": {"t": {"ok": true}}`
	tests := []struct{ name, scenario, want string }{
		{"it completes", done + `, "expect": {}`, ""},
		{"the whole path", done + `, "expect": {"path": ["s", "t", "e"], "end": "e"}`, ""},
		{"numbers however written, and parts of objects", `"context": {"n": 1, "o": {"a": 1.0, "b": 2}}, ` + done + `, "expect": {"context": {"o": {"a": 1}}}`, ""},
		{"a shorter path", done + `, "expect": {"path": ["s", "t"]}`, "path: step 3 is e, expected nothing more"},
		{"a longer path", `"expect": {"status": "waiting", "path": ["s", "t", "e"]}`, "path: step 3 is nothing more, expected e"},
		{"another end", done + `, "expect": {"end": "f"}`, "end: expected f, the run ended in e"},
		{"it only waits", `"expect": {}`, "status: expected completed, the run is waiting in t"},
		{"a key that is not there", done + `, "expect": {"context": {"x": 1}}`, "context.x: expected 1, it is not there"},
		{"another value", done + `, "expect": {"context": {"ok": false}}`, "context.ok: expected false, it is true"},
		{"it fails as expected", `"outputs": {"t": {"ok": false}}, "expect": {"failure": "EXPRESSION_ERROR"}`, ""},
		{"it fails unexpectedly", `"outputs": {"t": {"ok": false}}, "expect": {}`, "at output 1, for t, the run failed at node t: "},
		{"an output that does not fit", `"outputs": [{"node": "t", "output": {"ok": 1}}], "expect": {"error": "invalid-output"}`, ""},
		{"unexpectedly so", `"outputs": [{"node": "t", "output": {"ok": 1}}], "expect": {}`, "at output 1 the run broke off: "},
		{"it did not break off", done + `, "expect": {"error": "invalid-output"}`, "expected the run to break off with invalid-output"},
		{"it did not start", `"context": {"n": "x"}, "expect": {}`, "at the start the run broke off: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			set, err := scenario.Parse(fmt.Appendf(nil, `{"scenarios": [{"name": "x", %s}]}`, test.scenario))
			if err != nil {
				t.Fatal(err)
			}
			got := scenario.Run(version, d.ID(), &set.Scenarios[0])
			if got.Passed() != (test.want == "") || !strings.HasPrefix(strings.Join(got.Deviations, "\n"), test.want) {
				t.Errorf("got %q, want %q", got.Deviations, test.want)
			}
			coverage := scenario.CoverageOf(d, got.Result)
			if test.name == "it completes" && (coverage.Covered() != 2 || !slices.Equal(coverage.Uncovered, []string{"tf"})) {
				t.Errorf("the coverage is %+v", coverage)
			}
		})
	}
}
