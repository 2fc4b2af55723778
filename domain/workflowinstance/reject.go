package workflowinstance

import (
	"slices"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

func applyReject(version *Version, instance *Instance, call Call) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	if instance.Status == Failed {
		return Step{}, fault.New(fault.KindConflict, CodeInstanceFailed, "the instance failed: only a retry or a skip moves it on")
	}
	if !b.node.isStage {
		return Step{}, fault.New(fault.KindConflict, CodeNotAStage, "node %q is no stage, so that there is nothing to reject", b.node.id)
	}
	earlier, err := r.earlierStage(b)
	if err != nil {
		return Step{}, err
	}
	if err := requireFields(earlier, call.Fields); err != nil {
		return Step{}, err
	}
	r.close(b)
	r.record(Entry{
		Kind: EntryRejected, NodeID: b.node.id, ActivationID: b.activation, BranchID: b.id,
		ToNodeID: earlier.id, Fields: call.Fields, Message: call.Message, By: call.By,
	})
	r.visit(branch{
		id: b.id, level: b.level, node: earlier,
		rejection: &Rejection{By: b.node.id, Reason: call.Message, Fields: call.Fields},
	})
	return r.finish(), nil
}

// earlierStage finds the stage that the branch went through last before this one. One
// that a migration took away is passed over.
func (r *run) earlierStage(b branch) (*node, error) {
	for _, id := range slices.Backward(stagesBefore(r.instance.Stages[b.id], b.node.id)) {
		if n, exists := r.version.nodes[id]; exists && n.isStage {
			return n, nil
		}
	}
	return nil, fault.New(fault.KindConflict, CodeNoEarlierStage,
		"node %q is the first stage of its branch: there is none to go back to", b.node.id)
}

func requireFields(stage *node, names []string) error {
	var known []string
	for _, field := range stage.fields {
		known = append(known, field.Name)
	}
	for _, name := range names {
		if !slices.ContainsFunc(stage.fields, func(f document.Field) bool { return f.Name == name }) {
			return fault.New(fault.KindInvalid, CodeUnknownField,
				"stage %q has no field %q; it has %s", stage.id, name, strings.Join(known, ", "))
		}
	}
	return nil
}
