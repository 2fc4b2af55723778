package workflowinstance_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

func (p *player) migrate(to *engine.Version) error {
	p.t.Helper()
	call := engine.Call{Kind: engine.MigrateCall, At: p.now, Version: p.instance.Version + 1}
	step, err := engine.Migrate(p.version, to, p.instance, call.Version, call.At)
	if err != nil {
		return err
	}
	p.last, p.instance, p.version = step, stored(p.t, step.Instance), to
	p.now = p.now.Add(time.Second)
	p.history, p.journal = append(p.history, step.History...), append(p.journal, call)
	return nil
}

var (
	pairNodes = []string{`start start`, `a human-task`, `b human-task {"outputs": [{"name": "n", "type": "integer"}]}`, `j human-task`, `end end`}
	pairEdges = []string{`start a`, `start b`, `a j`, `b j`, `j end`}
)

// changed replaces the elements that begin as the new ones do.
func changed(elements []string, replacements ...string) []string {
	elements = slices.Clone(elements)
	for _, replacement := range replacements {
		name, _, _ := strings.Cut(replacement, " ")
		for i, element := range elements {
			if strings.HasPrefix(element, name+" ") {
				elements[i] = replacement
			}
		}
	}
	return elements
}

func TestWhatWaitsStaysUnlessItsNodeAsksForSomethingElse(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(pairNodes, pairEdges)), `{}`)
	a, b := p.activation("a"), p.activation("b")
	to := compile(t, graph(changed(pairNodes,
		`start start {"inputs": [{"name": "tier", "defaultValue": "basic"}]}`,
		`b human-task {"outputs": [{"name": "n", "type": "integer"}, {"name": "more"}]}`), pairEdges))
	preview := engine.PreviewMigration(p.version, to, p.instance)
	want := []engine.Landing{{BranchID: "root.0", NodeID: "a", ActivationID: a}, {BranchID: "root.1", NodeID: "b", ActivationID: b, Reopened: true}}
	if len(preview.Obstacles) != 0 || !slices.Equal(preview.Landings, want) {
		t.Errorf("the preview is %+v", preview)
	}
	p.must(p.migrate(to))
	p.wantStatus(engine.Waiting)
	p.wantContext(`{"tier": "basic"}`)
	if p.instance.Version != 4 || p.activation("a") != a || p.activation("b") == b {
		t.Errorf("the instance is %+v", p.instance)
	}
	if closed, opened := effect[engine.CloseTask](p), effect[engine.OpenTask](p); closed.ActivationID != b || len(opened.Fields) != 2 {
		t.Errorf("closed %+v, opened %+v", closed, opened)
	}
	if entry := p.last.History[0]; entry.Kind != engine.EntryMigrated || entry.Message != "from version 3 to version 4" {
		t.Errorf("the history says %+v", entry)
	}
	p.complete("a", ``)
	p.complete("b", `{"n": 1}`)
	p.complete("j", ``)
	p.wantStatus(engine.Completed)
}

func TestAMigrationSaysWhatCantMoveAndWhy(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		nodes, edges []string
		want         []string
	}{
		{
			"a node is gone",
			[]string{`start start`, `a human-task`, `c human-task`, `j human-task`, `end end`},
			[]string{`start a`, `start c`, `a j`, `c j`, `j end`},
			[]string{"b NODE_MISSING"},
		},
		{"another type", changed(pairNodes, `b action {"actionType": "x"}`), pairEdges, []string{"b NODE_TYPE_CHANGED"}},
		{
			"no fork any more", pairNodes,
			[]string{`start a`, `a b`, `b j`, `j end`},
			[]string{"a REGION_CHANGED", "b REGION_CHANGED", "start REGION_CHANGED"},
		},
		{
			"other branches", append(slices.Clone(pairNodes), `c human-task`), append(slices.Clone(pairEdges), `start c`, `c j`),
			[]string{"start REGION_CHANGED"},
		},
		{"data that does not fit", changed(pairNodes, `j human-task {"outputs": [{"name": "amount", "type": "integer"}]}`), pairEdges, []string{"j FIELD_TYPE"}},
		{"an input that is missing", changed(pairNodes, `start start {"inputs": [{"name": "who", "required": true}]}`), pairEdges, []string{"start FIELD_MISSING"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, compile(t, graph(pairNodes, pairEdges)), `{"amount": "much"}`)
			to := compile(t, graph(test.nodes, test.edges))
			var got []string
			for _, problem := range engine.PreviewMigration(p.version, to, p.instance).Obstacles {
				got = append(got, problem.NodeID+" "+problem.Code)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("obstacles are %v, want %v", got, test.want)
			}
			before := bytesOf(t, p.instance)
			if err := p.migrate(to); fault.CodeOf(err) != engine.CodeMigrationRefused {
				t.Errorf("got %v", err)
			}
			if !bytes.Equal(before, bytesOf(t, p.instance)) {
				t.Error("the refused migration changed the instance")
			}
		})
	}
}

func TestABetterVersionLetsAFailedInstanceGoOn(t *testing.T) {
	t.Parallel()
	nodes := []string{`start start`, `a action {"inputs": {"in": "context.nope"}}`, `end end`}
	edges := []string{`start a`, `a end`}
	first := compile(t, graph(nodes, edges))
	p := start(t, first, `{}`)
	p.wantStatus(engine.Failed)
	better := compile(t, graph(changed(nodes, `a action {"inputs": {"in": "1"}}`), edges))
	p.must(p.migrate(better))
	p.wantStatus(engine.Failed)
	p.must(p.retry(""))
	p.complete("a", ``)
	p.wantStatus(engine.Completed)

	replayed, err := engine.ReplayAcross(func(number int) (*engine.Version, error) {
		return map[int]*engine.Version{3: first, 4: better}[number], nil
	}, sentThroughJSON(t, p.journal))
	if err != nil || !bytes.Equal(bytesOf(t, replayed), bytesOf(t, p.instance)) {
		t.Errorf("replayed %s, lived %s, %v", bytesOf(t, replayed), bytesOf(t, p.instance), err)
	}
}
