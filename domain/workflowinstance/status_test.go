package workflowinstance_test

import (
	"testing"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// TestEachCallDoesWhatTheTableSays walks the table of the package's documentation.
// Two tasks wait side by side, so that one call never ends the instance.
func TestEachCallDoesWhatTheTableSays(t *testing.T) {
	t.Parallel()
	version := compile(t, graph(
		[]string{`start start`, `a human-task`, `b human-task`, `end end`},
		[]string{`start a`, `start b`, `a end`, `b end`},
	))
	const a, b = "i1/2", "i1/3"
	calls := map[string]engine.Call{
		"start":    {Kind: engine.StartCall, Identity: &engine.Identity{InstanceID: "i1"}},
		"complete": {Kind: engine.CompleteCall, ActivationID: b},
		"fail":     {Kind: engine.FailCall, ActivationID: b, Code: engine.ActionFailed},
		"cancel":   {Kind: engine.CancelCall},
	}
	before := map[string][]engine.Call{
		"none":      nil,
		"waiting":   {calls["start"]},
		"failed":    {calls["start"], {Kind: engine.FailCall, ActivationID: a, Code: engine.ActionFailed}},
		"completed": {calls["start"], {Kind: engine.CompleteCall, ActivationID: a}, calls["complete"]},
		"cancelled": {calls["start"], calls["cancel"]},
	}
	closed, over, exists := engine.CodeActivationClosed, engine.CodeInstanceClosed, engine.CodeInstanceExists
	table := map[string]map[string]string{
		"none":      {"start": "waiting", "complete": closed, "fail": closed, "cancel": over},
		"waiting":   {"start": exists, "complete": "waiting", "fail": "failed", "cancel": "cancelled"},
		"failed":    {"start": exists, "complete": "failed", "fail": "failed", "cancel": "cancelled"},
		"completed": {"start": exists, "complete": closed, "fail": closed, "cancel": over},
		"cancelled": {"start": exists, "complete": closed, "fail": closed, "cancel": over},
	}
	for status, row := range table {
		instance, err := engine.Replay(version, before[status])
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range row {
			step, err := engine.Apply(version, instance, calls[name])
			got := fault.CodeOf(err)
			if err == nil {
				got = string(step.Instance.Status)
			}
			if got != want {
				t.Errorf("%s on %s: got %s, want %s", name, status, got, want)
			}
		}
	}
	if _, err := engine.Apply(version, nil, engine.Call{Kind: "dance"}); fault.CodeOf(err) != "unknown-call" {
		t.Errorf("an unknown call: %v", err)
	}
}
