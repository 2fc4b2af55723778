package validation

import (
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/topology"
)

// context is what the rules after the shape step share.
type context struct {
	*report
	document    *document.Document
	graph       *topology.Graph
	analyst     expression.Analyst
	catalog     *shelf                              // nil: none is given
	expressions []foundExpression                   // those that compile
	fields      map[*document.Node][]document.Field // decoded so far
	guesses     int                                 // names guessed so far
}

// maxGuesses bounds how many misspelt names are compared with all others.
const maxGuesses = 20

func newContext(r *report, d *document.Document, analyst expression.Analyst, catalog *Catalog) *context {
	return &context{
		report: r, document: d, graph: topology.Of(d), analyst: analyst, catalog: newShelf(catalog),
		expressions: make([]foundExpression, 0, len(d.Edges())), fields: make(map[*document.Node][]document.Field, len(d.Nodes())),
	}
}

// guess adds to a problem what may have been meant, and what there is.
func (c *context) guess(problem *fault.Problem, written, plural string, known func() []string) {
	if c.guesses++; c.guesses > maxGuesses {
		return
	}
	names := known()
	problem.Message += spelling.DidYouMean(written, plural, names)
	problem.Suggestion, _ = spelling.Nearest(written, names)
}

func (c *context) checkStructure() {
	if strings.TrimSpace(c.document.ID()) == "" {
		c.add(MissingWorkflowID, "the workflow needs an id").Field = "id"
	}
	if strings.TrimSpace(c.document.Name()) == "" {
		c.add(MissingWorkflowName, "the workflow needs a name").Field = "name"
	}
	if len(c.document.Nodes()) == 0 {
		c.add(EmptyWorkflow, "the workflow has no nodes; it needs at least a start and an end")
	} else {
		c.checkStartAndEnd()
	}
	c.checkNodeIDs()
	c.checkEdgeIDs()
	for _, edge := range c.document.Edges() {
		c.checkEnd(edge, "source", edge.Source(), MissingEdgeSource, InvalidEdgeSource)
		c.checkEnd(edge, "target", edge.Target(), MissingEdgeTarget, InvalidEdgeTarget)
	}
	for _, node := range c.graph.Nodes() {
		c.checkConnections(node)
	}
	c.checkPaths()
}

func (c *context) checkStartAndEnd() {
	starts, ends := 0, 0
	for _, node := range c.document.Nodes() {
		switch node.Type() {
		case document.StartNode:
			if starts++; starts > 1 {
				c.node(MultipleStartNodes, node, "", "a workflow has exactly one start node, and there is one before this")
			}
		case document.EndNode:
			ends++
		default:
		}
	}
	if starts == 0 {
		c.add(NoStartNode, "the workflow has no start node")
	}
	if ends == 0 {
		c.add(NoEndNode, "the workflow has no end node")
	}
}

func (c *context) checkNodeIDs() {
	for _, node := range c.document.Nodes() {
		switch first, _ := c.graph.Node(node.ID()); {
		case strings.TrimSpace(node.ID()) == "":
			c.node(MissingNodeID, node, "id", "the id must not be blank")
		case first != node:
			c.node(DuplicateNodeID, node, "id", "another node before this has the same id")
		}
		if strings.TrimSpace(node.Name()) == "" {
			c.node(MissingNodeName, node, "name", "the node has no name")
		}
	}
}

func (c *context) checkEdgeIDs() {
	seen := make(map[string]bool, len(c.document.Edges()))
	for _, edge := range c.document.Edges() {
		switch {
		case strings.TrimSpace(edge.ID()) == "":
			c.edge(MissingEdgeID, edge, "id", "the id must not be blank")
		case seen[edge.ID()]:
			c.edge(DuplicateEdgeID, edge, "id", "another edge before this has the same id")
		}
		seen[edge.ID()] = true
	}
}

// checkEnd checks one end of an edge.
func (c *context) checkEnd(edge *document.Edge, end, nodeID string, missing, invalid Code) {
	if strings.TrimSpace(nodeID) == "" {
		c.edge(missing, edge, end, "the edge has no %s", end)
		return
	}
	if _, ok := c.graph.Node(nodeID); ok {
		return
	}
	problem := c.edge(invalid, edge, end, "the %s is node %q, which does not exist", end, nodeID)
	c.guess(problem, nodeID, "nodes", c.nodeIDs)
}

func (c *context) nodeIDs() []string {
	ids := make([]string, len(c.graph.Nodes()))
	for i, node := range c.graph.Nodes() {
		ids[i] = node.ID()
	}
	return ids
}

// checkConnections checks what enters and leaves a node.
func (c *context) checkConnections(node *document.Node) {
	incoming, outgoing := c.graph.Incoming(node.ID()), c.graph.Outgoing(node.ID())
	isStart, isEnd := node.Type() == document.StartNode, node.Type() == document.EndNode
	if len(incoming) == 0 && len(outgoing) == 0 {
		c.node(DisconnectedNode, node, "", "no edge is attached to the node")
		return
	}
	if isStart && len(incoming) > 0 {
		c.node(StartHasIncoming, node, "", "edge %q enters the start node", incoming[0].ID())
	}
	if isEnd && len(outgoing) > 0 {
		c.node(EndHasOutgoing, node, "", "edge %q leaves an end node", outgoing[0].ID())
	}
	if !isStart && len(incoming) == 0 {
		c.node(NoIncomingEdges, node, "", "no edge enters the node")
	}
	if !isEnd && len(outgoing) == 0 {
		c.node(NoOutgoingEdges, node, "", "no edge leaves the node, which is no end")
	}
}

// checkPaths looks for nodes that no run reaches or that lead to no end. What
// checkConnections reported already is left out, and so is everything when there
// is no start or no end.
func (c *context) checkPaths() {
	var starts, ends []string
	for _, node := range c.graph.Nodes() {
		switch node.Type() {
		case document.StartNode:
			starts = append(starts, node.ID())
		case document.EndNode:
			ends = append(ends, node.ID())
		default:
		}
	}
	reached, ending := c.graph.ReachableFrom(starts...), c.graph.Reaching(ends...)
	for _, node := range c.graph.Nodes() {
		id := node.ID()
		if len(starts) > 0 && !reached[id] && len(c.graph.Incoming(id)) > 0 {
			c.node(UnreachableNode, node, "", "no path leads from the start to the node")
		}
		if len(ends) > 0 && !ending[id] && len(c.graph.Outgoing(id)) > 0 {
			c.node(NoPathToEnd, node, "", "no path leads from the node to an end")
		}
	}
}
