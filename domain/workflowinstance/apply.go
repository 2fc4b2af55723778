package workflowinstance

import (
	"slices"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

func applyStart(version *Version, instance *Instance, call Call) (Step, error) {
	if instance != nil {
		return Step{}, fault.New(fault.KindConflict, CodeInstanceExists, "the instance %s is started already", instance.ID)
	}
	if call.Identity == nil {
		return Step{}, fault.New(fault.KindInternal, "unknown-call", "a start names the instance")
	}
	given, err := parseData(call.Data, CodeInvalidContext, "the context")
	if err != nil {
		return Step{}, err
	}
	context, err := startContext(version.start, given)
	if err != nil {
		return Step{}, err
	}
	r := newRun(version, &Instance{
		ID: call.Identity.InstanceID, WorkflowID: call.Identity.WorkflowID, Version: call.Identity.Version,
		StartedAt: call.At.UTC(), Context: context, ActiveBranches: []Branch{}, NextActivation: 1, NextEntry: 1,
	}, call.At)
	r.visit(branch{id: "root", node: version.start})
	return r.finish(), nil
}

func applyComplete(version *Version, instance *Instance, call Call) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	output, err := parseData(call.Data, CodeInvalidOutput, "the output")
	if err != nil {
		return Step{}, err
	}
	collected, failure, err := r.collect(b.node, output)
	if err != nil {
		return Step{}, err
	}
	r.close(b.node, call.ActivationID)
	if failure != nil {
		r.fail(b, *failure)
		r.park(b, EnterNode, nil)
		return r.finish(), nil
	}
	r.instance.Context = r.instance.Context.Merge(collected.values)
	r.record(Entry{
		Kind: EntryCompleted, NodeID: b.node.id, ActivationID: call.ActivationID, BranchID: b.id,
		OutputKeys: collected.values.Names(), IgnoredKeys: collected.ignored,
	})
	r.ready = append(r.ready, b)
	return r.finish(), nil
}

func applyFail(version *Version, instance *Instance, call Call) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	r.close(b.node, call.ActivationID)
	r.fail(b, Failure{Code: call.Code, NodeID: b.node.id, Message: call.Message})
	r.park(b, EnterNode, nil)
	return r.finish(), nil
}

func applyCancel(version *Version, instance *Instance, call Call) (Step, error) {
	if instance == nil || instance.Status == Completed || instance.Status == Cancelled {
		return Step{}, fault.New(fault.KindConflict, CodeInstanceClosed, "the instance is over, there is nothing to cancel")
	}
	r := newRun(version, instance, call.At)
	for _, active := range instance.ActiveBranches {
		if n, exists := version.nodes[active.NodeID]; exists {
			r.close(n, active.ActivationID)
		}
	}
	r.instance.ActiveBranches = []Branch{}
	r.instance.Pending = nil
	r.instance.Status = Cancelled
	r.record(Entry{Kind: EntryCancelled, Message: call.Message})
	r.effects = append(r.effects, Finished{Status: Cancelled})
	return Step{Instance: r.instance, Effects: r.effects, History: r.history}, nil
}

// take begins a call on an active activation, whose branch no longer waits.
func take(version *Version, instance *Instance, call Call) (*run, branch, error) {
	active, found := Branch{}, false
	if instance != nil {
		active, found = instance.Active(call.ActivationID)
	}
	if !found {
		return nil, branch{}, fault.New(fault.KindConflict, CodeActivationClosed,
			"the activation %s is not active: it is completed already, or was never opened", call.ActivationID)
	}
	n, exists := version.nodes[active.NodeID]
	if !exists {
		return nil, branch{}, fault.New(fault.KindInternal, "wrong-version",
			"the node %q, in which the activation %s waits, is not in this version", active.NodeID, call.ActivationID)
	}
	r := newRun(version, instance, call.At)
	r.instance.ActiveBranches = slices.DeleteFunc(r.instance.ActiveBranches, func(b Branch) bool {
		return b.ActivationID == call.ActivationID
	})
	return r, branch{id: active.BranchID, level: active.Level, node: n}, nil
}

// close ends what the world was asked to do when the node was entered.
func (r *run) close(n *node, activation string) {
	switch n.kind {
	case document.HumanTaskNode:
		r.effects = append(r.effects, CloseTask{ActivationID: activation, NodeID: n.id})
	case document.ReceiveEventNode:
		r.effects = append(r.effects, Unsubscribe{ActivationID: activation, NodeID: n.id})
	default:
	}
}

// parseData reads an object that came from outside; nothing and null count as an empty one.
func parseData(text []byte, code, what string) (*expression.Object, error) {
	if len(text) == 0 || string(text) == "null" {
		return new(expression.Object), nil
	}
	if err := document.CheckText(text); err != nil {
		return nil, fault.New(fault.KindInvalid, code, "%s is no JSON that can be kept: %v", what, err)
	}
	object, err := expression.ParseObject(text)
	if err != nil {
		return nil, fault.New(fault.KindInvalid, code, "%s must be a JSON object: %v", what, err)
	}
	return object, nil
}
