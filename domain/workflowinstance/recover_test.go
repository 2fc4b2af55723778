package workflowinstance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

func (p *player) retry(activation string) error {
	p.t.Helper()
	return p.apply(engine.Call{Kind: engine.RetryCall, ActivationID: activation})
}

func (p *player) skip(activation, outputs string) error {
	p.t.Helper()
	return p.apply(engine.Call{Kind: engine.SkipCall, ActivationID: activation, Data: jsontext.Value(outputs), Message: "done by hand"})
}

func (p *player) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// twoActions run side by side and meet in a task.
func twoActions(t testing.TB) *engine.Version {
	t.Helper()
	return compile(t, graph(
		[]string{
			`start start`, `a action {"actionType": "x", "outputs": [{"name": "n", "type": "integer", "required": true}]}`,
			`b action {"actionType": "x"}`, `j human-task`, `end end`,
		},
		[]string{`start a`, `start b`, `a j`, `b j`, `j end`}))
}

func TestARetryVisitsTheFailedNodeAgainAndLetsTheSiblingsGoOn(t *testing.T) {
	t.Parallel()
	p := start(t, twoActions(t), `{}`)
	failed := p.activation("a")
	p.fail("a", "no network")
	p.complete("b", `{"b": 1}`)
	p.must(p.retry(""))
	p.wantStatus(engine.Waiting)
	if again := effect[engine.RunAction](p); again.NodeID != "a" || again.ActivationID == failed {
		t.Errorf("the action is %+v", again)
	}
	if p.last.History[0].Kind != engine.EntryRetried || p.instance.Failure != nil || p.instance.Pending != nil {
		t.Errorf("history %+v, instance %+v", p.last.History[0], p.instance)
	}
	p.complete("a", `{"n": 1}`)
	p.complete("j", ``)
	p.wantStatus(engine.Completed)
}

func TestTheInstanceStaysFailedAsLongAsAnotherFailureRemains(t *testing.T) {
	t.Parallel()
	p := start(t, twoActions(t), `{}`)
	a, b := p.activation("a"), p.activation("b")
	p.fail("a", "first")
	p.fail("b", "second")
	p.must(p.retry(a))
	p.wantStatus(engine.Failed)
	if p.instance.Failure.Message != "second" || len(p.instance.Pending) != 1 {
		t.Errorf("the failure is %+v, pending %+v", p.instance.Failure, p.instance.Pending)
	}
	p.complete("a", `{"n": 1}`)
	if slices.Contains(p.visited(), "j") {
		t.Error("a branch went on")
	}
	if err := p.retry(a); fault.CodeOf(err) != engine.CodeActivationClosed || !strings.Contains(err.Error(), b) {
		t.Errorf("a retry of what no longer failed: %v", err)
	}
	p.must(p.skip(b, `{}`))
	p.wantStatus(engine.Waiting)
	p.complete("j", ``)
	p.wantStatus(engine.Completed)
}

func TestARetryThatFailsAgainKeepsWhatIsBehindIt(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `a human-task`, `b human-task`, `x action {"inputs": {"in": "context.nope"}}`, `y human-task`, `j end`},
		[]string{`start a`, `start b`, `a x`, `b y`, `x j`, `y j`})), `{}`)
	p.complete("a", ``)
	p.complete("b", ``)
	p.must(p.retry(""))
	p.wantStatus(engine.Failed)
	if got := p.instance.Pending; len(got) != 2 || got[0].NodeID != "x" || got[1].NodeID != "b" || got[1].Failure != nil {
		t.Errorf("pending is %+v", got)
	}
	effect[engine.Finished](p)
	p.must(p.skip(p.instance.Pending[0].ActivationID, `{"made": "by hand"}`))
	p.wantContext(`{"made": "by hand"}`)
	p.complete("y", ``)
	p.wantStatus(engine.Completed)
}

func TestARetryHasAFreshBudget(t *testing.T) {
	t.Parallel()
	version := compile(t, graph(
		[]string{`start start`, `a human-task`, `b human-task`, `c human-task`, `j end`},
		[]string{`start a`, `start b`, `start c`, `a j`, `b j`, `c j`})).WithLimits(engine.Limits{MovesPerCall: 2, Moves: 4})
	p := start(t, version, `{}`)
	p.wantStatus(engine.Failed)
	p.must(p.retry(""))
	p.wantStatus(engine.Waiting)
	p.complete("a", ``)
	p.complete("b", ``)
	p.wantStatus(engine.Failed)
	p.must(p.retry(""))
	if p.instance.Failure == nil || p.instance.Failure.Code != engine.StepLimit {
		t.Errorf("the failure is %+v", p.instance.Failure)
	}
}

func TestOnlyFailedInstancesAreRetried(t *testing.T) {
	t.Parallel()
	p := start(t, twoActions(t), `{}`)
	if err := p.retry(""); fault.CodeOf(err) != engine.CodeNotFailed {
		t.Errorf("got %v", err)
	}
	if err := p.skip("i1/99", ``); fault.CodeOf(err) != engine.CodeActivationClosed {
		t.Errorf("got %v", err)
	}
	p.fail("a", "")
	for _, activation := range []string{"", "i1/99"} {
		if err := p.skip(activation, ``); fault.CodeOf(err) != engine.CodeActivationClosed {
			t.Errorf("%q: %v", activation, err)
		}
	}
}

func TestASkipIsCheckedAsAnOutputIs(t *testing.T) {
	t.Parallel()
	p := start(t, twoActions(t), `{}`)
	a := p.activation("a")
	wantProblems(t, p.skip(a, `{"n": "one"}`), engine.CodeInvalidOutput, "n FIELD_TYPE")
	p.fail("a", "")
	wantProblems(t, p.skip(a, ``), engine.CodeInvalidOutput, "n FIELD_MISSING")
	p.must(p.skip(a, `{"n": 1}`))
	skipped := p.last.History[0]
	if skipped.Kind != engine.EntrySkipped || skipped.Message != "done by hand" || !slices.Equal(skipped.OutputKeys, []string{"n"}) {
		t.Errorf("the history says %+v", skipped)
	}
}

func TestASkipMendsTheContextThatALeftNodeFailedOn(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `a human-task {"outputs": [{"name": "n", "type": "integer", "required": true}, {"name": "kind"}]}`, `end end`},
		[]string{`start a`, `a end "condition": "context.kind == 'known'"`})), `{}`)
	p.complete("a", `{"n": 1}`)
	p.wantStatus(engine.Failed)
	p.must(p.skip(p.instance.Pending[0].ActivationID, `{"kind": "known"}`))
	p.wantStatus(engine.Completed)
	p.wantContext(`{"n": 1, "kind": "known"}`)
}

func TestASkippedEventIsReplacedByTheKeysItWouldBring(t *testing.T) {
	t.Parallel()
	p := start(t, receiver(t, `{"eventType": "x", "outputs": [{"contextKey": "a", "expression": "event.a"}, {"contextKey": "b", "expression": "event.b"}]}`), `{}`)
	p.must(p.skip(p.activation("r"), `{"a": 1, "c": 2}`))
	p.wantContext(`{"a": 1, "b": null}`)
	effect[engine.Unsubscribe](p)
	if got := p.last.History[0].IgnoredKeys; !slices.Equal(got, []string{"c"}) {
		t.Errorf("ignored are %v", got)
	}
	p.wantStatus(engine.Completed)
}
