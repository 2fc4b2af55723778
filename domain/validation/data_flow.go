package validation

import (
	"strconv"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/dataflow"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// checkDataFlow checks each expression against what the context holds at its place.
// While the graph itself is broken, it is unclear what leads where, and expressions
// are only checked for what is wrong in every context.
func (c *context) checkDataFlow() {
	if c.analyst == nil {
		return
	}
	if c.isGraphBroken() {
		for _, e := range c.expressions {
			c.checkAgainst(e, nil)
		}
		return
	}
	flow := dataflow.Of(c.flowSource())
	reads := make(map[string][]expression.Read, len(c.graph.Nodes()))
	for _, e := range c.expressions {
		place, at := placeOf(flow, e)
		reads[at] = append(reads[at], c.checkAgainst(e, place)...)
	}
	c.checkRaces(flow, reads)
}

// Flow works out what the context holds at every place of a document, as the checks of
// expressions see it: what an editor offers for completion.
func (v Validator) Flow(d *document.Document, catalog *Catalog) *dataflow.Flow {
	return dataflow.Of(newContext(&report{}, d, v.Expressions, catalog).flowSource())
}

func (c *context) flowSource() dataflow.Source {
	source := dataflow.Source{Graph: c.graph, Analyst: c.analyst, Fields: c.fieldsOf}
	if c.catalog.knowsActionTypes() {
		source.ActionType = func(name string) (*action.ActionType, bool) {
			found, known := c.catalog.actionTypes[name]
			return found, known
		}
	}
	return source
}

// isGraphBroken tells whether something is wrong with what leads where.
func (c *context) isGraphBroken() bool {
	for i := range c.problems {
		switch Code(c.problems[i].Code) {
		case NoStartNode, MultipleStartNodes, DuplicateNodeID, MixedForkEdges, ForkWithoutJoin, ParallelBranchReachesEnd,
			UnbalancedParallel, CrossingParallelRegions, ParallelRegionCycle:
			return true
		default:
		}
	}
	return false
}

// placeOf gives what is known where an expression stands, nil if nothing is, and the
// node that it belongs to.
func placeOf(flow *dataflow.Flow, e foundExpression) (place *dataflow.Place, nodeID string) {
	switch {
	case e.edge == nil:
		place, nodeID = flow.At(e.node.ID()), e.node.ID()
	case e.edge.IsDefault() || e.edge.IsTimeout():
		return nil, e.edge.Source() // its condition is never asked
	default:
		place, nodeID = flow.Leaving(e.edge), e.edge.Source()
	}
	if !place.IsKnown() {
		return nil, nodeID
	}
	return place, nodeID
}

// checkAgainst checks an expression against what is known at its place, and gives the
// keys that it reads.
func (c *context) checkAgainst(e foundExpression, place *dataflow.Place) []expression.Read {
	var known expression.Environment
	if place != nil {
		known = place
	}
	analysis, err := c.analyst.Analyze(e.scope, e.source, known)
	if err != nil {
		return nil
	}
	if place != nil {
		for _, read := range analysis.Reads {
			c.checkRead(e, place, read)
		}
	}
	for _, mismatch := range analysis.Mismatches {
		c.problemAt(e, ExpressionTypeMismatch, "%s", mismatch.Message).Suggestion = mismatch.Suggestion
	}
	c.checkCallInput(e, analysis.Kinds)
	return analysis.Reads
}

// checkRead checks one key that an expression reads.
func (c *context) checkRead(e foundExpression, place *dataflow.Place, read expression.Read) {
	key, known := place.Key(read.Key)
	switch {
	case !known && !place.Open() && read.NeedsPresent:
		problem := c.problemAt(e, UnknownContextKey, "nothing that leads here brings the context key %q", read.Key)
		c.guess(problem, read.Key, "keys here", func() []string { return namesOf(place.Keys()) })
		return
	case !known:
		return
	}
	if read.NeedsPresent && !key.Certain {
		c.problemAt(e, MaybeMissingContextKey,
			"the context key %q is brought on some of the ways that lead here, not on all; guard it with %s", read.Key, missingGuard(read.Key))
	}
	if read.NeedsValue && key.Nullable {
		c.problemAt(e, MaybeNullContextKey,
			"the context key %q may be null here, where null fails: what declares it does not require it; guard it with %s", read.Key, nullGuard(read.Key))
	}
}

func namesOf(keys []expression.Key) []string {
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = key.Name
	}
	return names
}

func missingGuard(key string) string {
	if !isIdentifier(key) {
		return strconv.Quote(key) + " in context, or coalesce(" + reference(key) + ", …)"
	}
	return "has(" + reference(key) + ") or coalesce(" + reference(key) + ", …)"
}

func nullGuard(key string) string {
	return reference(key) + " != null or coalesce(" + reference(key) + ", …)"
}

// reference is how an expression names a key of the context.
func reference(key string) string {
	if isIdentifier(key) {
		return "context." + key
	}
	return "context[" + strconv.Quote(key) + "]"
}

func isIdentifier(key string) bool {
	for i, c := range key {
		isLetter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !isLetter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return key != ""
}

// checkRaces reports keys that several branches of a region use at once.
func (c *context) checkRaces(flow *dataflow.Flow, reads map[string][]expression.Read) {
	siblingReads := flow.SiblingReads(reads)
	for _, node := range c.graph.Nodes() {
		for _, race := range flow.Collisions(node.ID()) {
			c.node(ParallelContextCollision, node, "",
				"the branches that begin at %q and at %q both write the context key %q; the slower one wins", race.First, race.Other, race.Key)
		}
		for _, race := range siblingReads[node.ID()] {
			c.node(ParallelSiblingRead, node, "",
				"the branch that begins at %q reads the context key %q, which the branch that begins at %q writes; which is faster decides what it finds",
				race.First, race.Key, race.Other)
		}
	}
}
