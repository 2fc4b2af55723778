package topology

import (
	"slices"

	"heddle.dev/heddle/domain/document"
)

// Join gives the id of the node where all branches of the fork meet: its immediate
// post-dominator over all edges but the fork's own timeout edges. The join may be
// an end node. ok is false when the branches meet nowhere, or only in that the
// workflow ends.
func (g *Graph) Join(forkID string) (joinID string, ok bool) {
	fork, ok := g.index[forkID]
	if !ok {
		return "", false
	}
	join := g.joinOf(fork)
	if join == none || join == g.exit() {
		return "", false
	}
	return g.nodes[join].ID(), true
}

// joinOf avoids to look at the whole graph again for each fork with a timeout edge.
// Only when the fork lies on a cycle can its own edges matter to the
// post-dominators of what it leads to.
func (g *Graph) joinOf(fork int) int {
	switch all := g.joins(); {
	case !g.hasTimeout(fork):
		return all.of[fork]
	case !g.cyclic()[fork]:
		return g.meet(fork, fork, all)
	default:
		return g.postDominators(fork).of[fork]
	}
}

// nodesOnCycles marks the nodes that lead back to themselves.
func (g *Graph) nodesOnCycles() []bool {
	on := make([]bool, len(g.nodes))
	for _, cycle := range g.Cycles(func(*document.Node) bool { return true }) {
		for _, node := range cycle {
			on[g.index[node.ID()]] = true
		}
	}
	return on
}

func (g *Graph) hasTimeout(node int) bool {
	return slices.ContainsFunc(g.outgoing[node], func(l link) bool { return l.edge.IsTimeout() })
}

// exit is the index of the virtual node behind all end nodes.
func (g *Graph) exit() int { return len(g.nodes) }

// dominators is a tree of post-dominators with the virtual exit as its root.
type dominators struct {
	of   []int // the immediate post-dominator by node, or none
	rank []int // position in the reverse postorder of the reversed graph
}

// postDominators computes the immediate post-dominator of every node by the
// iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
// Algorithm", 2001) on the reversed graph. Timeout edges of the node withoutTimeout
// do not count. Nodes that can't reach an end have none.
func (g *Graph) postDominators(withoutTimeout int) dominators {
	order := g.reversePostorder(withoutTimeout)
	d := dominators{of: make([]int, len(g.nodes)+1), rank: make([]int, len(g.nodes)+1)}
	for position, node := range order {
		d.rank[node] = position
	}
	for i := range d.of {
		d.of[i] = none
	}
	d.of[g.exit()] = g.exit()
	for changed := true; changed; {
		changed = false
		for _, node := range order[1:] {
			if found := g.meet(node, withoutTimeout, d); found != d.of[node] {
				d.of[node] = found
				changed = true
			}
		}
	}
	return d
}

// meet is the nearest common post-dominator of the node's successors, as far as known.
func (g *Graph) meet(node, withoutTimeout int, d dominators) int {
	found := none
	join := func(successor int) {
		switch {
		case d.of[successor] == none:
		case found == none:
			found = successor
		default:
			found = d.intersect(found, successor)
		}
	}
	if g.isEnd(node) {
		join(g.exit())
	}
	for _, l := range g.outgoing[node] {
		if node != withoutTimeout || !l.edge.IsTimeout() {
			join(l.other)
		}
	}
	return found
}

// intersect climbs from both nodes to where their chains of post-dominators meet.
func (d dominators) intersect(a, b int) int {
	for a != b {
		for d.rank[a] > d.rank[b] {
			a = d.of[a]
		}
		for d.rank[b] > d.rank[a] {
			b = d.of[b]
		}
	}
	return a
}

func (g *Graph) isEnd(node int) bool { return g.nodes[node].Type() == document.EndNode }

// reversePostorder lists the nodes that can reach an end, the virtual exit first,
// in reverse postorder of a depth-first walk against the edges. Timeout edges of the
// node withoutTimeout are not walked: an order that used them would not be one of
// the graph without them.
func (g *Graph) reversePostorder(withoutTimeout int) []int {
	type frame struct{ node, next int }
	var ends []link
	for i := range g.nodes {
		if g.isEnd(i) {
			ends = append(ends, link{other: i}) // to the exit without an edge
		}
	}
	before := func(node int) []link {
		if node == g.exit() {
			return ends
		}
		return g.incoming[node]
	}
	seen := make([]bool, len(g.nodes)+1)
	seen[g.exit()] = true
	stack := []frame{{node: g.exit()}}
	var order []int
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		links := before(top.node)
		if top.next == len(links) {
			order = append(order, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		l := links[top.next]
		top.next++
		if !seen[l.other] && (l.edge == nil || l.other != withoutTimeout || !l.edge.IsTimeout()) {
			seen[l.other] = true
			stack = append(stack, frame{node: l.other})
		}
	}
	slices.Reverse(order)
	return order
}
