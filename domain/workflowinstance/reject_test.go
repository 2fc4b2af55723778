package workflowinstance_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

func (p *player) reject(nodeID, reason string, fields ...string) error {
	p.t.Helper()
	return p.apply(engine.Call{Kind: engine.RejectCall, ActivationID: p.activation(nodeID), Message: reason, Fields: fields})
}

// stages is a line of stages with an action and a plain task between them.
func stages(t testing.TB) *engine.Version {
	t.Helper()
	return compile(t, graph(
		[]string{
			`start start`,
			`intake human-task {"x-heddle": {"persona": "p"}, "outputs": [{"name": "name", "required": true}, {"name": "iban", "required": true}]}`,
			`check action {"actionType": "x"}`, `note human-task`,
			`review human-task {"x-heddle": {}, "outputs": [{"name": "ok", "type": "boolean"}]}`, `end end`,
		},
		[]string{`start intake`, `intake check`, `check note`, `note review`, `review end`}))
}

func (p *player) toReview() {
	p.complete("intake", `{"name": "Kim", "iban": "1"}`)
	p.complete("check", `{}`)
	p.complete("note", `{}`)
}

func TestARejectedStageGoesBackToTheNearestEarlierStageAndTheDataStays(t *testing.T) {
	t.Parallel()
	p := start(t, stages(t), `{}`)
	p.toReview()
	p.must(p.reject("review", "the name is missing"))
	p.wantContext(`{"name": "Kim", "iban": "1"}`)
	effect[engine.CloseTask](p)
	task := effect[engine.OpenTask](p)
	if task.NodeID != "intake" || len(task.Fields) != 2 || task.Rejection == nil || task.Rejection.Reason != "the name is missing" || task.Rejection.By != "review" {
		t.Errorf("the task is %+v, rejected as %+v", task, task.Rejection)
	}
	entry := p.last.History[0]
	if entry.Kind != engine.EntryRejected || entry.NodeID != "review" || entry.ToNodeID != "intake" || entry.Message != "the name is missing" {
		t.Errorf("the history says %+v", entry)
	}
	p.toReview()
	p.complete("review", `{"ok": true}`)
	p.wantStatus(engine.Completed)
	if len(p.instance.Rejections)+len(p.instance.Stages) != 0 {
		t.Errorf("left over: %+v", p.instance)
	}
}

func TestOnlyTheRejectedFieldsAreAskedAgain(t *testing.T) {
	t.Parallel()
	p := start(t, stages(t), `{}`)
	p.toReview()
	if err := p.reject("review", "", "email"); fault.CodeOf(err) != engine.CodeUnknownField || !strings.Contains(err.Error(), "name, iban") {
		t.Errorf("a field that does not exist: %v", err)
	}
	p.must(p.reject("review", "not an IBAN", "iban"))
	if task := effect[engine.OpenTask](p); len(task.Fields) != 1 || task.Fields[0].Name != "iban" {
		t.Errorf("asked are %+v", task.Fields)
	}
	wantProblems(t, p.tryComplete("intake", `{"name": "Lee"}`), engine.CodeInvalidOutput, "iban FIELD_MISSING")
	p.complete("intake", `{"name": "Lee", "iban": "2"}`)
	p.wantContext(`{"name": "Kim", "iban": "2"}`)
	if got := p.last.History[0].IgnoredKeys; !slices.Equal(got, []string{"name"}) {
		t.Errorf("ignored are %v", got)
	}
}

func TestTheFirstStageHasNoneBeforeIt(t *testing.T) {
	t.Parallel()
	p := start(t, stages(t), `{}`)
	if err := p.reject("intake", ""); fault.CodeOf(err) != engine.CodeNoEarlierStage {
		t.Errorf("got %v", err)
	}
	p.complete("intake", `{"name": "Kim", "iban": "1"}`)
	if err := p.reject("check", ""); fault.CodeOf(err) != engine.CodeNotAStage {
		t.Errorf("an action: %v", err)
	}
	p.complete("check", `{}`)
	p.complete("note", `{}`)
	p.must(p.reject("review", ""))
	if err := p.reject("intake", ""); fault.CodeOf(err) != engine.CodeNoEarlierStage {
		t.Errorf("after a rejection: %v", err)
	}
}

func TestNothingGoesBackAcrossAForkOrAJoin(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{
			`start start`, `s human-task {"x-heddle": {}}`, `a human-task {"x-heddle": {}}`, `a2 human-task {"x-heddle": {}}`,
			`b human-task {"x-heddle": {}}`, `j human-task {"x-heddle": {}}`, `j2 human-task {"x-heddle": {}}`, `end end`,
		},
		[]string{`start s`, `s a`, `s b`, `a a2`, `a2 j`, `b j`, `j j2`, `j2 end`})), `{}`)
	p.complete("s", ``)
	p.complete("a", ``)
	for _, node := range []string{"b"} {
		if err := p.reject(node, ""); fault.CodeOf(err) != engine.CodeNoEarlierStage {
			t.Errorf("%s behind the fork: %v", node, err)
		}
	}
	p.must(p.reject("a2", ""))
	p.complete("a", ``)
	p.complete("a2", ``)
	p.complete("b", ``)
	if err := p.reject("j", ""); fault.CodeOf(err) != engine.CodeNoEarlierStage {
		t.Errorf("the join: %v", err)
	}
	p.complete("j", ``)
	p.must(p.reject("j2", ""))
	p.complete("j", ``)
	p.complete("j2", ``)
	p.wantStatus(engine.Completed)
}

func TestARetryAsksForTheSameFieldsAgain(t *testing.T) {
	t.Parallel()
	p := start(t, stages(t), `{}`)
	p.toReview()
	p.must(p.reject("review", "not an IBAN", "iban"))
	p.fail("intake", "nobody there")
	p.must(p.retry(""))
	if task := effect[engine.OpenTask](p); len(task.Fields) != 1 || task.Rejection.Reason != "not an IBAN" {
		t.Errorf("the task is %+v", task)
	}
	if len(p.instance.Rejections) != 1 {
		t.Errorf("rejections are %+v", p.instance.Rejections)
	}
}

func TestOnlyInstancesThatWaitForPeopleBecomeStale(t *testing.T) {
	t.Parallel()
	p := start(t, stages(t), `{}`)
	p.must(p.apply(engine.Call{Kind: engine.MarkStaleCall, Message: "idle for 72 hours"}))
	p.wantStatus(engine.Stale)
	if p.last.History[0].Kind != engine.EntryStale || len(p.last.Effects) != 0 {
		t.Errorf("history %+v, effects %+v", p.last.History, p.last.Effects)
	}
	p.complete("intake", `{"name": "Kim", "iban": "1"}`)
	p.wantStatus(engine.Waiting)
	if err := p.apply(engine.Call{Kind: engine.MarkStaleCall}); fault.CodeOf(err) != engine.CodeNotIdle {
		t.Errorf("while an action runs: %v", err)
	}
}
