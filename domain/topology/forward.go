package topology

import (
	"slices"

	"heddle.dev/heddle/domain/document"
)

// Forward lists the ids of all nodes such that an edge leads from earlier to later,
// except where the graph has cycles: the reverse postorder of a depth-first walk
// from the start nodes, then from the nodes that no walk reached.
func (g *Graph) Forward() []string {
	seen := make([]bool, len(g.nodes))
	var postorder []int
	walkFrom := func(isRoot func(i int) bool) {
		for i := len(g.nodes) - 1; i >= 0; i-- { // what is walked last comes first
			if !seen[i] && isRoot(i) {
				postorder = append(postorder, g.postorder(i, seen)...)
			}
		}
	}
	isStart := func(i int) bool { return g.nodes[i].Type() == document.StartNode }
	walkFrom(func(i int) bool { return len(g.incoming[i]) == 0 && !isStart(i) })
	walkFrom(isStart)
	walkFrom(func(int) bool { return true }) // cycles that nothing leads to
	slices.Reverse(postorder)
	ids := make([]string, len(postorder))
	for k, i := range postorder {
		ids[k] = g.nodes[i].ID()
	}
	return ids
}

// postorder walks from one node over nodes that were not seen.
func (g *Graph) postorder(start int, seen []bool) []int {
	var order []int
	stack := []visit{{node: start}}
	seen[start] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		links := g.outgoing[top.node]
		if top.next == len(links) {
			order = append(order, top.node)
			stack = stack[:len(stack)-1]
			continue
		}
		other := links[len(links)-1-top.next].other // so that first edges come first in the reverse
		top.next++
		if !seen[other] {
			seen[other] = true
			stack = append(stack, visit{node: other})
		}
	}
	return order
}
