package validation

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/topology"
)

func (c *context) checkEdges() {
	type ends struct{ source, target string }
	seen := make(map[ends]string, len(c.document.Edges()))
	for _, edge := range c.document.Edges() {
		if edge.Source() == edge.Target() && edge.Source() != "" {
			c.edge(SelfLoopEdge, edge, "", "the edge leads back to the node it leaves")
		}
		pair := ends{edge.Source(), edge.Target()}
		if other, ok := seen[pair]; ok && pair.source != "" && pair.target != "" {
			c.edge(DuplicateEdge, edge, "", "edge %q has the same ends", other)
		} else {
			seen[pair] = edge.ID()
		}
		c.checkEdge(edge)
	}
	for _, node := range c.graph.Nodes() {
		c.checkSplit(node)
	}
}

func (c *context) checkEdge(edge *document.Edge) {
	if topology.IsConditional(edge) {
		if edge.IsDefault() {
			c.edge(DefaultEdgeWithCondition, edge, "condition", "a default edge is taken when no other one is; its condition is never asked")
		}
		c.checkExpression(foundExpression{
			edge: edge, field: "condition", scope: expression.EdgeCondition, source: edge.Condition(),
		}, InvalidCondition)
	}
	if !edge.IsTimeout() {
		return
	}
	if source, ok := c.graph.Node(edge.Source()); ok && !hasTimeout(source) {
		c.edge(TimeoutEdgeWithoutTimeout, edge, "isTimeout", "node %q has no timeout, so that the edge is never taken", source.ID())
	}
}

// hasTimeout tells whether a node leaves by its timeout edge some time. Only waiting
// for events can time out.
func hasTimeout(node *document.Node) bool {
	timeout, _ := node.Config("timeout")
	return node.Type() == document.ReceiveEventNode && !rawjson.IsNull(timeout)
}

// checkSplit checks the edges of one node against each other.
func (c *context) checkSplit(node *document.Node) {
	defaults := 0
	for _, edge := range c.graph.Outgoing(node.ID()) {
		if edge.IsDefault() && !edge.IsTimeout() {
			if defaults++; defaults > 1 {
				c.edge(MultipleDefaultEdges, edge, "isDefault", "node %q has another default edge before this", node.ID())
			}
		}
	}
	routes := c.graph.Routes(node.ID())
	conditional := 0
	for _, edge := range routes {
		if topology.IsConditional(edge) {
			conditional++
		}
	}
	switch {
	case conditional == 0:
		return
	case len(routes) == 1 && defaults == 0:
		c.edge(SingleConditionalEdge, routes[0], "condition",
			"it is the only way out of node %q; if its condition is not true, the workflow fails", node.ID())
		return
	case conditional == len(routes) && defaults == 0:
		c.node(NoDefaultEdge, node, "", "all ways out have conditions; if none is true, the workflow fails")
	}
	c.checkPriorities(routes)
}

// checkPriorities expects the routes of a conditional split in order.
func (c *context) checkPriorities(routes []*document.Edge) {
	for i := 1; i < len(routes); i++ {
		if routes[i].Priority() == routes[i-1].Priority() {
			c.edge(DuplicateEdgePriority, routes[i], "priority",
				"edge %q has the same priority %d; the order in the document decides", routes[i-1].ID(), routes[i].Priority())
		}
	}
}
