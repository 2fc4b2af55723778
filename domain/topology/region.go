package topology

import (
	"maps"
	"slices"

	"heddle.dev/heddle/domain/document"
)

// Region is the part of a graph between a fork and its join.
type Region struct {
	Fork string
	Join string

	graph *Graph
	// branches maps the index of each node inside to the fork edge that leads there,
	// as index into routes, or to sharedBranch.
	branches map[int]int
	routes   []*document.Edge
}

// sharedBranch marks nodes that several branches of one region reach.
const sharedBranch = -1

// Region gives the region of a fork; false when the node is no fork or has no join.
func (g *Graph) Region(forkID string) (*Region, bool) {
	joinID, ok := g.Join(forkID)
	if !ok || !g.IsFork(forkID) {
		return nil, false
	}
	r := &Region{Fork: forkID, Join: joinID, graph: g, branches: map[int]int{}, routes: g.Routes(forkID)}
	for branch, edge := range r.routes {
		r.color(g.index[edge.Target()], branch)
	}
	return r, true
}

// color marks what the branch reaches before the join. Where it meets another
// branch, everything behind is shared.
func (r *Region) color(start, branch int) {
	fork, join := r.graph.index[r.Fork], r.graph.index[r.Join]
	type step struct{ node, branch int }
	open := []step{{start, branch}}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if s.node == join {
			continue
		}
		known, visited := r.branches[s.node]
		if visited && (known == s.branch || known == sharedBranch) {
			continue
		}
		if visited {
			s.branch = sharedBranch
		}
		r.branches[s.node] = s.branch
		if s.node == fork { // a cycle; what is behind it are the branches again
			continue
		}
		for _, l := range r.graph.outgoing[s.node] {
			open = append(open, step{l.other, s.branch})
		}
	}
}

// Contains tells whether the node lies inside, between fork and join.
func (r *Region) Contains(nodeID string) bool {
	i, ok := r.graph.index[nodeID]
	_, inside := r.branches[i]
	return ok && inside
}

// IsCyclic tells whether the fork can be reached from inside, before the join.
func (r *Region) IsCyclic() bool { return r.Contains(r.Fork) }

// IsBalanced tells whether each branch enters the join by exactly one edge, which
// no other branch uses.
func (r *Region) IsBalanced() bool {
	entries := make([]int, len(r.routes))
	for branch, edge := range r.routes {
		if edge.Target() == r.Join {
			entries[branch]++
		}
	}
	for _, l := range r.graph.incoming[r.graph.index[r.Join]] {
		branch, inside := r.branches[l.other]
		switch {
		case !inside || l.other == r.graph.index[r.Fork]:
		case branch == sharedBranch:
			return false
		default:
			entries[branch]++
		}
	}
	for _, count := range entries {
		if count != 1 {
			return false
		}
	}
	return true
}

// Crossing finds an edge that enters the region or its join from outside other than
// through the fork; nil when there is none.
func (r *Region) Crossing() *document.Edge {
	targets := append(slices.Collect(maps.Keys(r.branches)), r.graph.index[r.Join])
	slices.Sort(targets) // document order, so that the answer is always the same
	for _, target := range targets {
		if r.graph.nodes[target].ID() == r.Fork {
			continue
		}
		for _, l := range r.graph.incoming[target] {
			if source := l.edge.Source(); source != r.Fork && !r.Contains(source) {
				return l.edge
			}
		}
	}
	return nil
}
