package workflowinstance

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

func applyMarkStale(version *Version, instance *Instance, call Call) (Step, error) {
	if err := requireOpen(instance); err != nil {
		return Step{}, err
	}
	if instance.Status != Waiting {
		return Step{}, fault.New(fault.KindConflict, CodeNotIdle, "the instance is %s, and only one that waits becomes stale", instance.Status)
	}
	for _, active := range instance.ActiveBranches {
		n, err := version.nodeOf(active.NodeID)
		if err != nil {
			return Step{}, err
		}
		if n.kind != document.HumanTaskNode {
			return Step{}, fault.New(fault.KindConflict, CodeNotIdle,
				"the instance waits for more than people: node %q is of type %s", n.id, n.kind)
		}
	}
	r := newRun(version, instance, call.At)
	r.record(Entry{Kind: EntryStale, Message: call.Message})
	return r.rest(Stale), nil
}

func applyRevive(version *Version, instance *Instance, call Call) (Step, error) {
	if err := requireOpen(instance); err != nil {
		return Step{}, err
	}
	if instance.Status != Stale {
		return Step{}, fault.New(fault.KindConflict, CodeNotStale, "the instance is %s, not stale", instance.Status)
	}
	r := newRun(version, instance, call.At)
	r.record(Entry{Kind: EntryRevived})
	return r.rest(Waiting), nil
}
