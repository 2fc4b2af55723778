package changeset_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
)

// The generators draw from few ids, names and keys, so that documents and change sets
// meet often.

var (
	nodeIDs = []string{"n0", "n1", "n2", "n3", "n4", "n5"}
	edgeIDs = []string{"e0", "e1", "e2", "e3", "e4", "e5"}
)

// writing is what a generated document may leave out. A complete one has every field
// that an op needs to add an element again, and all metadata.
type writing struct{ complete bool }

func drawDocument(t *rapid.T, w writing, label string) *document.Document {
	d, err := document.Parse([]byte(w.document(t, label)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (w writing) document(t *rapid.T, label string) string {
	present := rapid.SliceOfNDistinct(rapid.SampledFrom(nodeIDs), 1, len(nodeIDs), rapid.ID[string]).Draw(t, label+" nodes")
	var nodes, edges []string
	for _, id := range present {
		nodes = append(nodes, w.node(t, id))
	}
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(edgeIDs), 0, len(edgeIDs), rapid.ID[string]).Draw(t, label+" edges") {
		ends := rapid.SampledFrom(present)
		edges = append(edges, w.edge(t, id, ends.Draw(t, "source"), ends.Draw(t, "target")))
	}
	members := []string{
		`"id":"w"`, `"name":` + drawName(t),
		`"nodes":[` + strings.Join(nodes, ",") + `]`, `"edges":[` + strings.Join(edges, ",") + `]`,
		`"x-owner":{"b":1.0,"a":[null,-0]}`,
	}
	if w.complete || rapid.Bool().Draw(t, "described") {
		members = append(members, `"description":`+rapid.SampledFrom([]string{`null`, `"d"`, `""`}).Draw(t, "description"), `"version":3`)
	}
	return object(t, members)
}

// object writes members in any order and layout.
func object(t *rapid.T, members []string) string {
	separator := rapid.SampledFrom([]string{",", ", ", ",\n  "}).Draw(t, "separator")
	return "{" + strings.Join(rapid.Permutation(members).Draw(t, "members"), separator) + "}"
}

func drawName(t *rapid.T) string {
	return rapid.SampledFrom([]string{`"Call"`, `"Approve \u201crefund\u201d"`, `"Ü 😀"`, `""`, `"\u0041"`}).Draw(t, "name")
}

// drawValue draws JSON with odd lexemes and nesting.
func drawValue(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		`null`, `1.0`, `1`, `1e2`, `-0`, `100`, `"context.x > 1"`, `true`, `[]`, `{}`, `[1.50,{"deep":[null,"\u00e4"]}]`,
		`{"b":{"y":1,"x":2},"a":0.1}`, `{"a":1e-1,"b":{"x":2,"y":1}}`, `1000000000000000000000`,
	}).Draw(t, "value")
}

// configKeys are keys of the config by node type.
var configKeys = map[string][]string{
	"start":         {"inputs"},
	"action":        {"actionType", "inputs", "outputs", "timeout"},
	"human-task":    {"title", "description", "inputs", "outputs", "x-heddle"},
	"receive-event": {"eventType", "match", "correlationKey", "timeout"},
	"wait":          {"duration"},
	"end":           {"outcome", "x-host"},
}

func drawType(t *rapid.T) string {
	return rapid.SampledFrom([]string{"start", "action", "human-task", "receive-event", "wait", "end"}).Draw(t, "type")
}

func drawConfig(t *rapid.T, nodeType string) string {
	keys := append([]string{"k"}, configKeys[nodeType]...)
	var members []string
	for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 0, 3, rapid.ID[string]).Draw(t, "keys") {
		members = append(members, fmt.Sprintf("%q:%s", key, drawValue(t)))
	}
	return object(t, members)
}

func (w writing) node(t *rapid.T, id string) string {
	nodeType := drawType(t)
	members := []string{fmt.Sprintf(`"id":%q,"type":%q`, id, nodeType)}
	if w.complete || rapid.IntRange(0, 9).Draw(t, "named") > 0 {
		members = append(members, `"name":`+drawName(t))
	}
	if w.complete || rapid.IntRange(0, 9).Draw(t, "configured") > 0 {
		members = append(members, `"config":`+drawConfig(t, nodeType))
	}
	if rapid.Bool().Draw(t, "placed") {
		members = append(members, fmt.Sprintf(`"position":{"x":%d,"y":0.50}`, rapid.IntRange(0, 2).Draw(t, "x")))
	}
	if rapid.IntRange(0, 3).Draw(t, "extended") == 0 {
		members = append(members, `"x-note":`+drawValue(t))
	}
	return object(t, members)
}

