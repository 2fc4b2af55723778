package workflowinstance_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// graph makes a document of nodes and edges: a node is "id type config", an edge
// "source target members", where config and members may be left out.
func graph(nodes, edges []string) string {
	var n, e []string
	for _, node := range nodes {
		part := append(strings.SplitN(node, " ", 3), "{}")
		n = append(n, fmt.Sprintf(`{"id": %q, "type": %q, "name": "Node %s", "config": %s}`, part[0], part[1], part[0], part[2]))
	}
	for i, edge := range edges {
		part := append(strings.SplitN(edge, " ", 3), "")
		if part[2] != "" {
			part[2] = ", " + part[2]
		}
		e = append(e, fmt.Sprintf(`{"id": "e%d", "source": %q, "target": %q%s}`, i, part[0], part[1], part[2]))
	}
	return fmt.Sprintf(`{"id": "g", "name": "G", "nodes": [%s], "edges": [%s]}`, strings.Join(n, ","), strings.Join(e, ","))
}

// refund is the workflow most rules are shown on.
func refund(t testing.TB) *engine.Version {
	t.Helper()
	return compile(t, graph([]string{
		`start start {"inputs": [{"name": "amount", "type": "number", "required": true}, {"name": "note"}, {"name": "tier", "defaultValue": "basic", "options": [{"value": "basic"}, {"value": "gold"}]}]}`,
		`check action {"actionType": "check-amount", "inputs": {"amount": "context.amount / 2", "limit": 100, "blank": " "}, "outputs": [{"name": "ok", "type": "boolean", "required": true, "contextKey": "withinLimit"}, {"name": "score", "type": "integer"}]}`,
		`approve human-task {"title": "'Refund of ' + string(context.amount)", "description": "Look", "inputs": {"Amount": "context.amount"}, "outputs": [{"name": "approved", "type": "boolean"}]}`,
		`end end`, `refused end`,
	}, []string{
		`start check`,
		`check approve "condition": "context.withinLimit"`, `check refused "isDefault": true`,
		`approve end`,
	}))
}

func TestARunGoesFromStartToEnd(t *testing.T) {
	t.Parallel()
	p := start(t, refund(t), `{"amount": 9}`)
	p.wantStatus(engine.Waiting)
	p.wantContext(`{"amount": 9, "note": null, "tier": "basic"}`)
	action := effect[engine.RunAction](p)
	if action.ActivationID != "i1/2" || action.ActionType != "check-amount" {
		t.Errorf("the action is %+v", action)
	}
	if got := string(action.Inputs.Text()); got != `{"amount":4.5,"limit":100,"blank":null}` {
		t.Errorf("its inputs are %s", got)
	}

	p.complete("check", `{"ok": true, "extra": 1}`)
	p.wantContext(`{"amount": 9, "note": null, "tier": "basic", "withinLimit": true, "score": null}`)
	completed := p.last.History[0]
	if !slices.Equal(completed.IgnoredKeys, []string{"extra"}) || !slices.Equal(completed.OutputKeys, []string{"withinLimit", "score"}) {
		t.Errorf("the history says %+v", completed)
	}
	task := effect[engine.OpenTask](p)
	if task.Title != "Refund of 9" || task.Description != "Look" || len(task.Fields) != 1 || string(task.Inputs.Text()) != `{"Amount":9}` {
		t.Errorf("the task is %+v", task)
	}

	p.complete("approve", `{"approved": true}`)
	p.wantStatus(engine.Completed)
	if closed := effect[engine.CloseTask](p); closed.ActivationID != task.ActivationID {
		t.Errorf("closed %+v", closed)
	}
	if finished := effect[engine.Finished](p); finished.Status != engine.Completed {
		t.Errorf("finished %+v", finished)
	}
	for i, entry := range p.history {
		if entry.Seq != i+1 {
			t.Errorf("entry %d has the seq %d", i, entry.Seq)
		}
	}
}

func TestTheDefaultEdgeIsTakenWhenNoConditionIsExactlyTrue(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{`true`: "yes", `false`: "no", `"true"`: "no", `1`: "no", `null`: "no"} {
		p := start(t, compile(t, graph(
			[]string{`start start`, `yes end`, `no end`},
			[]string{`start no "isDefault": true`, `start yes "condition": "context.v", "priority": 1`},
		)), `{"v": `+value+`}`)
		if got := p.visited(); got[1] != want {
			t.Errorf("%s leads to %v", value, got)
		}
	}
}

