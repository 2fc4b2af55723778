package workflowinstance_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// drawCall draws any call, on an activation that exists in most cases.
func drawCall(t *rapid.T, instance *engine.Instance) engine.Call {
	activation := "i1/1"
	var known []string
	for _, b := range instance.ActiveBranches {
		known = append(known, b.ActivationID)
	}
	for _, move := range instance.Pending {
		known = append(known, move.ActivationID)
	}
	if len(known) > 0 {
		activation = rapid.SampledFrom(known).Draw(t, "activation")
	}
	switch rapid.IntRange(0, 24).Draw(t, "call") {
	case 0:
		return engine.Call{Kind: engine.CancelCall}
	case 1, 2, 3:
		return engine.Call{Kind: engine.FailCall, ActivationID: activation, Code: engine.ActionFailed, Message: "broken"}
	case 4, 5, 6:
		if rapid.Bool().Draw(t, "all") {
			activation = ""
		}
		return engine.Call{Kind: engine.RetryCall, ActivationID: activation}
	case 7, 8, 9:
		return engine.Call{Kind: engine.SkipCall, ActivationID: activation, Data: jsontext.Value(`{"skipped": true}`)}
	case 10, 11, 12:
		return engine.Call{Kind: engine.RejectCall, ActivationID: activation, Message: "not good"}
	case 13:
		return engine.Call{Kind: engine.MarkStaleCall}
	case 14:
		return engine.Call{Kind: engine.ReviveCall}
	case 15, 16:
		return engine.Call{Kind: engine.TimeoutCall, ActivationID: activation}
	case 17, 18:
		event := fmt.Sprintf(`{"id": "e%d", "type": "x", "payload": {"k": 1}}`, rapid.IntRange(0, 3).Draw(t, "event"))
		return engine.Call{Kind: engine.DeliverCall, ActivationID: activation, Data: jsontext.Value(event)}
	case 19:
		return engine.Call{Kind: engine.MigrateCall, Version: instance.Version + 1}
	default:
		return engine.Call{Kind: engine.CompleteCall, ActivationID: activation, Data: jsontext.Value(`{"done": 1}`)}
	}
}

// live makes calls at random, most of which fit, and checks after each what must always hold.
func live(t *rapid.T, tb testing.TB, version *engine.Version) *player {
	p := start(tb, version, `{"choice": true}`)
	for range rapid.IntRange(1, 40).Draw(t, "calls") {
		call := drawCall(t, p.instance)
		before, text := p.instance, bytesOf(tb, p.instance)
		err := p.tryCall(call)
		if err != nil && (p.instance != before || fault.KindOf(err) == fault.KindInternal) {
			t.Fatalf("%+v: %v", call, err)
		}
		if !bytes.Equal(text, bytesOf(tb, before)) {
			t.Fatalf("%+v changed the instance it began with", call)
		}
		checkActivations(t, p)
	}
	return p
}

// tryCall makes any call; migrations lead to the version that the instance runs already.
func (p *player) tryCall(call engine.Call) error {
	p.t.Helper()
	if call.Kind == engine.MigrateCall {
		return p.migrate(p.version)
	}
	return p.apply(call)
}

// checkActivations says that no activation is entered twice, and that those are active
// that were entered and not ended since.
func checkActivations(t *rapid.T, p *player) {
	entered, open := make(map[string]bool), make(map[string]bool)
	for i, entry := range p.history {
		if entry.Seq != i+1 {
			t.Fatalf("entry %d has the seq %d", i, entry.Seq)
		}
		switch entry.Kind {
		case engine.EntryEntered:
			if entered[entry.ActivationID] {
				t.Fatalf("%s was entered twice", entry.ActivationID)
			}
			entered[entry.ActivationID], open[entry.ActivationID] = true, true
		case engine.EntryCompleted, engine.EntryFailed, engine.EntrySkipped, engine.EntryRejected, engine.EntryTimedOut:
			delete(open, entry.ActivationID)
		case engine.EntryCancelled:
			clear(open)
		default:
		}
	}
	var active []string
	for _, b := range p.instance.ActiveBranches {
		active = append(active, b.ActivationID)
		if !open[b.ActivationID] {
			t.Fatalf("%s is active, but was ended", b.ActivationID)
		}
	}
	if len(active) != len(open) || len(slices.Compact(slices.Sorted(slices.Values(active)))) != len(active) {
		t.Fatalf("active are %v, open %v", active, open)
	}
	checkStanding(t, p.instance)
}

