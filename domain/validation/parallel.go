package validation

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/topology"
)

// checkParallel checks that the branches of every fork meet again, in one node and
// without anybody coming in from the side.
func (c *context) checkParallel() {
	for _, node := range c.graph.Nodes() {
		switch {
		case c.isMixed(node.ID()):
			c.node(MixedForkEdges, node, "",
				"several edges without a condition start parallel branches, and can't stand beside conditional or default edges")
		case c.graph.IsFork(node.ID()):
			c.checkFork(node)
		}
	}
}

// isMixed tells whether several unconditional routes stand beside a conditional or default edge.
func (c *context) isMixed(nodeID string) bool {
	routes := c.graph.Routes(nodeID)
	unconditional := 0
	for _, edge := range routes {
		if !topology.IsConditional(edge) {
			unconditional++
		}
	}
	if unconditional < 2 {
		return false
	}
	for _, edge := range c.graph.Outgoing(nodeID) {
		if edge.IsDefault() && !edge.IsTimeout() {
			return true
		}
	}
	return unconditional < len(routes)
}

func (c *context) checkFork(node *document.Node) {
	region, ok := c.graph.Region(node.ID())
	if !ok {
		c.reportUnjoined(node)
		return
	}
	if region.IsCyclic() {
		c.node(ParallelRegionCycle, node, "", "a branch leads back to the fork before it reaches the join %q", region.Join)
		return
	}
	if edge := region.Crossing(); edge != nil {
		c.node(CrossingParallelRegions, node, "",
			"edge %q enters the parallel region, which ends at %q, from outside at %q", edge.ID(), region.Join, edge.Target())
	}
	if !region.IsBalanced() {
		c.node(UnbalancedParallel, node, "", "each branch must enter the join %q by exactly one edge of its own", region.Join)
	}
}

// reportUnjoined says why the branches of a fork do not meet.
func (c *context) reportUnjoined(node *document.Node) {
	var targets []string
	for _, edge := range c.graph.Routes(node.ID()) {
		targets = append(targets, edge.Target())
	}
	reached := c.graph.ReachableFrom(targets...)
	for _, end := range c.graph.Nodes() {
		if end.Type() == document.EndNode && reached[end.ID()] {
			c.node(ParallelBranchReachesEnd, node, "",
				"a parallel branch can reach the end %q before all branches have met in one node", end.ID())
			return
		}
	}
	c.node(ForkWithoutJoin, node, "", "the parallel branches never meet in one node")
}
