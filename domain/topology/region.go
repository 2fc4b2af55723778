package topology

import "heddle.dev/heddle/domain/document"

// Region is the part of a graph between a fork and its join.
type Region struct {
	Fork string
	Join string

	graph      *Graph
	fork, join int
	routes     []*document.Edge // the fork's edges, one for each branch
	branchOf   []int32          // by node: 0 outside, else the branch from 1, or sharedBranch
	inside     []int            // the nodes that are not outside
}

// sharedBranch marks nodes that several branches of one region reach.
const sharedBranch = -1

// Region gives the region of a fork; false when the node is no fork or has no join.
func (g *Graph) Region(forkID string) (*Region, bool) {
	joinID, ok := g.Join(forkID)
	if !ok || !g.IsFork(forkID) {
		return nil, false
	}
	r := &Region{
		Fork: forkID, Join: joinID,
		graph: g, fork: g.index[forkID], join: g.index[joinID],
		routes: g.Routes(forkID), branchOf: make([]int32, len(g.nodes)),
	}
	for i, edge := range r.routes {
		r.color(g.index[edge.Target()], int32(i+1)) // no document has that many edges
	}
	return r, true
}

// color marks what the branch reaches before the join. Where it meets another
// branch, everything behind is shared.
func (r *Region) color(start int, branch int32) {
	type step struct {
		node   int
		branch int32
	}
	open := []step{{start, branch}}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		known := r.branchOf[s.node]
		if s.node == r.join || known == s.branch || known == sharedBranch {
			continue
		}
		if known == 0 {
			r.inside = append(r.inside, s.node)
		} else {
			s.branch = sharedBranch
		}
		r.branchOf[s.node] = s.branch
		if s.node == r.fork { // a cycle; what is behind it are the branches again
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
	return ok && r.branchOf[i] != 0
}

// IsCyclic tells whether the fork can be reached from inside, before the join.
func (r *Region) IsCyclic() bool { return r.branchOf[r.fork] != 0 }

// IsBalanced tells whether each branch enters the join by exactly one edge, which
// no other branch uses.
func (r *Region) IsBalanced() bool {
	entries := make([]int, len(r.routes))
	for i, edge := range r.routes {
		if edge.Target() == r.Join {
			entries[i]++
		}
	}
	for _, l := range r.graph.incoming[r.join] {
		branch := r.branchOf[l.other]
		switch {
		case branch == 0 || l.other == r.fork:
		case branch == sharedBranch:
			return false
		default:
			entries[branch-1]++
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
// through the fork, the one to the first such node of the document; nil when there
// is none.
func (r *Region) Crossing() *document.Edge {
	first, found := r.join, r.entryFromOutside(r.join)
	for _, node := range r.inside {
		if node == r.fork || found != nil && node > first {
			continue
		}
		if edge := r.entryFromOutside(node); edge != nil {
			first, found = node, edge
		}
	}
	return found
}

func (r *Region) entryFromOutside(node int) *document.Edge {
	for _, l := range r.graph.incoming[node] {
		if l.other != r.fork && r.branchOf[l.other] == 0 {
			return l.edge
		}
	}
	return nil
}
