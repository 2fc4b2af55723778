package simulation_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/simulation"
	"heddle.dev/heddle/domain/workflowinstance"
)

func compile(t *testing.T, text string) *workflowinstance.Version {
	t.Helper()
	doc, err := document.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler, err := cel.New()
	if err != nil {
		t.Fatal(err)
	}
	version, err := workflowinstance.Compile(doc, compiler)
	if err != nil {
		t.Fatal(err)
	}
	return version
}

const loop = `{"id": "w", "name": "W", "nodes": [
	{"id": "start", "type": "start", "name": "S", "config": {"inputs": [{"name": "n", "type": "integer", "required": true}]}},
	{"id": "pause", "type": "wait", "name": "P", "config": {"duration": "PT1H"}},
	{"id": "act", "type": "action", "name": "A", "config": {"actionType": "x", "inputs": {"n": "context.n + 1"}, "outputs": [{"name": "ok", "type": "boolean"}]}},
	{"id": "event", "type": "receive-event", "name": "E", "config": {"eventType": "x", "match": ["false"], "outputs": [{"contextKey": "n", "expression": "event.by + context.n"}]}},
	{"id": "end", "type": "end", "name": "End", "config": {}}],
	"edges": [
	{"id": "e1", "source": "start", "target": "pause"}, {"id": "e2", "source": "pause", "target": "act"},
	{"id": "e3", "source": "act", "target": "event"},
	{"id": "e4", "source": "event", "target": "end", "condition": "context.n > 3"}, {"id": "e5", "source": "event", "target": "pause", "isDefault": true}]}`

func run(t *testing.T, text, context, outputs string, stopAtWaits bool) simulation.Result {
	t.Helper()
	parsed, err := simulation.ParseOutputs([]byte(outputs))
	if err != nil {
		t.Fatal(err)
	}
	return simulation.Run(compile(t, text), "w", simulation.Input{
		Context: jsontext.Value(context), Outputs: parsed, StopAtWaits: stopAtWaits,
	})
}

func TestOutputsByNodeAreGivenWheneverTheNodeWaits(t *testing.T) {
	t.Parallel()
	result := run(t, loop, `{"n": 1}`, `{"act": {"ok": true}, "event": {"by": 2}}`, false)
	last := result.Last()
	if result.Failed() || len(result.Snapshots) != 5 || last.Status != workflowinstance.Completed {
		t.Fatalf("%+v", result)
	}
	if got := strings.Join(last.Visited, " "); got != "start pause act event pause act event end" {
		t.Errorf("visited are %s", got)
	}
	if got := string(last.Context.Text()); got != `{"n":5,"ok":true}` {
		t.Errorf("the context is %s", got)
	}
	if got := string(result.Snapshots[2].Inputs["act"].Text()); got != `{"n":4}` {
		t.Errorf("the inputs are %s", got)
	}
	if got := result.Snapshots[2].Edges[0]; got.EdgeID != "e4" || got.Outcome != workflowinstance.EdgeFalse {
		t.Errorf("the first edge is %+v", got)
	}
}

