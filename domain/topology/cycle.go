package topology

import (
	"slices"

	"heddle.dev/heddle/domain/document"
)

// Cycles gives the groups of nodes that lie on common cycles when only the nodes
// that keep accepts are there: the strongly connected components (Tarjan 1972) that
// hold an edge. Groups and their nodes come in document order.
func (g *Graph) Cycles(keep func(*document.Node) bool) [][]*document.Node {
	n := len(g.nodes)
	w := &walk{graph: g, kept: make([]bool, n), rank: make([]int, n), low: make([]int, n), open: make([]bool, n)}
	for i, node := range g.nodes {
		w.kept[i] = keep(node)
	}
	for i := range g.nodes {
		if w.kept[i] && w.rank[i] == 0 {
			w.from(i)
		}
	}
	slices.SortFunc(w.found, func(a, b []int) int { return a[0] - b[0] })
	cycles := make([][]*document.Node, len(w.found))
	for i, component := range w.found {
		for _, node := range component {
			cycles[i] = append(cycles[i], g.nodes[node])
		}
	}
	return cycles
}

// walk is one depth-first walk of Tarjan's algorithm, with a stack of its own, since
// documents may be deeper than the goroutine's stack should be.
type walk struct {
	graph *Graph
	kept  []bool
	rank  []int // order of discovery from 1; 0 is undiscovered
	low   []int // lowest rank reachable
	open  []bool
	path  []int // discovered nodes whose component is not complete
	last  int
	found [][]int
}

type visit struct{ node, next int }

func (w *walk) from(start int) {
	stack := []visit{w.discover(start)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		links := w.graph.outgoing[top.node]
		if top.next < len(links) {
			other := links[top.next].other
			top.next++
			switch {
			case !w.kept[other]:
			case w.rank[other] == 0:
				stack = append(stack, w.discover(other))
			case w.open[other]:
				w.low[top.node] = min(w.low[top.node], w.rank[other])
			}
			continue
		}
		node := top.node
		stack = stack[:len(stack)-1]
		if len(stack) > 0 {
			parent := stack[len(stack)-1].node
			w.low[parent] = min(w.low[parent], w.low[node])
		}
		if w.low[node] == w.rank[node] {
			w.complete(node)
		}
	}
}

func (w *walk) discover(node int) visit {
	w.last++
	w.rank[node], w.low[node], w.open[node] = w.last, w.last, true
	w.path = append(w.path, node)
	return visit{node: node}
}

// complete takes the component whose first node is root off the path.
func (w *walk) complete(root int) {
	start := len(w.path) - 1
	for w.path[start] != root {
		start--
	}
	component := slices.Clone(w.path[start:])
	w.path = w.path[:start]
	for _, node := range component {
		w.open[node] = false
	}
	loops := slices.ContainsFunc(w.graph.outgoing[root], func(l link) bool { return l.other == root })
	if len(component) > 1 || loops {
		slices.Sort(component)
		w.found = append(w.found, component)
	}
}