// checkStanding says how status, failure and branches belong together.
func checkStanding(t *rapid.T, i *engine.Instance) {
	failed := i.Failure != nil && i.Status != engine.Cancelled
	switch {
	case failed != (i.Status == engine.Failed):
		t.Fatalf("the status is %s, the failure %+v", i.Status, i.Failure)
	case i.Status == engine.Failed && !slices.ContainsFunc(i.Pending, func(m engine.PendingMove) bool { return m.Failure != nil }):
		t.Fatalf("failed, but nothing to retry: %+v", i.Pending)
	case i.Status != engine.Failed && len(i.Pending) > 0:
		t.Fatalf("pending though %s: %+v", i.Status, i.Pending)
	case (i.Status == engine.Waiting || i.Status == engine.Stale) != (len(i.ActiveBranches) > 0) && i.Status != engine.Failed:
		t.Fatalf("%s with %d branches", i.Status, len(i.ActiveBranches))
	case i.Status == engine.Completed && len(i.JoinArrivals)+len(i.Regions)+len(i.Stages)+len(i.Rejections) > 0:
		t.Fatalf("left over: %+v", i)
	}
}

func TestReplayOfAnyCallsGivesTheSameInstanceByteForByte(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		version := drawVersion(rt, t)
		p := live(rt, t, version)
		replayed, err := engine.Replay(version, sentThroughJSON(t, p.journal))
		if err != nil {
			rt.Fatal(err)
		}
		if !bytes.Equal(bytesOf(t, replayed), bytesOf(t, p.instance)) {
			rt.Fatalf("replayed %s\nlived %s", bytesOf(t, replayed), bytesOf(t, p.instance))
		}
		if !bytes.Equal(bytesOf(t, replayed), bytesOf(t, stored(t, replayed))) {
			rt.Fatal("the stored form changes on its way")
		}
	})
}

func TestWhateverWentWrongCanBeBroughtToAnEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := live(rt, t, drawVersion(rt, t))
		for range 1000 {
			switch p.instance.Status {
			case engine.Completed, engine.Cancelled:
				return
			case engine.Failed:
				p.must(p.retry(""))
			default:
				p.must(p.apply(engine.Call{Kind: engine.SkipCall, ActivationID: p.instance.ActiveBranches[0].ActivationID}))
			}
			checkActivations(rt, p)
		}
		rt.Fatalf("the instance does not end: %+v", p.instance)
	})
}

// The trace costs nothing to those who don't ask, and changes nothing for those who do.
func TestAnObservedCallComesToTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		version := drawVersion(rt, t)
		p := live(rt, t, version)
		var instance *engine.Instance
		moves := 0
		for _, call := range p.journal {
			if call.Kind == engine.MigrateCall {
				return
			}
			step, trace, err := engine.Observe(version, instance, call)
			if err != nil {
				rt.Fatal(err)
			}
			if moves += taken(trace); moves != step.Instance.Moves {
				rt.Fatalf("%d edges taken, %d moves", moves, step.Instance.Moves)
			}
			instance = step.Instance
		}
		if !bytes.Equal(bytesOf(t, instance), bytesOf(t, p.instance)) {
			rt.Fatal("observed otherwise")
		}
	})
}

func taken(trace engine.Trace) (n int) {
	for _, edge := range trace.Edges {
		if edge.Outcome == engine.EdgeTaken {
			n++
		}
	}
	return n
}