func TestEdgesAreTriedByPriorityThenInDocumentOrder(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `late end`, `first end`, `second end`},
		[]string{
			`start late "priority": 2`,
			`start first "condition": "true", "priority": 1`,
			`start second "condition": "true", "priority": 1`,
		},
	)), `{}`)
	if got := p.visited(); got[1] != "first" {
		t.Errorf("visited are %v", got)
	}
}

func TestABranchThatCantGoOnFailsTheInstance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		nodes   []string
		edges   []string
		code    engine.FailureCode
		node    string
		edge    string
		message string
	}{
		{"no edge applies", []string{`start start`, `end end`}, []string{`start end "condition": "false"`}, engine.NoRoute, "start", "", "start"},
		{"no edge at all", []string{`start start`, `end end`}, nil, engine.NoRoute, "start", "", "start"},
		{
			"a condition errs",
			[]string{`start start`, `end end`},
			[]string{`start end "condition": "context.nope > 1"`},
			engine.ExpressionError, "start", "e0", `"nope"; there are: have`,
		},
		{
			"a condition does not compile",
			[]string{`start start`, `end end`},
			[]string{`start end "condition": "context.have >"`},
			engine.ExpressionError, "start", "e0", "e0",
		},
		{
			"an input errs",
			[]string{`start start`, `a action {"actionType": "x", "inputs": {"in": "context.nope"}}`, `end end`},
			[]string{`start a`, `a end`},
			engine.ExpressionError, "a", "", `input "in"`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, compile(t, graph(test.nodes, test.edges)), `{"have": 1}`)
			p.wantStatus(engine.Failed)
			failure := p.instance.Failure
			if failure == nil || failure.Code != test.code || failure.NodeID != test.node || failure.EdgeID != test.edge ||
				!strings.Contains(failure.Message, test.message) {
				t.Errorf("the failure is %+v", failure)
			}
			if len(p.instance.Pending) != 1 || len(p.instance.ActiveBranches) != 0 {
				t.Errorf("pending %+v, active %+v", p.instance.Pending, p.instance.ActiveBranches)
			}
			effect[engine.Finished](p)
		})
	}
}

func TestATitleThatFailsFallsBackToTheNodesName(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"context.nope", "1 +", "{}", "null", " "} {
		p := start(t, compile(t, graph(
			[]string{`start start`, `t human-task {"title": "` + title + `"}`, `end end`}, []string{`start t`, `t end`},
		)), `{}`)
		if got := effect[engine.OpenTask](p).Title; got != "Node t" {
			t.Errorf("%s gives the title %q", title, got)
		}
	}
}

func TestAnActivationCompletesAtMostOnce(t *testing.T) {
	t.Parallel()
	p := start(t, refund(t), `{"amount": 1}`)
	activation := p.activation("check")
	p.complete("check", `{"ok": true}`)
	before := p.instance
	for _, id := range []string{activation, "i1/99", ""} {
		err := p.apply(engine.Call{Kind: engine.CompleteCall, ActivationID: id})
		if fault.CodeOf(err) != engine.CodeActivationClosed || fault.KindOf(err) != fault.KindConflict {
			t.Errorf("%q: %v", id, err)
		}
	}
	if p.instance != before {
		t.Error("the refused calls changed the instance")
	}
}

func TestWhatDoesNotFitIsRefusedWithOneProblemAField(t *testing.T) {
	t.Parallel()
	_, err := engine.Start(refund(t), engine.Identity{InstanceID: "i"}, []byte(`{"amount": "9", "note": 1, "tier": "silver"}`), startTime)
	wantProblems(t, err, engine.CodeInvalidContext, "amount FIELD_TYPE", "note FIELD_TYPE", "tier FIELD_NO_OPTION")
	_, err = engine.Start(refund(t), engine.Identity{InstanceID: "i"}, nil, startTime)
	wantProblems(t, err, engine.CodeInvalidContext, "amount FIELD_MISSING")

	p := start(t, refund(t), `{"amount": 1}`)
	err = p.tryComplete("check", `{"score": 1.5}`)
	wantProblems(t, err, engine.CodeInvalidOutput, "ok FIELD_MISSING", "score FIELD_TYPE")
	for _, text := range []string{`[]`, `{"ok": true, "ok": true}`, `{`, `{"ok": 1e999}`} {
		if err := p.tryComplete("check", text); fault.CodeOf(err) != engine.CodeInvalidOutput {
			t.Errorf("%s: %v", text, err)
		}
	}
	p.complete("check", `{"ok": true}`)
}

