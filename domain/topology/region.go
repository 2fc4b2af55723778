package topology

import (
	"iter"
	"slices"

	"heddle.dev/heddle/domain/document"
)

// Region is the part of a graph between a fork and its join.
type Region struct {
	Fork string
	Join string

	graph      *Graph
	fork, join int
	routes     []*document.Edge // the fork's edges, one for each branch
	inside     []placed         // as far as no well-formed region inside covers it
	isCyclic   bool
	isBalanced bool
	crossing   *document.Edge
}

// placed is a node with the branch that it is part of.
type placed struct{ node, branch int }

// SharedBranch stands for the branch of nodes that several branches of one region reach.
const SharedBranch = -1

// Region gives the region of a fork; false when the node is no fork or has no join.
func (g *Graph) Region(forkID string) (*Region, bool) {
	region, ok := g.regions()[forkID]
	return region, ok
}

// findRegions finds the regions of all forks, those inside others first: a region
// that is well formed is then passed over in one step, so that the time is linear in
// the graph however deep regions are nested.
func (g *Graph) findRegions() map[string]*Region {
	regions := make(map[string]*Region)
	s := &surveyor{graph: g, regions: regions, branchOf: make([]int, len(g.nodes)), entered: make([]bool, len(g.nodes))}
	order := g.Forward()
	for _, id := range slices.Backward(order) {
		if !g.IsFork(id) {
			continue
		}
		if joinID, ok := g.Join(id); ok {
			regions[id] = s.survey(&Region{
				Fork: id, Join: joinID, graph: g, fork: g.index[id], join: g.index[joinID], routes: g.Routes(id),
			})
		}
	}
	return regions
}

// IsWellFormed tells whether the branches of the fork meet in the join, each by one
// edge of its own, and nothing comes in from the side or leads back.
func (r *Region) IsWellFormed() bool { return !r.isCyclic && r.isBalanced && r.crossing == nil }

// IsCyclic tells whether the fork can be reached from inside, before the join.
func (r *Region) IsCyclic() bool { return r.isCyclic }

// IsBalanced tells whether each branch enters the join by exactly one edge, which
// no other branch uses.
func (r *Region) IsBalanced() bool { return r.isBalanced }

// Crossing finds an edge that enters the region or its join from outside other than
// through the fork, the one to the first such node of the document; nil when there
// is none.
func (r *Region) Crossing() *document.Edge { return r.crossing }

// Branches lists the edges by which the branches begin, in their order.
func (r *Region) Branches() []*document.Edge { return r.routes }

// Inside goes through the nodes between fork and join, each with the number of its
// branch from 0, or SharedBranch. Of a well-formed region inside this one whose fork has
// no timeout only the fork is among them; its own region has the rest.
func (r *Region) Inside() iter.Seq2[*document.Node, int] {
	return func(yield func(*document.Node, int) bool) {
		for _, p := range r.inside {
			if !yield(r.graph.nodes[p.node], p.branch) {
				return
			}
		}
	}
}
