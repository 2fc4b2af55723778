package workflowinstance_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	engine "heddle.dev/heddle/domain/workflowinstance"
)

type routingCase struct {
	Name     string                    `json:"name"`
	Workflow jsontext.Value            `json:"workflow"`
	Context  jsontext.Value            `json:"context"`
	Inputs   map[string]jsontext.Value `json:"inputs"`
	Steps    []routingStep             `json:"steps"`
}

type routingStep struct {
	Resume         string              `json:"resume"`
	Output         jsontext.Value      `json:"output"`
	ActiveBranches []waiting           `json:"activeBranches"`
	JoinArrivals   map[string][]string `json:"joinArrivals"`
	Context        jsontext.Value      `json:"context"`
	Visited        []string            `json:"visited"`
	Completed      bool                `json:"completed"`
}

type waiting struct {
	BranchID string `json:"branchId"`
	NodeID   string `json:"nodeId"`
}

func TestRoutingConforms(t *testing.T) {
	t.Parallel()
	for _, c := range readCases[routingCase](t, "routing.json") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p := start(t, compile(t, string(c.Workflow)), string(c.Context))
			for i, step := range c.Steps {
				if i > 0 {
					p.complete(step.Resume, string(step.Output))
				}
				step.check(t, p)
				checkInputs(t, p, c.Inputs)
			}
		})
	}
}

func (s routingStep) check(t *testing.T, p *player) {
	t.Helper()
	p.wantContext(string(s.Context))
	if got := waitingBranches(p); !slices.Equal(got, s.ActiveBranches) {
		t.Errorf("waiting are %v, want %v", got, s.ActiveBranches)
	}
	if !maps.EqualFunc(p.instance.JoinArrivals, s.JoinArrivals, slices.Equal) {
		t.Errorf("arrived are %v, want %v", p.instance.JoinArrivals, s.JoinArrivals)
	}
	if got := p.visited(); !slices.Equal(got, s.Visited) {
		t.Errorf("visited are %v, want %v", got, s.Visited)
	}
	if done := p.instance.Status == engine.Completed; done != s.Completed {
		t.Errorf("the status is %s", p.instance.Status)
	}
}

func waitingBranches(p *player) []waiting {
	branches := []waiting{}
	for _, b := range p.instance.ActiveBranches {
		branches = append(branches, waiting{b.BranchID, b.NodeID})
	}
	return branches
}

func checkInputs(t *testing.T, p *player, want map[string]jsontext.Value) {
	t.Helper()
	for _, e := range p.last.Effects {
		action, isAction := e.(engine.RunAction)
		if !isAction || want[action.NodeID] == nil {
			continue
		}
		if got := canonical(t, action.Inputs.Text()); got != canonical(t, want[action.NodeID]) {
			t.Errorf("inputs of %s are %s, want %s", action.NodeID, got, want[action.NodeID])
		}
	}
}

type topologyCase struct {
	Name     string         `json:"name"`
	Nodes    []string       `json:"nodes"`
	Edges    [][]string     `json:"edges"`
	RepeatAt string         `json:"repeatAt"`
	Visits   map[string]int `json:"visits"`
}

func TestParallelRegionsConform(t *testing.T) {
	t.Parallel()
	for _, c := range readCases[topologyCase](t, "parallel-topology.json") {
		if c.Visits == nil {
			continue // a case of validation
		}
		for _, order := range []string{"first", "last"} {
			t.Run(c.Name+", "+order+" first", func(t *testing.T) {
				t.Parallel()
				c.run(t, order == "last")
			})
		}
	}
}

func (c topologyCase) run(t *testing.T, lastFirst bool) {
	p := start(t, compile(t, c.document()), `{"choose": true}`)
	repeated := false
	for len(p.instance.ActiveBranches) > 0 {
		at := 0
		if lastFirst {
			at = len(p.instance.ActiveBranches) - 1
		}
		node := p.instance.ActiveBranches[at].NodeID
		output := "{}"
		if node == c.RepeatAt {
			output = fmt.Sprintf(`{"repeat": %t}`, !repeated)
			repeated = true
		}
		p.complete(node, output)
	}
	p.wantStatus(engine.Completed)
	visited := p.visited()
	for node, want := range c.Visits {
		got := 0
		for _, id := range visited {
			if id == node {
				got++
			}
		}
		if got != want {
			t.Errorf("%s was entered %d times, want %d; visited are %v", node, got, want, visited)
		}
	}
}

// document makes the case's graph: nodes but start and end are human tasks.
func (c topologyCase) document() string {
	var nodes, edges []string
	for _, id := range c.Nodes {
		kind, config := "human-task", `{}`
		if id == "start" || id == "end" {
			kind = id
		}
		nodes = append(nodes, fmt.Sprintf(`{"id": %q, "type": %q, "name": %q, "config": %s}`, id, kind, id, config))
	}
	for i, edge := range c.Edges {
		extra := ""
		if len(edge) > 2 && edge[2] == "default" {
			extra = `, "isDefault": true`
		} else if len(edge) > 2 {
			condition, err := json.Marshal(edge[2])
			if err != nil {
				panic(err)
			}
			extra = `, "condition": ` + string(condition)
		}
		edges = append(edges, fmt.Sprintf(`{"id": "e%d", "source": %q, "target": %q, "priority": %d%s}`, i, edge[0], edge[1], i, extra))
	}
	return fmt.Sprintf(`{"id": "t", "name": "T", "nodes": [%s], "edges": [%s]}`, strings.Join(nodes, ","), strings.Join(edges, ","))
}
