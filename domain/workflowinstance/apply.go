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
	if b.node.kind == document.ReceiveEventNode {
		event, err := expression.EventOfPayload(output)
		if err != nil {
			return Step{}, err
		}
		return r.receive(b, event, output), nil
	}
	collected, err := collect(b.node, b.rejection.asked(b.node.fields), output)
	if err != nil {
		return Step{}, err
	}
	r.close(b)
	r.keep(b, collected, Entry{Kind: EntryCompleted, By: call.By})
	r.ready = append(r.ready, b)
	return r.finish(), nil
}

// keep puts what was collected into the context, and into the history that it did.
func (r *run) keep(b branch, collected collection, entry Entry) {
	r.instance.Context = r.instance.Context.Merge(collected.values)
	entry.NodeID, entry.ActivationID, entry.BranchID = b.node.id, b.activation, b.id
	entry.OutputKeys, entry.IgnoredKeys = collected.values.Names(), collected.ignored
	r.record(entry)
}

func applyFail(version *Version, instance *Instance, call Call) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	rejection := b.rejection
	r.close(b)
	if rejection != nil { // a retry asks again for the same
		r.instance.Rejections = with(r.instance.Rejections, b.activation, *rejection)
	}
	r.stop(b, EnterNode, nil, Failure{Code: call.Code, NodeID: b.node.id, Message: call.Message})
	return r.finish(), nil
}

func applyCancel(version *Version, instance *Instance, call Call) (Step, error) {
	if err := requireOpen(instance); err != nil {
		return Step{}, err
	}
	r := newRun(version, instance, call.At)
	for _, active := range instance.ActiveBranches {
		if n, exists := version.nodes[active.NodeID]; exists {
			r.close(branch{node: n, activation: active.ActivationID})
		}
	}
	r.instance.ActiveBranches = []Branch{}
	r.instance.Pending = nil
	r.instance.Rejections = nil
	r.record(Entry{Kind: EntryCancelled, Message: call.Message, By: call.By})
	r.ask(Finished{Status: Cancelled})
	return r.rest(Cancelled), nil
}

// requireOpen refuses instances that are over.
func requireOpen(instance *Instance) error {
	if instance == nil || instance.Status == Completed || instance.Status == Cancelled {
		return fault.New(fault.KindConflict, CodeInstanceClosed, "the instance is over, or was never started")
	}
	return nil
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
	n, err := version.nodeOf(active.NodeID)
	if err != nil {
		return nil, branch{}, err
	}
	b := branch{id: active.BranchID, level: active.Level, node: n, activation: active.ActivationID, key: active.CorrelationKey}
	if rejection, rejected := instance.Rejections[active.ActivationID]; rejected {
		b.rejection = &rejection
	}
	r := newRun(version, instance, call.At)
	r.instance.ActiveBranches = slices.DeleteFunc(r.instance.ActiveBranches, func(b Branch) bool {
		return b.ActivationID == call.ActivationID
	})
	return r, b, nil
}

// nodeOf gives the node that an instance of this version is in.
func (v *Version) nodeOf(nodeID string) (*node, error) {
	n, exists := v.nodes[nodeID]
	if !exists {
		return nil, fault.New(fault.KindInternal, "wrong-version", "the node %q, in which a branch is, is not in this version", nodeID)
	}
	return n, nil
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
