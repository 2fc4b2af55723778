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
	joins := g.joins()
	if g.hasTimeout(fork) {
		joins = g.postDominators(fork)
	}
	join := joins[fork]
	if join == none || join == g.exit() {
		return "", false
	}
	return g.nodes[join].ID(), true
}

func (g *Graph) hasTimeout(node int) bool {
	return slices.ContainsFunc(g.outgoing[node], func(l link) bool { return l.edge.IsTimeout() })
}

// exit is the index of the virtual node behind all end nodes.
func (g *Graph) exit() int { return len(g.nodes) }

// postDominators computes the immediate post-dominator of every node by the
// iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
// Algorithm", 2001) on the reversed graph. Timeout edges of the node withoutTimeout
// do not count. Nodes that can't reach an end have none.
func (g *Graph) postDominators(withoutTimeout int) []int {
	order := g.reversePostorder()
	rank := make([]int, len(g.nodes)+1)
	for position, node := range order {
		rank[node] = position
	}
	dominator := make([]int, len(g.nodes)+1)
	for i := range dominator {
		dominator[i] = none
	}
	dominator[g.exit()] = g.exit()
	for changed := true; changed; {
		changed = false
		for _, node := range order[1:] {
			found := g.meet(node, withoutTimeout, dominator, rank)
			if found != dominator[node] {
				dominator[node] = found
				changed = true
			}
		}
	}
	return dominator
}

// meet is the nearest common post-dominator of the node's successors, as far as known.
func (g *Graph) meet(node, withoutTimeout int, dominator, rank []int) int {
	found := none
	join := func(successor int) {
		switch {
		case dominator[successor] == none:
		case found == none:
			found = successor
		default:
			found = intersect(found, successor, dominator, rank)
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
func intersect(a, b int, dominator, rank []int) int {
	for a != b {
		for rank[a] > rank[b] {
			a = dominator[a]
		}
		for rank[b] > rank[a] {
			b = dominator[b]
		}
	}
	return a
}

func (g *Graph) isEnd(node int) bool { return g.nodes[node].Type() == document.EndNode }

// reversePostorder lists the nodes that can reach an end, the virtual exit first,
// in reverse postorder of a depth-first walk against the edges.
func (g *Graph) reversePostorder() []int {
	type frame struct{ node, next int }
	var ends []link
	for i := range g.nodes {
		if g.isEnd(i) {
			ends = append(ends, link{other: i})
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
		node := links[top.next].other
		top.next++
		if !seen[node] {
			seen[node] = true
			stack = append(stack, frame{node: node})
		}
	}
	slices.Reverse(order)
	return order
}
