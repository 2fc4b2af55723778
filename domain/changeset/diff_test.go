package changeset_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/revision"
)

func TestDiffChangesNoMoreThanItMust(t *testing.T) {
	t.Parallel()
	const (
		edgeAB   = `{"id":"ab","source":"a","target":"b","priority":0,"isDefault":false,"label":"l"}`
		edgeBC   = `{"id":"bc","source":"b","target":"c","priority":0,"isDefault":false}`
		nodeB    = `{"id":"b","type":"wait","name":"B","config":{}}`
		nodeC    = `{"id":"c","type":"end","name":"C","config":{}}`
		nodeN    = `{"id":"n","type":"end","name":"New","config":{}}`
		addBC    = `{"op":"addEdge","edge":` + edgeBC + `}`
		replaceC = `{"op":"removeNode","id":"c"},{"op":"addNode","node":`
	)
	for _, c := range []struct {
		name  string
		edits []string // pairs of old and new text
		ops   string
	}{
		{"nothing", nil, ``},
		{"notation and key order", []string{`"config":{"k":1,"m":1}`, `"config": {"m":1.0, "k":1e0}`}, ``},
		{"a name", []string{`"name":"A"`, `"name":"Q"`}, `{"op":"updateNode","id":"a","patch":{"name":"Q"}}`},
		{
			"config keys",
			[]string{`{"k":1,"m":1}`, `{"n":null,"k":2.50}`},
			`{"op":"updateNode","id":"a","patch":{"config":{"n":null,"k":2.50}},"unset":["m"]}`,
		},
		{"the workflow's fields", []string{`"name":"N"`, `"name":"M","version":2`}, `{"op":"metadata","patch":{"name":"M","version":2}}`},
		{"an edge's fields", []string{`"label":"l"`, `"condition":"x"`}, `{"op":"updateEdge","id":"ab","patch":{"condition":"x"},"unset":["label"]}`},
		{"a renamed node", []string{`"a"`, `"z"`}, `{"op":"renameNode","id":"a","newId":"z"}`},
		{
			"a renamed node that also changed is another one",
			[]string{nodeC, nodeN, `"target":"c"`, `"target":"n"`},
			replaceC + nodeN + `},` + strings.Replace(addBC, `"c"`, `"n"`, 1),
		},
		{
			"the type of a node",
			[]string{`"type":"end"`, `"type":"wait"`},
			replaceC + strings.Replace(nodeC, "end", "wait", 1) + `},` + addBC,
		},
		{
			"an unknown field of a node",
			[]string{`"name":"C"`, `"name":"C","x":1`},
			replaceC + strings.Replace(nodeC, `"C"`, `"C","x":1`, 1) + `},` + addBC,
		},
		{
			"a new node before another",
			[]string{nodeC, nodeN + `,` + nodeC},
			replaceC + nodeN + `},{"op":"addNode","node":` + nodeC + `},` + addBC,
		},
		{
			"a removed node whose edge goes elsewhere",
			[]string{nodeB + `,`, ``, `"target":"b"`, `"target":"c"`, edgeBC, ``, `"l"},`, `"l"}`},
			`{"op":"updateEdge","id":"ab","patch":{"target":"c"}},{"op":"removeNode","id":"b"}`,
		},
		{"a removed edge", []string{edgeAB + `,`, ``}, `{"op":"removeEdge","id":"ab"}`},
		{"edges in another order", []string{edgeAB, edgeBC, edgeBC, edgeAB}, `{"op":"removeEdge","id":"ab"},{"op":"addEdge","edge":` + edgeAB + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before, after := parseDocument(t, shared), parseDocument(t, strings.NewReplacer(c.edits...).Replace(shared))
			difference, err := changeset.Diff(before, after)
			if err != nil {
				t.Fatal(err)
			}
			set := difference.ChangeSet
			if got := strings.ReplaceAll(opsOf(set), "\n", ","); got != c.ops {
				t.Errorf("got  %s\nwant %s", got, c.ops)
			}
			if set.BaseRevision != revision.OfDocument(before) || set.ID == "" || set.Author != "host" || set.Summary == "" || len(difference.Cosmetic) > 0 {
				t.Errorf("envelope: %s, cosmetic %q", set.Text(), difference.Cosmetic)
			}
		})
	}
}

