package workflowinstance

import (
	"fmt"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

// applyTimeout ends a wait, or leaves a receive-event node by its timeout edge, with
// nothing collected.
func applyTimeout(version *Version, instance *Instance, call Call) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	switch {
	case b.node.kind == document.WaitNode:
		r.keep(b, collection{}, Entry{Kind: EntryCompleted})
		r.ready = append(r.ready, b)
	case b.node.kind == document.ReceiveEventNode && b.node.event.timeout > 0:
		r.close(b)
		r.record(Entry{Kind: EntryTimedOut, NodeID: b.node.id, ActivationID: b.activation, BranchID: b.id})
		r.expire(b)
	default:
		return Step{}, fault.New(fault.KindConflict, CodeNotWaitingFor, "node %q waits for no time", b.node.id)
	}
	return r.finish(), nil
}

// expire takes the timeout edge, of a failed instance when it is retried.
func (r *run) expire(b branch) {
	mark := r.trace().mark()
	switch {
	case b.node.expiry == nil:
		r.stop(b, EnterNode, nil, Failure{
			Code: NoRoute, NodeID: b.node.id,
			Message: fmt.Sprintf("no event came to node %q in time, and it has no timeout edge", b.node.id),
		})
	case r.failed():
		r.park(b, TakeEdge, b.node.expiry, nil)
	default:
		r.move(b, b.node.expiry)
	}
	r.trace().skipRest(b.node, mark)
}
