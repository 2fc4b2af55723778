package workflowinstance_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	engine "heddle.dev/heddle/domain/workflowinstance"
)

// block is a piece of a workflow that a branch enters at one node and leaves at another.
type block struct {
	nodes, edges []string
	first, last  string
}

// drawBlock makes tasks in a row, forks around blocks, and choices between two.
func drawBlock(t *rapid.T, depth int, next *int) block {
	id := func() string { *next++; return fmt.Sprintf("n%d", *next) }
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind == 0 {
		return drawLine(t, id)
	}
	fork, join := id(), id()
	b := block{nodes: []string{fork + " human-task", join + " human-task"}, first: fork, last: join}
	arms := 2
	if kind == 3 {
		arms = 3
	}
	for arm := range arms {
		inner := drawBlock(t, depth-1, next)
		members := fmt.Sprintf(`"priority": %d`, arm)
		if kind == 2 && arm == 0 {
			members += `, "condition": "context.choice"`
		} else if kind == 2 {
			members = `"isDefault": true`
		}
		b.nodes = append(b.nodes, inner.nodes...)
		b.edges = append(b.edges, fork+" "+inner.first+" "+members)
		b.edges = append(append(b.edges, inner.edges...), inner.last+" "+join)
	}
	return b
}

// drawLine makes up to three nodes in a row, of all types that wait.
func drawLine(t *rapid.T, id func() string) block {
	var b block
	for range rapid.IntRange(1, 3).Draw(t, "length") {
		n := id()
		if b.first == "" {
			b.first = n
		} else {
			b.edges = append(b.edges, b.last+" "+n)
		}
		b.last = n
		switch rapid.IntRange(0, 4).Draw(t, "type") {
		case 0:
			b.nodes = append(b.nodes, n+` action {"actionType": "x", "inputs": {"choice": "context.choice"}}`)
		case 1:
			b.nodes = append(b.nodes, n+` wait {"duration": "PT1S"}`)
		case 2: // left by its own edge and by the timeout edge to one and the same task
			b.last = id()
			b.nodes = append(b.nodes, n+` receive-event {"eventType": "x", "timeout": "PT1M", "lookback": "run-start"}`, b.last+` human-task`)
			b.edges = append(b.edges, n+" "+b.last, n+" "+b.last+` "isTimeout": true`)
		default:
			b.nodes = append(b.nodes, n+` human-task {"x-heddle": {}}`)
		}
	}
	return b
}

func drawVersion(t *rapid.T, tb testing.TB) *engine.Version {
	next := 0
	b := drawBlock(t, 3, &next)
	return compile(tb, graph(
		append([]string{`start start`, `end end`}, b.nodes...),
		append([]string{"start " + b.first, b.last + " end"}, b.edges...),
	))
}

// play completes what waits in an order that is drawn; each task writes a key of its own.
func play(t *rapid.T, tb testing.TB, version *engine.Version, choice bool) *player {
	p := start(tb, version, fmt.Sprintf(`{"choice": %t}`, choice))
	for len(p.instance.ActiveBranches) > 0 {
		checkCounts(tb, p)
		at := rapid.IntRange(0, len(p.instance.ActiveBranches)-1).Draw(t, "next")
		node := p.instance.ActiveBranches[at].NodeID
		p.complete(node, fmt.Sprintf(`{"by-%s": %d}`, node, len(node)))
	}
	p.wantStatus(engine.Completed)
	return p
}

// checkCounts says that entered activations are completed or active, each once.
func checkCounts(tb testing.TB, p *player) {
	open := make(map[string]bool)
	for _, entry := range p.history {
		switch entry.Kind {
		case engine.EntryEntered:
			open[entry.ActivationID] = true
		case engine.EntryCompleted:
			if !open[entry.ActivationID] {
				tb.Errorf("%s was completed but is not open", entry.ActivationID)
			}
			delete(open, entry.ActivationID)
		default:
		}
	}
	if len(open) != len(p.instance.ActiveBranches) {
		tb.Errorf("open are %v, active %v", open, p.instance.ActiveBranches)
	}
	for _, branch := range p.instance.ActiveBranches {
		if !open[branch.ActivationID] {
			tb.Errorf("%s is active but not open", branch.ActivationID)
		}
	}
}

func TestAnyOrderOfParallelCompletionsGivesTheSameContext(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		version := drawVersion(rt, t)
		choice := rapid.Bool().Draw(rt, "choice")
		one, other := play(rt, t, version, choice), play(rt, t, version, choice)
		if a, b := canonical(t, one.instance.Context.Text()), canonical(t, other.instance.Context.Text()); a != b {
			rt.Fatalf("contexts differ:\n%s\n%s", a, b)
		}
		if one.instance.Moves != other.instance.Moves || one.instance.NextActivation != other.instance.NextActivation {
			rt.Fatalf("moves %d and %d", one.instance.Moves, other.instance.Moves)
		}
		if len(one.instance.JoinArrivals)+len(one.instance.Regions)+len(one.instance.Pending) != 0 {
			rt.Fatalf("left over: %+v", one.instance)
		}
	})
}

func TestReplayGivesTheSameInstanceByteForByte(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		version := drawVersion(rt, t)
		p := play(rt, t, version, rapid.Bool().Draw(rt, "choice"))
		upTo := rapid.IntRange(1, len(p.journal)).Draw(rt, "calls")
		journal := sentThroughJSON(t, p.journal[:upTo])
		replayed, err := engine.Replay(version, journal)
		if err != nil {
			rt.Fatal(err)
		}
		again, err := engine.Replay(version, journal)
		if err != nil {
			rt.Fatal(err)
		}
		if !bytes.Equal(bytesOf(t, replayed), bytesOf(t, again)) {
			rt.Fatal("two replays differ")
		}
		if upTo == len(p.journal) && !bytes.Equal(bytesOf(t, replayed), bytesOf(t, p.instance)) {
			rt.Fatalf("replayed %s, lived %s", bytesOf(t, replayed), bytesOf(t, p.instance))
		}
		if !bytes.Equal(bytesOf(t, replayed), bytesOf(t, stored(t, replayed))) {
			rt.Fatal("the stored form changes on its way")
		}
	})
}

func sentThroughJSON(t testing.TB, journal []engine.Call) []engine.Call {
	t.Helper()
	text, err := json.Marshal(journal)
	if err != nil {
		t.Fatal(err)
	}
	var read []engine.Call
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func bytesOf(t testing.TB, instance *engine.Instance) []byte {
	t.Helper()
	text, err := json.Marshal(instance)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestACallChangesNothingOfTheInstanceItBeginsWith(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := start(t, drawVersion(rt, t), `{"choice": true}`)
		for len(p.instance.ActiveBranches) > 0 {
			before := p.instance
			text := bytesOf(t, before)
			p.complete(before.ActiveBranches[0].NodeID, `{"x": 1}`)
			if !bytes.Equal(text, bytesOf(t, before)) {
				rt.Fatal("the instance was changed")
			}
		}
	})
}
