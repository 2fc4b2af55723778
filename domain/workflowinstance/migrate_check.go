package workflowinstance

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

// mover finds out what would become of an instance in another version.
type mover struct {
	from, to           *Version
	instance           *Instance
	fromHomes, toHomes homes
	migration          Migration
}

func (m *mover) land(l Landing) { m.migration.Landings = append(m.migration.Landings, l) }

func (m *mover) refuse(nodeID, code, format string, args ...any) {
	m.migration.Obstacles = append(m.migration.Obstacles, fault.Problem{
		Severity: fault.SeverityError, Code: code, NodeID: nodeID, Message: fmt.Sprintf(format, args...),
	})
}

// place tells whether the branch in a node can be in it in the other version too.
func (m *mover) place(nodeID, branchID string) bool {
	before, known := m.from.nodes[nodeID]
	after, exists := m.to.nodes[nodeID]
	switch {
	case !exists:
		m.refuse(nodeID, NodeMissing, "branch %s is in node %q, which the other version does not have", branchID, nodeID)
	case known && before.kind != after.kind:
		m.refuse(nodeID, NodeTypeChanged, "branch %s is in node %q, which is of type %s there, not %s", branchID, nodeID, after.kind, before.kind)
	case !slices.Equal(m.fromHomes.of(nodeID), m.toHomes.of(nodeID)):
		m.refuse(nodeID, RegionChanged, "branch %s is in node %q, which is in other parallel branches there", branchID, nodeID)
	default:
		return true
	}
	return false
}

// reopens tells whether the node asks the world for something else in the other version.
func (m *mover) reopens(nodeID string) bool {
	before, known := m.from.nodes[nodeID]
	after := m.to.nodes[nodeID]
	return known && after.kind != document.ActionNode && (before.asks != after.asks || before.name != after.name)
}

// checkRegions says which forks have other edges or another join, so that those of
// their branches that arrived already could not be counted.
func (m *mover) checkRegions() {
	for _, joinID := range slices.Sorted(maps.Keys(m.instance.Regions)) {
		forkID := m.instance.Regions[joinID].ForkID
		before, after := m.from.nodes[forkID], m.to.nodes[forkID]
		switch {
		case after == nil:
			m.refuse(forkID, NodeMissing, "parallel branches came from node %q, which the other version does not have", forkID)
		case after.join == nil || after.join.id != joinID:
			m.refuse(forkID, RegionChanged, "the parallel branches from node %q do not meet in node %q there", forkID, joinID)
		case before != nil && !slices.EqualFunc(before.edges, after.edges, func(a, b *edge) bool { return a.id == b.id }):
			m.refuse(forkID, RegionChanged, "the parallel branches from node %q begin with other edges there", forkID)
		}
	}
}

// checkData holds the context against what the other version declares: a key must fit
// one of its declarations, and the start inputs that are required must be there.
func (m *mover) checkData() {
	fitting, misfits := make(map[string]bool), make(map[string]*fault.Problem)
	var order []string
	for _, n := range m.to.inOrder() {
		for _, field := range n.fields {
			value, found := m.instance.Context.Get(field.Key())
			if !found && n != m.to.start {
				continue
			}
			field.Required = field.Required && n == m.to.start
			problem := checkField(field, value, found)
			if problem == nil {
				fitting[field.Key()] = true
			} else if misfits[field.Key()] == nil {
				problem.NodeID = n.id
				misfits[field.Key()] = problem
				order = append(order, field.Key())
			}
		}
	}
	for _, key := range order {
		if !fitting[key] {
			m.migration.Obstacles = append(m.migration.Obstacles, *misfits[key])
		}
	}
}

// fromContext gives a field's value as the context holds it.
func (r *run) fromContext(field document.Field) (jsontext.Value, bool) {
	return r.instance.Context.Get(field.Key())
}

// inOrder lists the nodes in document order.
func (v *Version) inOrder() []*node {
	var nodes []*node
	for _, source := range v.graph.Nodes() {
		nodes = append(nodes, v.nodes[source.ID()])
	}
	return nodes
}

// home is one branch of a fork.
type home struct {
	fork   string
	branch int
}

// homes are by node the branch of the innermost fork that it is in.
type homes map[string]home

func (v *Version) homes() homes {
	found := make(homes)
	for _, n := range v.inOrder() {
		if n.join == nil {
			continue
		}
		if region, ok := v.graph.Region(n.id); ok {
			for inside, branch := range region.Inside() {
				found[inside.ID()] = home{n.id, branch}
			}
		}
	}
	return found
}

// of lists the branches that a node is in, from the innermost out.
func (h homes) of(nodeID string) []home {
	var chain []home
	for len(chain) <= len(h) { // regions that cross could lead round in circles
		at, inside := h[nodeID]
		if !inside {
			break
		}
		chain = append(chain, at)
		nodeID = at.fork
	}
	return chain
}
