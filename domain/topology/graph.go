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
	leaving  [][]*document.Edge // the edges of outgoing
	entering [][]*document.Edge // the edges of incoming
	routes   [][]*document.Edge
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
	arcs := make([]arc, 0, len(d.Edges()))
	for _, edge := range d.Edges() {
		source, hasSource := g.index[edge.Source()]
		target, hasTarget := g.index[edge.Target()]
		if hasSource && hasTarget {
			arcs = append(arcs, arc{edge, source, target})
		}
	}
	g.outgoing = grouped(arcs, len(g.nodes), func(a arc) (int, link) { return a.source, link{a.edge, a.target} })
	g.incoming = grouped(arcs, len(g.nodes), func(a arc) (int, link) { return a.target, link{a.edge, a.source} })
	g.leaving, g.entering = edgesOf(g.outgoing), edgesOf(g.incoming)
	g.routes = make([][]*document.Edge, len(g.nodes))
	for i, edges := range g.leaving {
		g.routes[i] = routesOf(edges)
	}
	g.joins = sync.OnceValue(func() dominators { return g.postDominators(none) })
	g.cyclic = sync.OnceValue(g.nodesOnCycles)
	g.regions = sync.OnceValue(g.findRegions)
	return g
}

// arc is an edge with the indexes of its ends.
type arc struct {
	edge           *document.Edge
	source, target int
}

// grouped gives the links of each node in the order of the arcs; end tells of which
// node an arc is a link. The lists lie in one piece of memory.
func grouped(arcs []arc, nodes int, end func(arc) (node int, l link)) [][]link {
	sizes := make([]int, nodes)
	for _, a := range arcs {
		node, _ := end(a)
		sizes[node]++
	}
	lists, free := make([][]link, nodes), make([]link, len(arcs))
	for node, size := range sizes {
		lists[node], free = free[:0:size], free[size:]
	}
	for _, a := range arcs {
		node, l := end(a)
		lists[node] = append(lists[node], l)
	}
	return lists
}

// none is the index of no node.
const none = -1

// Nodes lists the nodes of the graph in document order. Callers must not change the slice.
func (g *Graph) Nodes() []*document.Node { return g.nodes }

// Node finds a node by its id.
func (g *Graph) Node(id string) (*document.Node, bool) {
	i, ok := g.index[id]
	if !ok {
		return nil, false
	}
	return g.nodes[i], true
}

// Outgoing lists the edges that leave the node, in document order. Callers must not
// change the slice.
func (g *Graph) Outgoing(nodeID string) []*document.Edge { return g.at(g.leaving, nodeID) }

// Incoming lists the edges that enter the node, in document order. Callers must not
// change the slice.
func (g *Graph) Incoming(nodeID string) []*document.Edge { return g.at(g.entering, nodeID) }

// Routes lists the edges that a branch chooses from when it leaves the node: neither
// default nor timeout edges, by priority, then in document order. Callers must not
// change the slice.
func (g *Graph) Routes(nodeID string) []*document.Edge { return g.at(g.routes, nodeID) }

func (g *Graph) at(lists [][]*document.Edge, nodeID string) []*document.Edge {
	i, ok := g.index[nodeID]
	if !ok {
		return nil
	}
	return lists[i]
}

func edgesOf(links [][]link) [][]*document.Edge {
	count := 0
	for _, of := range links {
		count += len(of)
	}
	all := make([]*document.Edge, 0, count)
	lists := make([][]*document.Edge, len(links))
	for i, of := range links {
		start := len(all)
		for _, l := range of {
			all = append(all, l.edge)
		}
		lists[i] = all[start:len(all):len(all)]
	}
	return lists
}

func routesOf(leaving []*document.Edge) []*document.Edge {
	isNone := func(e *document.Edge) bool { return e.IsDefault() || e.IsTimeout() }
	byPriority := func(a, b *document.Edge) int { return cmp.Compare(a.Priority(), b.Priority()) }
	if !slices.ContainsFunc(leaving, isNone) && slices.IsSortedFunc(leaving, byPriority) {
		return leaving
	}
	routes := slices.DeleteFunc(slices.Clone(leaving), isNone)
	slices.SortStableFunc(routes, byPriority)
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
