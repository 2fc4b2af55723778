package dataflow_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/dataflow"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/topology"
)

// part is a piece of a workflow: a task, or pieces in a row, to choose from, side by
// side, or again and again.
type part struct {
	kind  string // "task", "row", "choice", "fork", "loop"
	first string // the node it begins with
	last  string // the node it ends with
	inner []*part
}

// drawing draws a workflow and writes it down.
type drawing struct {
	*rapid.T
	nodes, edges []string
	brings       map[string][]field
}

type field struct {
	key      string
	isNumber bool
	required bool
}

func (d *drawing) node(prefix string, fields ...field) string {
	id := fmt.Sprintf("%s%d", prefix, len(d.nodes))
	text := fmt.Sprintf(`{"id":%q,"type":"wait","config":{}}`, id)
	if len(fields) > 0 {
		var outputs []string
		for _, f := range fields {
			outputs = append(outputs, fmt.Sprintf(`{"name":%q,"type":%q,"required":%t}`, f.key, f.fieldType(), f.required))
		}
		text = fmt.Sprintf(`{"id":%q,"type":"human-task","config":{"outputs":[%s]}}`, id, strings.Join(outputs, ","))
		d.brings[id] = fields
	}
	d.nodes = append(d.nodes, text)
	return id
}

func (f field) fieldType() string {
	if f.isNumber {
		return "number"
	}
	return "string"
}

func (d *drawing) edge(source, target, more string) {
	d.edges = append(d.edges, fmt.Sprintf(`{"id":"e%d","source":%q,"target":%q,"priority":%d%s}`, len(d.edges), source, target, len(d.edges), more))
}

const someCondition = `,"condition":"instance.version == 1"`

func (d *drawing) part(depth int) *part {
	kinds := []string{"task", "row", "choice", "fork", "loop"}
	if depth == 0 {
		kinds = kinds[:1]
	}
	p := &part{kind: rapid.SampledFrom(kinds).Draw(d.T, "kind")}
	if p.kind == "task" {
		f := field{
			rapid.SampledFrom([]string{"a", "b", "c"}).Draw(d.T, "key"), rapid.Bool().Draw(d.T, "isNumber"), rapid.Bool().Draw(d.T, "required"),
		}
		p.first = d.node("task", f)
		p.last = p.first
		return p
	}
	count := 1
	if p.kind != "loop" {
		count = rapid.IntRange(2, 3).Draw(d.T, "count")
	}
	p.first = d.node(p.kind)
	for range count {
		p.inner = append(p.inner, d.part(depth-1))
	}
	p.last = d.node("end-of-" + p.kind)
	d.connect(p)
	return p
}

func (d *drawing) connect(p *part) {
	for i, inner := range p.inner {
		switch {
		case p.kind == "row" && i > 0:
			d.edge(p.inner[i-1].last, inner.first, "")
		case p.kind == "choice" && i > 0:
			d.edge(p.first, inner.first, someCondition)
		case p.kind == "choice":
			d.edge(p.first, inner.first, `,"isDefault":true`)
		default:
			d.edge(p.first, inner.first, "")
		}
		if p.kind != "row" || i == len(p.inner)-1 {
			d.edge(inner.last, p.last, "")
		}
	}
	if p.kind == "loop" {
		d.edge(p.last, p.first, someCondition)
	}
}

// walk draws a run through a piece: the nodes as they are entered.
func (d *drawing) walk(p *part) []string {
	var visits []string
	switch p.kind {
	case "task":
		return []string{p.first}
	case "row":
		for _, inner := range p.inner {
			visits = append(visits, d.walk(inner)...)
		}
	case "choice":
		visits = d.walk(p.inner[rapid.IntRange(0, len(p.inner)-1).Draw(d.T, "chosen")])
	case "loop":
		visits = d.walk(p.inner[0])
		for range rapid.IntRange(0, 2).Draw(d.T, "again") {
			visits = append(append(visits, p.last, p.first), d.walk(p.inner[0])...)
		}
	case "fork":
		var branches [][]string
		for _, inner := range p.inner {
			branches = append(branches, d.walk(inner))
		}
		visits = d.interleave(branches)
	}
	return append(append([]string{p.first}, visits...), p.last)
}

func (d *drawing) interleave(branches [][]string) []string {
	var visits []string
	for len(branches) > 0 {
		i := rapid.IntRange(0, len(branches)-1).Draw(d.T, "turn")
		visits = append(visits, branches[i][0])
		if branches[i] = branches[i][1:]; len(branches[i]) == 0 {
			branches = append(branches[:i], branches[i+1:]...)
		}
	}
	return visits
}

// TestTheContextIsAlwaysAsThePlaceSays draws workflows and runs through them: what is
// certain is there, what is not nullable is not null, what is there is known, and of
// the kinds that are known.
func TestTheContextIsAlwaysAsThePlaceSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := &drawing{T: t, brings: make(map[string][]field)}
		d.nodes = append(d.nodes, `{"id":"s","type":"start","config":{"inputs":[{"name":"a","required":true}]}}`, `{"id":"e","type":"end","config":{}}`)
		whole := d.part(3)
		d.edge("s", whole.first, "")
		d.edge(whole.last, "e", "")
		doc, err := document.Parse([]byte(`{"nodes":[` + strings.Join(d.nodes, ",") + `],"edges":[` + strings.Join(d.edges, ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		flow := dataflow.Of(dataflow.Source{Graph: topology.Of(doc)})
		collides := make(map[string]bool)
		for _, n := range doc.Nodes() {
			for _, race := range flow.Collisions(n.ID()) {
				collides[race.Key] = true
			}
		}
		context := map[string]expression.Kinds{"a": expression.TextKind}
		for _, id := range append(d.walk(whole), "e") {
			wantPlace(t, id, flow.At(id), context, collides)
			for _, f := range d.brings[id] {
				context[f.key] = expression.KindsOfField(f.fieldType())
				if !f.required && rapid.Bool().Draw(t, "isNull") {
					context[f.key] = expression.NullKind
				}
			}
		}
	})
}

func wantPlace(t *rapid.T, id string, place *dataflow.Place, context map[string]expression.Kinds, collides map[string]bool) {
	if place.Open() {
		t.Fatalf("%s: the context is open", id)
	}
	for _, key := range place.Keys() {
		value, given := context[key.Name]
		if key.Certain && !given {
			t.Fatalf("%s: %s is missing, which is certain", id, key.Name)
		}
		if given && !collides[key.Name] && !key.Kinds.Overlaps(value) {
			t.Fatalf("%s: %s is %s, which should be %s", id, key.Name, value, key.Kinds)
		}
		if key.Nullable != key.Kinds.Overlaps(expression.NullKind) {
			t.Fatalf("%s: %+v", id, key)
		}
	}
	for name := range context {
		if _, known := place.Key(name); !known {
			t.Fatalf("%s: %s is not known", id, name)
		}
	}
}
