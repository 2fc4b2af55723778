// Package topology answers questions about the graph of a workflow document: what
// leads where, which nodes fork, and where the branches of a fork meet again.
package topology

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"heddle.dev/heddle/domain/document"
)

// Graph is the graph of one document. It is immutable and safe for concurrent use.
// Edges whose ends do not exist, and all but the first of several nodes with one
// id, are not part of it; validation reports them.
type Graph struct {
	nodes    []*document.Node
	index    map[string]int
	outgoing [][]link
	incoming [][]link
	joins    func() dominators // over all edges
	cyclic   func() []bool     // the nodes that lie on cycles
	regions  func() map[string]*Region
}

// link is an edge with the index of the node at its other end.
type link struct {
	edge  *document.Edge
	other int
}

// Of builds the graph of a document.
func Of(d *document.Document) *Graph {
	g := &Graph{index: make(map[string]int, len(d.Nodes()))}
	for _, node := range d.Nodes() {
		if _, taken := g.index[node.ID()]; taken || node.ID() == "" {
			continue
		}
		g.index[node.ID()] = len(g.nodes)
		g.nodes = append(g.nodes, node)
	}
	g.outgoing = make([][]link, len(g.nodes))
	g.incoming = make([][]link, len(g.nodes))
	for _, edge := range d.Edges() {
		source, hasSource := g.index[edge.Source()]
		target, hasTarget := g.index[edge.Target()]
		if hasSource && hasTarget {
			g.outgoing[source] = append(g.outgoing[source], link{edge, target})
			g.incoming[target] = append(g.incoming[target], link{edge, source})
		}
	}
	g.joins = sync.OnceValue(func() dominators { return g.postDominators(none) })
	g.cyclic = sync.OnceValue(g.nodesOnCycles)
	g.regions = sync.OnceValue(g.findRegions)
	return g
}

// none is the index of no node.
const none = -1

// Nodes lists the nodes of the graph in document order. Callers must not change the slice.
func (g *Graph) Nodes() []*document.Node { return g.nodes }

// Outgoing lists the edges that leave the node, in document order.
func (g *Graph) Outgoing(nodeID string) []*document.Edge { return g.edges(g.outgoing, nodeID) }

// Incoming lists the edges that enter the node, in document order.
func (g *Graph) Incoming(nodeID string) []*document.Edge { return g.edges(g.incoming, nodeID) }

func (g *Graph) edges(links [][]link, nodeID string) []*document.Edge {
	i, ok := g.index[nodeID]
	if !ok {
		return nil
	}
	edges := make([]*document.Edge, len(links[i]))
	for k, l := range links[i] {
		edges[k] = l.edge
	}
	return edges
}

// Routes lists the edges that a branch chooses from when it leaves the node: neither
// default nor timeout edges, by priority, then in document order.
func (g *Graph) Routes(nodeID string) []*document.Edge {
	routes := slices.DeleteFunc(g.Outgoing(nodeID), func(e *document.Edge) bool { return e.IsDefault() || e.IsTimeout() })
	slices.SortStableFunc(routes, func(a, b *document.Edge) int { return cmp.Compare(a.Priority(), b.Priority()) })
	return routes
}

// IsConditional tells whether the edge has a condition that is not blank.
func IsConditional(edge *document.Edge) bool { return strings.TrimSpace(edge.Condition()) != "" }

// IsFork tells whether the node starts parallel branches: several routes, none of
// them conditional.
func (g *Graph) IsFork(nodeID string) bool {
	routes := g.Routes(nodeID)
	return len(routes) > 1 && !slices.ContainsFunc(routes, IsConditional)
}

// ReachableFrom gives the ids of the nodes that edges lead to from the given ones,
// these included.
func (g *Graph) ReachableFrom(nodeIDs ...string) map[string]bool { return g.reach(g.outgoing, nodeIDs) }

// Reaching gives the ids of the nodes from which edges lead to the given ones, these
// included.
func (g *Graph) Reaching(nodeIDs ...string) map[string]bool { return g.reach(g.incoming, nodeIDs) }

func (g *Graph) reach(links [][]link, nodeIDs []string) map[string]bool {
	reached := make(map[string]bool, len(g.nodes))
	var open []int
	for _, id := range nodeIDs {
		if i, ok := g.index[id]; ok {
			reached[id] = true
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		for _, l := range links[i] {
			if id := g.nodes[l.other].ID(); !reached[id] {
				reached[id] = true
				open = append(open, l.other)
			}
		}
	}
	return reached
}