func TestAMovedNodeIsCosmetic(t *testing.T) {
	t.Parallel()
	moved := strings.Replace(shared, `"position":{"x":1,"y":1}`, `"position":{"x":2,"y":1.0}`, 1)
	for name, c := range map[string]struct {
		text     string
		cosmetic []string
	}{
		"moved":                     {moved, []string{"a"}},
		"written otherwise":         {strings.Replace(shared, `{"x":1,"y":1}`, `{"y":1.0,"x":1}`, 1), nil},
		"no longer placed":          {strings.Replace(shared, `,"position":{"x":1,"y":1}`, ``, 1), []string{"a"}},
		"moved and changed as well": {strings.Replace(moved, `"name":"A"`, `"name":"Q"`, 1), nil},
	} {
		difference, err := changeset.Diff(parseDocument(t, shared), parseDocument(t, c.text))
		if err != nil || !slices.Equal(difference.Cosmetic, c.cosmetic) {
			t.Errorf("%s: %q, %v", name, difference.Cosmetic, err)
		}
	}
}

func TestDiffNamesWhatNoOpSays(t *testing.T) {
	t.Parallel()
	const text = `{"id":"w","name":"N","description":"d","x":1,"nodes":[{"id":"a","type":"wait","name":"A","config":{}},{"id":"b","type":"end"},7],` +
		`"edges":[{"id":"e","source":"a","target":"b"},{"id":"f","source":"a","target":"b","priority":1,"isDefault":true}]}`
	for _, c := range []struct{ name, old, replacement, paths string }{
		{"the workflow's id", `"id":"w"`, `"id":"v"`, "/id"},
		{"an unknown field", `"x":1`, `"x":2`, "/x"},
		{"a new unknown field", `"x":1`, `"x":1,"a/b":2`, "/a~1b"},
		{"a description that vanished", `"description":"d",`, ``, "/description"},
		{"a name that is no text", `"name":"N"`, `"name":7`, "/name"},
		{"a node without a name to add", `"type":"end"`, `"type":"wait"`, "/nodes/1"},
		{"a node with an unknown type to add", `"type":"wait"`, `"type":"waits"`, "/nodes/0 /nodes/1"},
		{"an edge without priority to add", `"type":"wait","name"`, `"type":"end","name"`, "/nodes/1"},
		{"a priority that vanished", `"priority":1,`, ``, "/edges/1"},
		{
			"an edge without priority in another place", `{"id":"e","source":"a","target":"b"},{"id":"f","source":"a","target":"b","priority":1,"isDefault":true}`,
			`{"id":"f","source":"a","target":"b","priority":1,"isDefault":true},{"id":"e","source":"a","target":"b"}`, "/edges/1",
		},
		{"nodes that are no list", `"nodes":[`, `"nodes":null,"y":[`, "/nodes /y"},
		{"an element without an id", `7]`, `8]`, "/nodes/2"},
		{"an element without an id that vanished", `,7]`, `]`, "/nodes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := changeset.Diff(parseDocument(t, text), parseDocument(t, strings.Replace(text, c.old, c.replacement, 1)))
			checkRefusal(t, err, changeset.Error{Code: changeset.NotExpressible})
			refused := new(changeset.Error)
			if !errors.As(err, &refused) {
				return
			}
			for _, path := range strings.Fields(c.paths) {
				if !slices.Contains(refused.Paths, path) {
					t.Errorf("paths %q, want %s: %v", refused.Paths, c.paths, err)
				}
			}
		})
	}
}

// BenchmarkDiff compares two documents that differ in 100 places.
func BenchmarkDiff(b *testing.B) {
	before := parseDocument(b, chain(1000))
	after, err := changeset.Apply(before, parseSet(b, hundredOps(1000)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := changeset.Diff(before, after); err != nil {
			b.Fatal(err)
		}
	}
}
