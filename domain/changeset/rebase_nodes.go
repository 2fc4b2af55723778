package changeset

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// nodeSides is one node on the three sides; nil where it does not exist.
type nodeSides struct{ base, ours, theirs *document.Node }

// nodeSides finds the node that has the id now.
func (m *merge) nodeSides(id string) nodeSides {
	origin := m.lineage.origin(id)
	finalID := m.lineage.finalID(origin)
	if isAdded(origin) {
		return m.sidesOfAdded(origin)
	}
	sides := nodeSides{base: nodeOf(m.base, origin), ours: nodeOf(m.ours, finalID), theirs: nodeOf(m.current, origin)}
	if sides.ours == nil {
		sides.ours = nodeOf(m.ours, origin) // what came in its place
	}
	if sides.theirs == nil && nodeOf(m.base, finalID) == nil {
		sides.theirs = nodeOf(m.current, finalID) // both sides gave it that id, if the rest is the same
		if !sameNode(sides.ours, sides.theirs) {
			sides.theirs = nil
		}
	}
	return sides
}

// sidesOfAdded compares a node that the set adds with what has its id elsewhere.
func (m *merge) sidesOfAdded(origin string) nodeSides {
	id := m.lineage.finalID(origin)
	return nodeSides{base: nodeOf(m.base, id), ours: nodeOf(m.ours, id), theirs: nodeOf(m.current, id)}
}

func nodeOf(d *document.Document, id string) *document.Node {
	node, _ := d.Node(id)
	return node
}

// sameNode compares nodes but for their position.
func sameNode(a, b *document.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return rawjson.Equal(a.Text(), b.Text()) || rawjson.Equal(without(a.Text(), "position"), without(b.Text(), "position"))
}

// changed tells whether the other side did something to the node.
func (s nodeSides) changed() bool { return !sameNode(s.base, s.theirs) }

// settled tells whether both sides did the same to the node.
func (s nodeSides) settled() bool { return s.changed() && sameNode(s.ours, s.theirs) }

// was says what the other side did to an element of the base.
func was(removed bool) string {
	if removed {
		return "removed or renamed"
	}
	return "changed"
}

func (o addNode) rebase(m *merge, op Op) (Op, bool) {
	return op, !m.sidesOfAdded(m.lineage.next()).settled()
}

func (o renameNode) rebase(m *merge, op Op) (Op, bool) {
	sides := m.nodeSides(o.id)
	switch {
	case sides.settled():
		return op, false
	case sides.base != nil && sides.theirs == nil:
		m.conflict(o.id, "id", "node %q, which the change set renames, was %s", o.id, was(true))
		return op, false
	}
	return op, true
}

func (o updateNode) rebase(m *merge, op Op) (Op, bool) {
	sides := m.nodeSides(o.id)
	switch {
	case sides.settled():
		return op, false
	case sides.base == nil || isAdded(m.lineage.origin(o.id)):
		return op, true
	case sides.theirs == nil:
		m.conflict(o.id, "", "node %q, which the change set changes, was %s", o.id, was(true))
		return op, false
	}
	return o.prune(m, sides).op(op, UpdateNode)
}

// prune leaves out what need not or must not be done on the other side.
func (o updateNode) prune(m *merge, sides nodeSides) *pruning {
	p := &pruning{merge: m, elementID: o.id, title: fmt.Sprintf("node %q", o.id)}
	if o.name != nil {
		names := threeWay{memberOf(sides.base, "name"), memberOf(sides.ours, "name"), memberOf(sides.theirs, "name")}
		if p.keeps("name", names) {
			p.patch = append(p.patch, entry{"name", o.name})
		}
	}
	configs := threeWay{configOf(sides.base), configOf(sides.ours), configOf(sides.theirs)}
	if (o.config.Len() > 0 || len(o.unset) > 0) && configs.base.Kind() != configs.theirs.Kind() && !p.keeps("config", configs) {
		return p
	}
	values := configs.members()
	var config []entry
	for key, value := range o.config.Members() {
		if p.keeps("config."+key, values(key)) {
			config = append(config, entry{key, value})
		}
	}
	if len(config) > 0 {
		p.patch = append(p.patch, entry{"config", composed(config...)})
	}
	for _, key := range o.unset {
		if p.keeps("config."+key, values(key)) {
			p.unset = append(p.unset, key)
		}
	}
	return p
}

func memberOf(node *document.Node, name string) jsontext.Value {
	if node == nil {
		return nil
	}
	value, _ := node.Member(name)
	return value
}

func configOf(node *document.Node) jsontext.Value {
	if node == nil {
		return nil
	}
	return node.ConfigText()
}

func (o removeNode) rebase(m *merge, op Op) (Op, bool) {
	sides := m.nodeSides(o.id)
	switch {
	case sides.base == nil || isAdded(m.lineage.origin(o.id)):
		return op, !sides.settled() && m.sameAttached(o.id)
	case sides.settled():
		m.goneWith(o.id)
		return op, false
	case sides.changed():
		m.conflict(o.id, "", "node %q, which the change set removes, was %s", o.id, was(sides.theirs == nil))
		return op, false
	}
	return op, m.sameAttached(o.id)
}

// sameAttached tells whether removing the node takes the same edges with it on both
// sides. If not, there is a conflict.
func (m *merge) sameAttached(nodeID string) bool {
	expected := map[string]bool{}
	for _, edge := range m.mine.AttachedEdges(nodeID) {
		expected[edgeKey(edge)] = true
	}
	same := true
	for _, edge := range m.merged.AttachedEdges(nodeID) {
		sides := m.edgeSides(edge.ID())
		if isNew := !expected[edgeKey(edge)]; isNew || edge.ID() != "" && sides.base != nil && sides.changed() {
			same = false
			m.conflict(nodeID, "", "the change set removes node %q, and edge %q, which is attached to it, was %s",
				nodeID, edge.ID(), map[bool]string{true: "added or attached", false: "changed"}[isNew])
		}
	}
	return m.goneWith(nodeID) && same
}

// goneWith checks the edges that the set removes with the node, of which the other
// side may have removed some, or all with the node. An edge that it has moved
// elsewhere instead is a conflict.
func (m *merge) goneWith(nodeID string) bool {
	attached := map[string]bool{}
	for _, edge := range m.merged.AttachedEdges(nodeID) {
		attached[edgeKey(edge)] = true
	}
	ok := true
	for _, edge := range m.mine.AttachedEdges(nodeID) {
		sides := m.edgeSides(edge.ID())
		if edge.ID() == "" || attached[edgeKey(edge)] || sides.theirs == nil || sameEdge(sides.ours, sides.theirs) {
			continue
		}
		ok = false
		m.conflict(nodeID, "", "the change set removes node %q with edge %q, which was changed", nodeID, edge.ID())
	}
	return ok
}

// edgeKey tells edges apart: by id, or, if they have none, by all they are.
func edgeKey(edge *document.Edge) string {
	if edge.ID() != "" {
		return "id " + edge.ID()
	}
	return string(rawjson.Canonical(edge.Text()))
}