func TestTheFormOfASnapshotIsStable(t *testing.T) {
	t.Parallel()
	result := run(t, loop, `{"n": 1}`, `[{"node": "act", "output": {"ok": true}}]`, false)
	got, err := json.Marshal(result, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"snapshots":[` +
		`{"status":"waiting","activeBranches":[{"branchId":"root","nodeId":"act"}],"joinArrivals":{},"context":{"n":1},` +
		`"visited":["start","pause","act"],"inputs":{"act":{"n":2}},"edges":[{"edgeId":"e1","outcome":"taken"},{"edgeId":"e2","outcome":"taken"}]},` +
		`{"resume":"act","output":{"ok":true},"status":"waiting","activeBranches":[{"branchId":"root","nodeId":"event"}],"joinArrivals":{},` +
		`"context":{"n":1,"ok":true},"visited":["start","pause","act","event"],"edges":[{"edgeId":"e3","outcome":"taken"}]}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWaitsStopTheRunOnlyIfAsked(t *testing.T) {
	t.Parallel()
	result := run(t, loop, `{"n": 1}`, `[{"node": "pause", "output": {}}]`, true)
	if got := strings.Join(result.Last().Visited, " "); got != "start pause act" || len(result.Snapshots) != 2 {
		t.Errorf("%+v", result)
	}
}

func TestATimeoutCanTakeThePlaceOfAnEvent(t *testing.T) {
	t.Parallel()
	timed := strings.Replace(strings.Replace(loop, `"eventType": "x"`, `"eventType": "x", "timeout": "PT1H"`, 1),
		`"condition": "context.n > 3"`, `"isTimeout": true`, 1)
	result := run(t, timed, `{"n": 1}`, `[{"node": "act", "output": {}}, {"node": "event", "timeout": true}]`, false)
	if got := strings.Join(result.Last().Visited, " "); got != "start pause act event end" || result.Failed() {
		t.Errorf("%s, %+v", got, result.Error)
	}
	result = run(t, loop, `{"n": 1}`, `[{"node": "act", "timeout": true}]`, false)
	if result.Error == nil || result.Error.Code != workflowinstance.CodeNotWaitingFor {
		t.Errorf("%+v", result.Error)
	}
}

func TestWhatDoesNotFitEndsTheRunWithWhatCameBefore(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, context, outputs, code string
		snapshots                    int
	}{
		{"the context", `{"n": "1"}`, ``, workflowinstance.CodeInvalidContext, 0},
		{"an output", `{"n": 1}`, `[{"node": "act", "output": {"ok": 1}}]`, workflowinstance.CodeInvalidOutput, 1},
		{"a node that does not wait", `{"n": 1}`, `[{"node": "act", "output": {}}, {"node": "act", "output": {}}]`, simulation.NotWaiting, 2},
		{"a node that does not exist", `{"n": 1}`, `{"nowhere": {}}`, simulation.UnknownNode, 0},
		{"a run that goes on and on", `{"n": 1}`, `{"act": {}, "event": {"by": -1}}`, simulation.Endless, 1001},
		{"a run in circles", `{"n": 1}`, `{"act": {}, "event": {"by": 0}}`, simulation.Endless, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			result := run(t, loop, test.context, test.outputs, false)
			if result.Error == nil || result.Error.Code != test.code || len(result.Snapshots) != test.snapshots || !result.Failed() {
				t.Errorf("%d snapshots, %+v", len(result.Snapshots), result.Error)
			}
		})
	}
}

func TestWaitsThatPassShareTheBudgetOfTheCall(t *testing.T) {
	t.Parallel()
	const circle = `{"id": "w", "name": "W", "nodes": [
		{"id": "start", "type": "start", "name": "S", "config": {}}, {"id": "p", "type": "wait", "name": "P", "config": {"duration": "PT1H"}},
		{"id": "end", "type": "end", "name": "End", "config": {}}],
		"edges": [{"id": "e1", "source": "start", "target": "p"}, {"id": "e2", "source": "p", "target": "p"}]}`
	result := run(t, circle, `{}`, ``, false)
	if failure := result.Last().Failure; failure == nil || failure.Code != workflowinstance.TransitionBudget || !result.Failed() {
		t.Errorf("the failure is %+v", failure)
	}
	if len(result.Last().Visited) != 101 {
		t.Errorf("%d visits", len(result.Last().Visited))
	}
}

func TestOutputsThatCantBeReadSayWhatTheyShouldBe(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`1`, `[1]`, `[{"node": "a", "outputs": {}}]`, `[{"output": {}}]`, `{"a": {}, "a": {}}`} {
		if _, err := simulation.ParseOutputs([]byte(text)); fault.KindOf(err) != fault.KindInvalid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestRoutingConforms runs the engine's conformance cases by simulation.
func TestRoutingConforms(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name     string         `json:"name"`
		Workflow jsontext.Value `json:"workflow"`
		Context  jsontext.Value `json:"context"`
		Steps    []struct {
			Resume         string              `json:"resume"`
			Output         jsontext.Value      `json:"output"`
			ActiveBranches []simulation.Branch `json:"activeBranches"`
			Visited        []string            `json:"visited"`
			Completed      bool                `json:"completed"`
		} `json:"steps"`
	}
	text, err := os.ReadFile("../testdata/conformance/routing.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			in := simulation.Input{Context: c.Context, StopAtWaits: true, Outputs: simulation.Outputs{InOrder: []simulation.Delivery{}}}
			for _, step := range c.Steps[1:] {
				in.Outputs.InOrder = append(in.Outputs.InOrder, simulation.Delivery{Node: step.Resume, Output: step.Output})
			}
			result := simulation.Run(compile(t, string(c.Workflow)), "w", in)
			if result.Error != nil || len(result.Snapshots) != len(c.Steps) {
				t.Fatalf("%d snapshots, %+v", len(result.Snapshots), result.Error)
			}
			for i, step := range c.Steps {
				got := result.Snapshots[i]
				if !slices.Equal(got.Visited, step.Visited) || !slices.Equal(got.ActiveBranches, step.ActiveBranches) ||
					(got.Status == workflowinstance.Completed) != step.Completed {
					t.Errorf("step %d: %+v, want %+v", i, got, step)
				}
			}
		})
	}
}
