package changeset

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// edgeSides is one edge on the three sides; nil where it does not exist.
type edgeSides struct{ base, ours, theirs *document.Edge }

func (m *merge) edgeSides(id string) edgeSides {
	return edgeSides{base: edgeOf(m.base, id), ours: edgeOf(m.ours, id), theirs: edgeOf(m.current, id)}
}

func edgeOf(d *document.Document, id string) *document.Edge {
	edge, _ := d.Edge(id)
	return edge
}

func sameEdge(a, b *document.Edge) bool {
	if a == nil || b == nil {
		return a == b
	}
	return rawjson.Equal(a.Text(), b.Text())
}

// changed tells whether the other side did something to the edge.
func (s edgeSides) changed() bool { return !sameEdge(s.base, s.theirs) }

// settled tells whether both sides did the same to the edge.
func (s edgeSides) settled() bool { return s.changed() && sameEdge(s.ours, s.theirs) }

func (o addEdge) rebase(m *merge, op Op) (Op, bool) {
	sides := m.edgeSides(o.id)
	switch {
	case sides.settled():
		return op, false
	case sides.base == nil || sides.theirs != nil:
		return op, true
	case !sameEdge(sides.base, sides.ours): // the set has removed it before, or a node with it
		m.conflict(o.id, "", "edge %q, which the change set replaces, was removed", o.id)
	}
	return op, false
}

func (o updateEdge) rebase(m *merge, op Op) (Op, bool) {
	sides := m.edgeSides(o.id)
	switch {
	case sides.settled():
		return op, false
	case sides.base == nil:
		return op, true
	case sides.theirs == nil:
		m.conflict(o.id, "", "edge %q, which the change set changes, was removed", o.id)
		return op, false
	}
	values := threeWay{edgeText(sides.base), edgeText(sides.ours), edgeText(sides.theirs)}.members()
	p := pruning{merge: m, elementID: o.id, title: fmt.Sprintf("edge %q", o.id)}
	for name, value := range o.patch.Members() {
		if p.keeps(name, values(name)) {
			p.patch = append(p.patch, entry{name, value})
		}
	}
	for _, name := range o.unset {
		if p.keeps(name, values(name)) {
			p.unset = append(p.unset, name)
		}
	}
	return p.op(op, UpdateEdge)
}

func edgeText(edge *document.Edge) jsontext.Value {
	if edge == nil {
		return nil
	}
	return edge.Text()
}

func (o removeEdge) rebase(m *merge, op Op) (Op, bool) {
	sides := m.edgeSides(o.id)
	switch {
	case sides.settled():
		return op, false
	case sides.base != nil && sides.changed():
		m.conflict(o.id, "", "edge %q, which the change set removes, was %s", o.id,
			map[bool]string{true: "removed", false: "changed"}[sides.theirs == nil])
		return op, false
	}
	return op, true
}
