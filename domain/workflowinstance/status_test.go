package workflowinstance_test

import (
	"testing"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// TestEachCallDoesWhatTheTableSays walks the table of the package's documentation.
// Two stages wait side by side, so that one call never ends the instance. What the table
// says of events and timers has tests of its own.
func TestEachCallDoesWhatTheTableSays(t *testing.T) {
	t.Parallel()
	version := compile(t, graph(
		[]string{`start start`, `a human-task {"x-heddle": {}}`, `b human-task {"x-heddle": {}}`, `end end`},
		[]string{`start a`, `start b`, `a end`, `b end`},
	))
	const a, b = "i1/2", "i1/3"
	calls := map[string]engine.Call{
		"start":      {Kind: engine.StartCall, Identity: &engine.Identity{InstanceID: "i1"}},
		"complete":   {Kind: engine.CompleteCall, ActivationID: b},
		"fail":       {Kind: engine.FailCall, ActivationID: b, Code: engine.ActionFailed},
		"retry":      {Kind: engine.RetryCall},
		"skip":       {Kind: engine.SkipCall, ActivationID: b},
		"reject":     {Kind: engine.RejectCall, ActivationID: b},
		"mark-stale": {Kind: engine.MarkStaleCall},
		"revive":     {Kind: engine.ReviveCall},
		"migrate":    {Kind: engine.MigrateCall, Version: 2},
		"cancel":     {Kind: engine.CancelCall},
	}
	completeA, failA := engine.Call{Kind: engine.CompleteCall, ActivationID: a}, engine.Call{Kind: engine.FailCall, ActivationID: a, Code: engine.ActionFailed}
	before := map[string][]engine.Call{
		"none":      nil,
		"waiting":   {calls["start"]},
		"failed":    {calls["start"], failA},
		"stale":     {calls["start"], calls["mark-stale"]},
		"completed": {calls["start"], completeA, calls["complete"]},
		"cancelled": {calls["start"], calls["cancel"]},
	}
	const (
		closed, over, exists = engine.CodeActivationClosed, engine.CodeInstanceClosed, engine.CodeInstanceExists
		first                = engine.CodeNoEarlierStage // the call would do, if there were an earlier stage
	)
	finished := map[string]string{
		"start": exists, "complete": closed, "fail": closed, "retry": over, "skip": over, "reject": closed,
		"mark-stale": over, "revive": over, "migrate": over, "cancel": over,
	}
	table := map[string]map[string]string{
		"none": {
			"start": "waiting", "complete": closed, "fail": closed, "retry": over, "skip": over, "reject": closed,
			"mark-stale": over, "revive": over, "migrate": over, "cancel": over,
		},
		"waiting": {
			"start": exists, "complete": "waiting", "fail": "failed", "retry": engine.CodeNotFailed, "skip": "waiting", "reject": first,
			"mark-stale": "stale", "revive": engine.CodeNotStale, "migrate": "waiting", "cancel": "cancelled",
		},
		"failed": {
			"start": exists, "complete": "failed", "fail": "failed", "retry": "waiting", "skip": "failed", "reject": engine.CodeInstanceFailed,
			"mark-stale": engine.CodeNotIdle, "revive": engine.CodeNotStale, "migrate": "failed", "cancel": "cancelled",
		},
		"stale": {
			"start": exists, "complete": "waiting", "fail": "failed", "retry": engine.CodeNotFailed, "skip": "waiting", "reject": first,
			"mark-stale": engine.CodeNotIdle, "revive": "waiting", "migrate": "stale", "cancel": "cancelled",
		},
		"completed": finished,
		"cancelled": finished,
	}
	for status, row := range table {
		instance, err := engine.Replay(version, before[status])
		if err != nil {
			t.Fatal(err)
		}
		for name, call := range calls {
			step, err := made(version, instance, call)
			got := fault.CodeOf(err)
			if err == nil {
				got = string(step.Instance.Status)
			}
			if got != row[name] {
				t.Errorf("%s on %s: got %s, want %s", name, status, got, row[name])
			}
		}
	}
	if _, err := engine.Apply(version, nil, engine.Call{Kind: "dance"}); fault.CodeOf(err) != "unknown-call" {
		t.Errorf("an unknown call: %v", err)
	}
}

// made makes a call, a migration to the same document.
func made(version *engine.Version, instance *engine.Instance, call engine.Call) (engine.Step, error) {
	if call.Kind == engine.MigrateCall {
		return engine.Migrate(version, version, instance, call.Version, startTime)
	}
	return engine.Apply(version, instance, call)
}
