package topology

import "heddle.dev/heddle/domain/document"

// surveyor looks at one region after another. What it notes by node is made once, and
// cleared after each region as far as it was used.
type surveyor struct {
	graph    *Graph
	regions  map[string]*Region // those known already
	branchOf []int              // by node: 0 outside, else the branch from 1, or SharedBranch
	entered  []bool             // by node: the join of a region that was passed over
	inside   []int
	passed   []int // the nodes that are entered
}

// survey completes a region of which fork, join and routes are known.
func (s *surveyor) survey(r *Region) *Region {
	for i, edge := range r.routes {
		s.color(r, s.graph.index[edge.Target()], i+1)
	}
	r.isCyclic = s.branchOf[r.fork] != 0
	r.isBalanced = s.isBalanced(r)
	r.crossing = s.findCrossing(r)
	r.inside = make([]placed, len(s.inside))
	for i, node := range s.inside {
		branch := s.branchOf[node]
		if branch != SharedBranch {
			branch--
		}
		r.inside[i] = placed{node, branch}
	}
	s.clear()
	return r
}

func (s *surveyor) clear() {
	for _, node := range s.inside {
		s.branchOf[node] = 0
	}
	for _, node := range s.passed {
		s.entered[node] = false
	}
	s.inside, s.passed = s.inside[:0], s.passed[:0]
}

// color marks what the branch reaches before the join. Where it meets another
// branch, everything behind is shared.
func (s *surveyor) color(r *Region, start, branch int) {
	open := []placed{{start, branch}}
	reach := func(node, branch int) { open = append(open, placed{node, branch}) }
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		known := s.branchOf[p.node]
		if p.node == r.join || known == p.branch || known == SharedBranch {
			continue
		}
		if known == 0 {
			s.inside = append(s.inside, p.node)
		} else {
			p.branch = SharedBranch
		}
		s.branchOf[p.node] = p.branch
		if p.node != r.fork { // a cycle; what is behind it are the branches again
			s.leave(p, reach)
		}
	}
}

// leave goes on behind a node: over its edges, or over a well-formed region at once,
// unless a timeout may lead into the midst of that.
func (s *surveyor) leave(p placed, reach func(node, branch int)) {
	inner, isFork := s.regions[s.graph.nodes[p.node].ID()]
	if !isFork || !inner.IsWellFormed() || s.graph.hasTimeout(p.node) {
		for _, l := range s.graph.outgoing[p.node] {
			reach(l.other, p.branch)
		}
		return
	}
	if !s.entered[inner.join] {
		s.entered[inner.join] = true
		s.passed = append(s.passed, inner.join)
	}
	reach(inner.join, p.branch)
}

func (s *surveyor) isBalanced(r *Region) bool {
	entries := make([]int, len(r.routes))
	for i, edge := range r.routes {
		if edge.Target() == r.Join {
			entries[i]++
		}
	}
	for _, l := range s.graph.incoming[r.join] {
		branch := s.branchOf[l.other]
		switch {
		case branch == 0 || l.other == r.fork:
		case branch == SharedBranch:
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

// findCrossing finds the entry from outside to the first node of the document that has one.
func (s *surveyor) findCrossing(r *Region) *document.Edge {
	first, found := r.join, s.entryFromOutside(r, r.join)
	for _, node := range s.inside {
		if node == r.fork || found != nil && node > first {
			continue
		}
		if edge := s.entryFromOutside(r, node); edge != nil {
			first, found = node, edge
		}
	}
	return found
}

func (s *surveyor) entryFromOutside(r *Region, node int) *document.Edge {
	if s.entered[node] { // only from the region that ends here, which was found to be well formed
		return nil
	}
	for _, l := range s.graph.incoming[node] {
		if l.other != r.fork && s.branchOf[l.other] == 0 {
			return l.edge
		}
	}
	return nil
}
