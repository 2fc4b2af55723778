package workflowinstance_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// cell is what the table of the package's documentation says of a call on a status.
type cell struct{ call, status string }

// readTable reads that table: the line of statuses, then one for each call.
func readTable(t *testing.T) map[cell]string {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	table := make(map[cell]string)
	var statuses []string
	for line := range strings.Lines(string(text)) {
		line, isTable := strings.CutPrefix(line, "//\t")
		words := strings.Fields(line)
		switch {
		case !isTable || len(words) == 0:
		case statuses == nil:
			statuses = words
		case len(words) == len(statuses)+1:
			for i, status := range statuses {
				table[cell{words[0], status}] = words[i+1]
			}
		}
	}
	return table
}

// situation is a workflow with calls that lead to each status, and calls to make there.
// Two branches wait side by side, so that one call never ends the instance.
type situation struct {
	version *engine.Version
	before  map[string][]engine.Call
	calls   map[string]engine.Call
}

func call(kind engine.CallKind, activation string) engine.Call {
	return engine.Call{Kind: kind, ActivationID: activation, Code: engine.ActionFailed}
}

// stagesSideBySide has a stage in one branch, and the second one of the other.
func stagesSideBySide(t *testing.T) situation {
	t.Helper()
	version := compile(t, graph(
		[]string{`start start`, `a human-task {"x-heddle": {}}`, `first human-task {"x-heddle": {}}`, `b human-task {"x-heddle": {}}`, `end end`},
		[]string{`start a`, `start first`, `first b`, `a end`, `b end`},
	))
	const a, first, b = "i1/2", "i1/3", "i1/4"
	start := engine.Call{Kind: engine.StartCall, Identity: &engine.Identity{InstanceID: "i1"}}
	waiting := []engine.Call{start, call(engine.CompleteCall, first)}
	return situation{
		version: version,
		before: map[string][]engine.Call{
			"none":      nil,
			"waiting":   waiting,
			"failed":    append(waiting[:2:2], call(engine.FailCall, b)),
			"stale":     append(waiting[:2:2], call(engine.MarkStaleCall, "")),
			"completed": append(waiting[:2:2], call(engine.CompleteCall, b), call(engine.CompleteCall, a)),
			"cancelled": append(waiting[:2:2], call(engine.CancelCall, "")),
		},
		calls: map[string]engine.Call{
			"start":      start,
			"complete":   call(engine.CompleteCall, a),
			"fail":       call(engine.FailCall, a),
			"retry":      call(engine.RetryCall, ""),
			"skip":       call(engine.SkipCall, b),
			"reject":     call(engine.RejectCall, b),
			"mark-stale": call(engine.MarkStaleCall, ""),
			"revive":     call(engine.ReviveCall, ""),
			"migrate":    {Kind: engine.MigrateCall, Version: 2},
			"cancel":     call(engine.CancelCall, ""),
		},
	}
}

// receiverBesideATask waits for an event and for a person.
func receiverBesideATask(t *testing.T) situation {
	t.Helper()
	version := compile(t, graph(
		[]string{`start start`, `a human-task`, `r receive-event {"eventType": "x", "timeout": "PT1M"}`, `late human-task`, `j end`},
		[]string{`start a`, `start r`, `a j`, `r late`, `r late "isTimeout": true`, `late j`},
	))
	const a, r = "i1/2", "i1/3"
	start := engine.Call{Kind: engine.StartCall, Identity: &engine.Identity{InstanceID: "i1"}}
	deliver := call(engine.DeliverCall, r)
	deliver.Data = jsontext.Value(`{"type": "x"}`)
	return situation{
		version: version,
		before: map[string][]engine.Call{
			"none":      nil,
			"waiting":   {start},
			"failed":    {start, call(engine.FailCall, a)},
			"completed": {start, call(engine.CompleteCall, a), deliver, call(engine.CompleteCall, "i1/4")},
			"cancelled": {start, call(engine.CancelCall, "")},
		},
		calls: map[string]engine.Call{"deliver": deliver, "timeout": call(engine.TimeoutCall, r)},
	}
}

func TestEachCallDoesWhatTheTableSays(t *testing.T) {
	t.Parallel()
	table := readTable(t)
	walked := map[cell]bool{ // a stale instance waits for people only
		{"deliver", "stale"}: true, {"timeout", "stale"}: true,
	}
	for _, s := range []situation{stagesSideBySide(t), receiverBesideATask(t)} {
		for status := range s.before {
			for name := range s.calls {
				at := cell{name, status}
				walked[at] = true
				s.check(t, at, table[at])
			}
		}
	}
	for at := range maps.Keys(table) {
		if !walked[at] {
			t.Errorf("nobody walked %s on %s", at.call, at.status)
		}
	}
}

// check makes the call on the status and compares what became of it.
func (s situation) check(t *testing.T, at cell, want string) {
	t.Helper()
	instance, err := engine.Replay(s.version, s.before[at.status])
	if err != nil {
		t.Fatal(err)
	}
	step, err := made(s.version, instance, s.calls[at.call])
	got := "-"
	if err == nil {
		got = string(step.Instance.Status)
	}
	if err != nil && fault.KindOf(err) != fault.KindConflict || got != strings.Trim(want, "*#") {
		t.Errorf("%s on %s: got %s (%v), the table says %q", at.call, at.status, got, err, want)
	}
}

// made makes a call, a migration to the same document.
func made(version *engine.Version, instance *engine.Instance, call engine.Call) (engine.Step, error) {
	if call.Kind == engine.MigrateCall {
		return engine.Migrate(version, version, instance, call.Version, startTime)
	}
	return engine.Apply(version, instance, call)
}

func TestARefusalSaysWhy(t *testing.T) {
	t.Parallel()
	s := stagesSideBySide(t)
	for _, test := range []struct{ call, status, code string }{
		{"start", "waiting", engine.CodeInstanceExists},
		{"complete", "completed", engine.CodeActivationClosed},
		{"skip", "completed", engine.CodeInstanceClosed},
		{"retry", "waiting", engine.CodeNotFailed},
		{"retry", "cancelled", engine.CodeInstanceClosed},
		{"mark-stale", "failed", engine.CodeNotIdle},
		{"revive", "waiting", engine.CodeNotStale},
		{"migrate", "completed", engine.CodeInstanceClosed},
		{"cancel", "cancelled", engine.CodeInstanceClosed},
	} {
		instance, err := engine.Replay(s.version, s.before[test.status])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := made(s.version, instance, s.calls[test.call]); fault.CodeOf(err) != test.code {
			t.Errorf("%s on %s: %v", test.call, test.status, err)
		}
	}
	if _, err := engine.Apply(s.version, nil, engine.Call{Kind: "dance"}); fault.CodeOf(err) != "unknown-call" {
		t.Errorf("an unknown call: %v", err)
	}
	failed, err := engine.Replay(s.version, append(s.before["waiting"][:2:2], call(engine.FailCall, "i1/2")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Apply(s.version, failed, s.calls["reject"]); fault.CodeOf(err) != engine.CodeInstanceFailed {
		t.Errorf("a rejection in a failed instance: %v", err)
	}
}
