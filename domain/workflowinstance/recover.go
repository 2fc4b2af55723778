package workflowinstance

import (
	"slices"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

func applyRetry(version *Version, instance *Instance, call Call) (Step, error) {
	r, chosen, err := resume(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	for _, move := range chosen {
		r.record(Entry{
			Kind: EntryRetried, NodeID: move.NodeID, ActivationID: move.ActivationID, EdgeID: move.EdgeID, BranchID: move.BranchID,
			By: call.By,
		})
	}
	r.goOn(chosen)
	return r.finish(), nil
}

func applySkip(version *Version, instance *Instance, call Call) (Step, error) {
	outputs, err := parseData(call.Data, CodeInvalidOutput, "the output")
	if err != nil {
		return Step{}, err
	}
	if instance != nil {
		if _, active := instance.Active(call.ActivationID); active {
			return skipWaiting(version, instance, call, outputs)
		}
	}
	if call.ActivationID == "" {
		return Step{}, fault.New(fault.KindConflict, CodeActivationClosed, "a skip names the activation that it skips")
	}
	return skipFailed(version, instance, call, outputs)
}

func skipWaiting(version *Version, instance *Instance, call Call, outputs *expression.Object) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	collected, err := substitute(b.node, b.rejection.asked(b.node.fields), outputs)
	if err != nil {
		return Step{}, err
	}
	r.close(b)
	r.keep(b, collected, Entry{Kind: EntrySkipped, Message: call.Message, By: call.By})
	r.ready = append(r.ready, b)
	return r.finish(), nil
}

// skipFailed lets a failed activation count as done. Of a node that was done, but could
// not be left, only the outputs that are given count, and it is left again.
func skipFailed(version *Version, instance *Instance, call Call, outputs *expression.Object) (Step, error) {
	r, chosen, err := resume(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	b := r.branchOf(chosen[0])
	fields := b.node.fields
	switch {
	case chosen[0].Step != EnterNode:
		fields = given(fields, outputs)
	case b.rejection != nil:
		fields = b.rejection.asked(fields)
	}
	collected, err := substitute(b.node, fields, outputs)
	if err != nil {
		return Step{}, err
	}
	delete(r.instance.Rejections, b.activation)
	r.keep(b, collected, Entry{Kind: EntrySkipped, Message: call.Message, By: call.By})
	for i := range chosen {
		if chosen[i].ActivationID == call.ActivationID && chosen[i].Step == EnterNode {
			chosen[i].Step = LeaveNode
		}
	}
	r.goOn(chosen)
	return r.finish(), nil
}

// substitute checks outputs that a person gives in the place of a node. An event is
// replaced by the keys it would have brought, null where one is not given.
func substitute(n *node, fields []document.Field, outputs *expression.Object) (collection, error) {
	if n.kind != document.ReceiveEventNode || len(n.event.mappings) == 0 {
		return collect(n, fields, outputs)
	}
	declared := make(map[string]bool, len(n.event.mappings))
	values := make([]expression.Member, len(n.event.mappings))
	for i, m := range n.event.mappings {
		value, found := outputs.Get(m.contextKey)
		if !found {
			value = nothing
		}
		values[i] = expression.Member{Name: m.contextKey, Value: value}
		declared[m.contextKey] = true
	}
	return collection{values: expression.NewObject(values...), ignored: unasked(outputs, declared)}, nil
}

// given gives the fields of which an output has a value.
func given(fields []document.Field, output *expression.Object) []document.Field {
	return slices.DeleteFunc(slices.Clone(fields), func(field document.Field) bool {
		_, found := output.Lookup(field.Name)
		return !found
	})
}

// resume begins a call on what a failed instance was stopped at: the one activation, or
// everything if the call names none. When no other failure remains, the branches that
// only waited go on too. The moves keep their order, the one named is first.
func resume(version *Version, instance *Instance, call Call) (*run, []PendingMove, error) {
	if err := requireOpen(instance); err != nil {
		return nil, nil, err
	}
	if instance.Status != Failed || len(instance.Pending) == 0 {
		return nil, nil, notFailed(instance, call)
	}
	for _, move := range instance.Pending {
		if _, err := version.nodeOf(move.NodeID); err != nil {
			return nil, nil, err
		}
	}
	var chosen, rest []PendingMove
	for _, move := range instance.Pending {
		if call.ActivationID == "" || move.ActivationID == call.ActivationID {
			chosen = append(chosen, move)
		} else {
			rest = append(rest, move)
		}
	}
	if len(chosen) == 0 {
		return nil, nil, fault.New(fault.KindConflict, CodeActivationClosed,
			"the activation %s did not fail; %s", call.ActivationID, failedOnes(instance.Pending))
	}
	r := newRun(version, instance, call.At)
	r.instance.Failure = firstFailure(rest)
	r.instance.Pending = rest
	if r.instance.Failure == nil {
		chosen, r.instance.Pending = append(chosen, rest...), nil
	}
	return r, chosen, nil
}

func notFailed(instance *Instance, call Call) error {
	if call.Kind == SkipCall {
		return fault.New(fault.KindConflict, CodeActivationClosed, "the activation %s neither waits nor failed", call.ActivationID)
	}
	return fault.New(fault.KindConflict, CodeNotFailed, "the instance did not fail, it is %s: there is nothing to retry", instance.Status)
}

func failedOnes(pending []PendingMove) string {
	text := "those that failed are"
	for _, move := range pending {
		if move.Failure != nil {
			text += " " + move.ActivationID
		}
	}
	return text
}

func firstFailure(moves []PendingMove) *Failure {
	for _, move := range moves {
		if move.Failure != nil {
			return move.Failure
		}
	}
	return nil
}

// branchOf gives the branch of a move, whose node is known to exist.
func (r *run) branchOf(move PendingMove) branch {
	b := branch{id: move.BranchID, level: move.Level, node: r.version.nodes[move.NodeID], activation: move.ActivationID}
	if rejection, rejected := r.instance.Rejections[move.ActivationID]; rejected {
		b.rejection = &rejection
	}
	return b
}

// goOn lets moves happen. When one fails, those behind it stay pending.
func (r *run) goOn(moves []PendingMove) {
	before := r.instance.Failure
	for _, move := range moves {
		b := r.branchOf(move)
		if r.instance.Failure != before {
			r.instance.Pending = append(r.instance.Pending, held(move))
			continue
		}
		switch move.Step {
		case EnterNode:
			delete(r.instance.Rejections, move.ActivationID)
			r.visit(b)
		case TakeEdge:
			r.takeAgain(b, move)
		case LeaveNode:
			r.ready = append(r.ready, b)
		}
	}
}

// takeAgain takes an edge that was chosen before. One that is gone with a migration is
// chosen again.
func (r *run) takeAgain(b branch, move PendingMove) {
	if over := b.node.edge(move.EdgeID); over != nil {
		r.move(b, over)
		return
	}
	r.ready = append(r.ready, b)
}

// held is a move that another one's failure holds up now, whatever it failed of before.
func held(move PendingMove) PendingMove {
	move.Failure = nil
	return move
}