func wantProblems(t *testing.T, err error, code string, want ...string) {
	t.Helper()
	f := new(fault.Error)
	if !errors.As(err, &f) || f.Code != code || f.Kind != fault.KindInvalid {
		t.Fatalf("got %v, want %s", err, code)
	}
	var got []string
	for _, problem := range f.Problems {
		got = append(got, problem.Field+" "+problem.Code)
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems are %v, want %v", got, want)
	}
}

func TestFailedSiblingsStoreTheirOutputsButNothingAdvances(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `a action {"actionType": "x"}`, `b human-task`, `after human-task`, `j action {"actionType": "y"}`, `end end`},
		[]string{`start a`, `start b`, `a j`, `b after`, `after j`, `j end`},
	)), `{}`)
	p.fail("a", "exit code 3")
	p.wantStatus(engine.Failed)
	if p.instance.Failure.Code != engine.ActionFailed || p.instance.Failure.Message != "exit code 3" {
		t.Errorf("the failure is %+v", p.instance.Failure)
	}
	p.complete("b", `{"answer": 42}`)
	p.wantStatus(engine.Failed)
	p.wantContext(`{"answer": 42}`)
	if slices.Contains(p.visited(), "after") {
		t.Error("the sibling advanced")
	}
	want := []engine.PendingMove{
		{
			BranchID: "root.0", Level: "root.0", NodeID: "a", Step: engine.EnterNode, ActivationID: "i1/2",
			Failure: &engine.Failure{Code: engine.ActionFailed, NodeID: "a", Message: "exit code 3"},
		},
		{BranchID: "root.1", Level: "root.1", NodeID: "b", Step: engine.LeaveNode, ActivationID: "i1/3"},
	}
	if !reflect.DeepEqual(p.instance.Pending, want) {
		t.Errorf("pending is %+v", p.instance.Pending)
	}
}

func TestCancelClosesWhatIsOpen(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `a human-task`, `b receive-event {"eventType": "x"}`, `j end`},
		[]string{`start a`, `start b`, `a j`, `b j`},
	)), `{}`)
	if err := p.apply(engine.Call{Kind: engine.CancelCall, Message: "no longer wanted"}); err != nil {
		t.Fatal(err)
	}
	p.wantStatus(engine.Cancelled)
	effect[engine.CloseTask](p)
	effect[engine.Unsubscribe](p)
	effect[engine.Finished](p)
	if len(p.instance.ActiveBranches) != 0 {
		t.Errorf("active are %v", p.instance.ActiveBranches)
	}
	if err := p.apply(engine.Call{Kind: engine.CancelCall}); fault.CodeOf(err) != engine.CodeInstanceClosed {
		t.Errorf("a second cancel: %v", err)
	}
}

func TestTheMoveBeyondTheBudgetFailsAndKeepsWhatHadArrived(t *testing.T) {
	t.Parallel()
	nodes, edges := []string{`start start`, `end end`}, []string(nil)
	for i := range 103 {
		nodes = append(nodes, fmt.Sprintf(`n%d human-task`, i))
		edges = append(edges, fmt.Sprintf(`start n%d`, i), fmt.Sprintf(`n%d end`, i))
	}
	p := start(t, compile(t, graph(nodes, edges)), `{}`)
	p.wantStatus(engine.Failed)
	if f := p.instance.Failure; f.Code != engine.TransitionBudget || f.NodeID != "start" || f.EdgeID != "e200" {
		t.Errorf("the failure is %+v", f)
	}
	if len(p.instance.ActiveBranches) != 100 {
		t.Errorf("%d branches arrived", len(p.instance.ActiveBranches))
	}
	var pending []string
	for _, move := range p.instance.Pending {
		pending = append(pending, move.BranchID+" "+move.EdgeID)
	}
	if want := []string{"root.100 e200", "root.101 e202", "root.102 e204"}; !slices.Equal(pending, want) {
		t.Errorf("pending is %v, want %v", pending, want)
	}
}

