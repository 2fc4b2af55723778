package workflowinstance

import (
	"fmt"
	"slices"
	"strconv"
)

// leave takes a branch out of its node: by all edges of a fork, else by the one
// that applies.
func (r *run) leave(b branch) {
	mark := r.trace().mark()
	if b.node.join != nil {
		r.fork(b)
	} else if over, failure := r.choose(b.node); failure != nil {
		r.stop(b, LeaveNode, nil, *failure)
	} else {
		r.move(b, over)
	}
	r.trace().skipRest(b.node, mark)
}

// choose finds the first edge whose condition is exactly true, else the default edge.
func (r *run) choose(n *node) (*edge, *Failure) {
	for _, candidate := range n.edges {
		if candidate.condition == nil {
			return candidate, nil
		}
		result, err := r.evaluate(candidate.condition, nil)
		if err != nil {
			failure := n.expressionFailure(candidate.condition, err, "condition of edge %q", candidate.id)
			failure.EdgeID = candidate.id
			r.trace().add(candidate, EdgeError, failure.Message)
			return nil, failure
		}
		if result.True() {
			return candidate, nil
		}
		r.trace().add(candidate, EdgeFalse, "")
	}
	if n.fallback != nil {
		return n.fallback, nil
	}
	return nil, &Failure{
		Code: NoRoute, NodeID: n.id,
		Message: fmt.Sprintf("no edge out of node %q applies, and it has no default edge", n.id),
	}
}

// fork opens a region and sends a child over each edge, one after another.
func (r *run) fork(b branch) {
	r.instance.Regions = with(r.instance.Regions, b.node.join.id, Region{ForkID: b.node.id, BranchID: b.id, Level: b.level})
	delete(r.instance.Stages, b.id) // nothing goes back across the fork
	for k, over := range b.node.edges {
		id := b.id + "." + strconv.Itoa(k)
		child := branch{id: id, level: id, node: b.node, activation: b.activation}
		if r.failed() {
			r.park(child, TakeEdge, over, nil)
			continue
		}
		r.move(child, over)
	}
}

// move takes an edge, if the limits allow it.
func (r *run) move(b branch, over *edge) {
	if failure := r.exhausted(b.node, over); failure != nil {
		r.trace().add(over, EdgeError, failure.Message)
		r.stop(b, TakeEdge, over, *failure)
		return
	}
	r.trace().add(over, EdgeTaken, "")
	r.moves++
	r.instance.Moves++
	r.record(Entry{Kind: EntryEdgeTaken, NodeID: b.node.id, ActivationID: b.activation, EdgeID: over.id, BranchID: b.id})
	r.arrive(branch{id: b.id, level: b.level, node: over.target, activation: b.activation}, over)
}

func (r *run) exhausted(from *node, over *edge) *Failure {
	limits := r.version.limits
	switch {
	case r.instance.Moves >= limits.Moves:
		return &Failure{
			Code: StepLimit, NodeID: from.id, EdgeID: over.id,
			Message: fmt.Sprintf("the instance made %d moves, which is all it may make; edge %q was not taken", limits.Moves, over.id),
		}
	case r.moves >= limits.MovesPerCall:
		return &Failure{
			Code: TransitionBudget, NodeID: from.id, EdgeID: over.id,
			Message: fmt.Sprintf("one step may make %d moves; edge %q would have been one more", limits.MovesPerCall, over.id),
		}
	default:
		return nil
	}
}

// arrive brings a branch to a node. At the join of an open region it ends there,
// and the last one to arrive goes on for all of them.
func (r *run) arrive(b branch, over *edge) {
	region, open := r.instance.Regions[b.node.id]
	if !open || !b.node.isJoin {
		r.visit(b)
		return
	}
	arrived := append(slices.Clone(r.instance.JoinArrivals[b.node.id]), over.id)
	r.record(Entry{Kind: EntryArrived, NodeID: b.node.id, EdgeID: over.id, BranchID: b.id})
	delete(r.instance.Stages, b.id)
	if len(arrived) < len(r.version.nodes[region.ForkID].edges) {
		r.instance.JoinArrivals = with(r.instance.JoinArrivals, b.node.id, arrived)
		return
	}
	delete(r.instance.JoinArrivals, b.node.id)
	delete(r.instance.Regions, b.node.id)
	r.visit(region.joined(b.node))
}

// joined gives the branch that goes on behind a join. It puts the join's segment
// behind its level, in place of the one of an earlier join.
func (region Region) joined(join *node) branch {
	id := "join#" + join.id
	if region.Level != "" {
		id = region.Level + "/" + id
	}
	return branch{id: id, level: region.Level, node: join}
}