func (w writing) edge(t *rapid.T, id, source, target string) string {
	members := []string{fmt.Sprintf(`"id":%q,"source":%q,"target":%q`, id, source, target)}
	if w.complete || rapid.IntRange(0, 5).Draw(t, "prioritised") > 0 {
		members = append(members, fmt.Sprintf(`"priority":%s`, rapid.SampledFrom([]string{"0", "1", "1.0", "2e0"}).Draw(t, "priority")))
		members = append(members, fmt.Sprintf(`"isDefault":%v`, rapid.Bool().Draw(t, "default")))
	}
	if rapid.Bool().Draw(t, "labelled") {
		members = append(members, `"label":`+drawName(t), `"x-w":`+drawValue(t))
	}
	return object(t, members)
}

// drawOp draws an op over the ids there may be.
func (w writing) drawOp(t *rapid.T) string {
	node := rapid.SampledFrom(nodeIDs)
	edge := rapid.SampledFrom(edgeIDs)
	switch rapid.SampledFrom([]changeset.OpKind{
		changeset.AddNode, changeset.UpdateNode, changeset.UpdateNode, changeset.RenameNode, changeset.RemoveNode,
		changeset.AddEdge, changeset.UpdateEdge, changeset.UpdateEdge, changeset.RemoveEdge, changeset.Metadata,
	}).Draw(t, "op") {
	case changeset.AddNode:
		return `{"op":"addNode","node":` + writing{complete: true}.node(t, node.Draw(t, "id")) + `}`
	case changeset.UpdateNode:
		return fmt.Sprintf(`{"op":"updateNode","id":%q,%s}`, node.Draw(t, "id"), drawNodePatch(t))
	case changeset.RenameNode:
		return fmt.Sprintf(`{"op":"renameNode","id":%q,"newId":%q}`, node.Draw(t, "id"), node.Draw(t, "new id"))
	case changeset.RemoveNode:
		return fmt.Sprintf(`{"op":"removeNode","id":%q}`, node.Draw(t, "id"))
	case changeset.AddEdge:
		return `{"op":"addEdge","edge":` + writing{complete: true}.edge(t, edge.Draw(t, "id"), node.Draw(t, "source"), node.Draw(t, "target")) + `}`
	case changeset.UpdateEdge:
		return fmt.Sprintf(`{"op":"updateEdge","id":%q,%s}`, edge.Draw(t, "id"), drawEdgePatch(t))
	case changeset.RemoveEdge:
		return fmt.Sprintf(`{"op":"removeEdge","id":%q}`, edge.Draw(t, "id"))
	default:
		return `{"op":"metadata","patch":` + rapid.SampledFrom([]string{
			`{"name":"M"}`, `{"name":"N","version":4}`, `{"description":"x"}`, `{"description":null}`, `{}`,
		}).Draw(t, "patch") + `}`
	}
}

func drawNodePatch(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		`"patch":{"name":"New"}`, `"patch":{"name":"Call","config":{}}`, `"patch":{"config":{"k":` + drawValue(t) + `}}`,
		`"patch":{"config":{"timeout":null,"inputs":{"n":1.50}}},"unset":["k","outputs"]`, `"patch":{},"unset":["inputs","absent"]`,
		`"patch":{"name":"Two","config":{"duration":"PT1S"}},"unset":["title"]`,
	}).Draw(t, "node patch")
}

func drawEdgePatch(t *rapid.T) string {
	end := rapid.SampledFrom(nodeIDs).Draw(t, "end")
	return rapid.SampledFrom([]string{
		fmt.Sprintf(`"patch":{"source":%q}`, end), fmt.Sprintf(`"patch":{"target":%q,"condition":"true"}`, end),
		`"patch":{"priority":7}`, `"patch":{"label":null},"unset":["x-w"]`, `"patch":{"x-w":` + drawValue(t) + `}`, `"patch":{},"unset":["label","condition"]`,
	}).Draw(t, "edge patch")
}

// drawSet draws a change set whose ops all fit the document.
func (w writing) drawSet(t *rapid.T, d *document.Document, label string) *changeset.ChangeSet {
	var ops []string
	for _, op := range rapid.SliceOfN(rapid.Custom(w.drawOp), 0, 10).Draw(t, label) {
		if after, err := changeset.Apply(d, mustParse(t, op)); err == nil {
			d, ops = after, append(ops, op)
		}
	}
	return mustParse(t, ops...)
}

func mustParse(t *rapid.T, ops ...string) *changeset.ChangeSet {
	set, err := changeset.Parse([]byte(`{"id":"c","author":"agent:a","summary":"","x-by":1.0,"ops":[` + strings.Join(ops, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func mustApply(t *rapid.T, d *document.Document, set *changeset.ChangeSet) *document.Document {
	after, err := changeset.Apply(d, set)
	if err != nil {
		t.Fatalf("%v\nchange set %s\ndocument %s", err, set.Text(), d.Text())
	}
	return after
}