func TestAnInstanceMakesOnlySoManyMovesInAll(t *testing.T) {
	t.Parallel()
	version := compile(t, graph(
		[]string{`start start`, `a human-task`, `end end`},
		[]string{`start a`, `a a "condition": "context.again"`, `a end "isDefault": true`},
	)).WithLimits(engine.Limits{MovesPerCall: 100, Moves: 5})
	p := start(t, version, `{}`)
	for range 4 {
		p.complete("a", `{"again": true}`)
	}
	p.complete("a", `{"again": true}`)
	p.wantStatus(engine.Failed)
	if p.instance.Failure.Code != engine.StepLimit || p.instance.Moves != 5 {
		t.Errorf("%d moves, failure %+v", p.instance.Moves, p.instance.Failure)
	}
}

func TestAWaitAsksForATimer(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph([]string{`start start`, `w wait {"duration": "PT1H30M"}`, `end end`}, []string{`start w`, `w end`})), `{}`)
	if timer := effect[engine.ScheduleTimer](p); !timer.At.Equal(startTime.Add(90 * time.Minute)) {
		t.Errorf("the timer is %+v", timer)
	}
	p.complete("w", `{"ignored": 1}`)
	p.wantStatus(engine.Completed)
	p.wantContext(`{}`)
}

func TestAnEventWithoutMappingsIsMerged(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `r receive-event {"eventType": "paid", "lookback": "PT5M", "correlationKey": {"subscriptionKey": "context.order", "eventKey": "event.order"}}`, `end end`},
		[]string{`start r`, `r end`})), `{"order": 17}`)
	subscription := effect[engine.Subscribe](p)
	if subscription.EventType != "paid" || subscription.CorrelationKey == nil || *subscription.CorrelationKey != "17" || !subscription.Since.Equal(startTime.Add(-5*time.Minute)) {
		t.Errorf("the subscription is %+v", subscription)
	}
	p.complete("r", `{"paid": true}`)
	p.wantContext(`{"order": 17, "paid": true}`)
	effect[engine.Unsubscribe](p)
}

func TestAnEventMappingThatErrsFailsTheInstanceAndKeepsTheContext(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `r receive-event {"eventType": "x", "outputs": [{"contextKey": "a", "expression": "event.have"}, {"contextKey": "b", "expression": "event.nope"}]}`, `end end`},
		[]string{`start r`, `r end`})), `{}`)
	p.complete("r", `{"have": 1}`)
	p.wantStatus(engine.Failed)
	p.wantContext(`{}`)
	if !strings.Contains(p.instance.Failure.Message, `output "b"`) {
		t.Errorf("the failure is %+v", p.instance.Failure)
	}
}

func TestDeclaredNumbersAreComputedAsDeclared(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{
			`start start {"inputs": [{"name": "d", "type": "number"}, {"name": "i", "type": "integer"}]}`,
			`a action {"inputs": {"d": "context.d / 2", "i": "context.i / 2", "u": "context.u / 2"}}`, `end end`,
		},
		[]string{`start a`, `a end`})), `{"d": 9, "i": 9.0, "u": 9}`)
	if got := string(effect[engine.RunAction](p).Inputs.Text()); got != `{"d":4.5,"i":4,"u":4}` {
		t.Errorf("inputs are %s", got)
	}
}

func TestInputsKeepTheTextOfNumbersAndTheOrderOfKeys(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph([]string{`start start`, `a human-task`, `end end`}, []string{`start a`, `a end`})),
		`{"z": 1.50, "a": {"y": 1E2, "b": null}}`)
	if got := string(p.instance.Context.Text()); got != `{"z":1.50,"a":{"y": 1E2, "b": null}}` && got != `{"z":1.50,"a":{"y":1E2,"b":null}}` {
		t.Errorf("the context is %s", got)
	}
}

func TestDocumentsThatCantRunAreRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no start":      graph([]string{`end end`}, nil),
		"two starts":    graph([]string{`a start`, `b start`, `end end`}, []string{`a end`, `b end`}),
		"lost edge":     graph([]string{`start start`, `end end`}, []string{`start nowhere`}),
		"fork unjoined": graph([]string{`start start`, `a end`, `b end`}, []string{`start a`, `start b`}),
	} {
		if _, err := tryCompile(text); fault.CodeOf(err) != engine.CodeUnrunnable {
			t.Errorf("%s: %v", name, err)
		}
	}
}
