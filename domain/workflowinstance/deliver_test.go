package workflowinstance_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	engine "heddle.dev/heddle/domain/workflowinstance"
)

// receiver is a workflow that waits for an event: config is the node's.
func receiver(t testing.TB, config string) *engine.Version {
	t.Helper()
	return compile(t, graph(
		[]string{`start start`, `r receive-event ` + config, `end end`, `late end`},
		[]string{`start r`, `r end`, `r late "isTimeout": true`}))
}

func (p *player) deliver(nodeID, event string) error {
	p.t.Helper()
	return p.apply(engine.Call{Kind: engine.DeliverCall, ActivationID: p.activation(nodeID), Data: jsontext.Value(event)})
}

func (p *player) timeout(nodeID string) error {
	p.t.Helper()
	return p.apply(engine.Call{Kind: engine.TimeoutCall, ActivationID: p.activation(nodeID)})
}

func TestAnEventMustBeTheOneThatIsWaitedFor(t *testing.T) {
	t.Parallel()
	const keyed = `"correlationKey": {"subscriptionKey": "context.order", "eventKey": "event.order"}`
	tests := []struct{ name, config, context, event, refusal string }{
		{"of the type", `{"eventType": "paid"}`, `{}`, `{"type": "paid"}`, ""},
		{"of another type", `{"eventType": "paid"}`, `{}`, `{"type": "sent"}`, `"sent", not "paid"`},
		{"of no type", `{"eventType": "paid"}`, `{}`, `{"paid": true}`, `"", not "paid"`},
		{"keys are compared as text", `{"eventType": "paid", ` + keyed + `}`, `{"order": 17}`, `{"type": "paid", "payload": {"order": "17"}}`, ""},
		{"another key", `{"eventType": "paid", ` + keyed + `}`, `{"order": 17}`, `{"type": "paid", "payload": {"order": 18}}`, "is 18, not 17"},
		{"null equals nothing", `{"eventType": "paid", ` + keyed + `}`, `{"order": null}`, `{"type": "paid", "payload": {"order": null}}`, "was null"},
		{"a null key of the event", `{"eventType": "paid", ` + keyed + `}`, `{"order": "null"}`, `{"type": "paid", "payload": {"order": null}}`, "is null"},
		{"a key that the event lacks", `{"eventType": "paid", ` + keyed + `}`, `{"order": 1}`, `{"type": "paid", "payload": {}}`, `"order"`},
		{"every match holds", `{"eventType": "paid", "match": ["event.sum > context.min", "true"]}`, `{"min": 1}`, `{"type": "paid", "payload": {"sum": 2}}`, ""},
		{"one match does not", `{"eventType": "paid", "match": ["true", "event.sum > context.min"]}`, `{"min": 3}`, `{"type": "paid", "payload": {"sum": 2}}`, "is not true"},
		{"a match fails", `{"eventType": "paid", "match": ["event.sum > 1"]}`, `{}`, `{"type": "paid", "payload": {}}`, `"sum"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, receiver(t, test.config), test.context)
			err := p.deliver("r", test.event)
			if test.refusal == "" {
				if err != nil {
					t.Fatal(err)
				}
				p.wantStatus(engine.Completed)
				return
			}
			if fault.CodeOf(err) != engine.CodeEventMismatch || !strings.Contains(err.Error(), test.refusal) {
				t.Errorf("got %v", err)
			}
			p.wantStatus(engine.Waiting)
		})
	}
}

func TestTheKeyIsTheOneFromWhenTheWaitBegan(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `t human-task`, `r receive-event {"eventType": "x", "correlationKey": {"subscriptionKey": "context.k", "eventKey": "event.k"}}`, `j end`},
		[]string{`start t`, `start r`, `t j`, `r j`})), `{"k": "old"}`)
	p.complete("t", `{"k": "new"}`)
	if err := p.deliver("r", `{"type": "x", "payload": {"k": "new"}}`); fault.CodeOf(err) != engine.CodeEventMismatch {
		t.Errorf("got %v", err)
	}
	if err := p.deliver("r", `{"type": "x", "payload": {"k": "old"}}`); err != nil {
		t.Error(err)
	}
}

func TestMappingsReadTheWholeEventAndTheContextBeforeTheMerge(t *testing.T) {
	t.Parallel()
	p := start(t, receiver(t, `{"eventType": "x", "outputs": [
		{"contextKey": "n", "expression": "context.n + 1"}, {"contextKey": "before", "expression": "context.n"},
		{"contextKey": "who", "expression": "event.actor.login"}, {"contextKey": "a", "expression": "event.a"}]}`), `{"n": 1}`)
	if err := p.deliver("r", `{"id": "e1", "type": "x", "actor": {"login": "kim"}, "payload": {"a": 5, "other": 6}}`); err != nil {
		t.Fatal(err)
	}
	p.wantContext(`{"n": 2, "before": 1, "who": "kim", "a": 5}`)
	if completed := p.last.History[0]; completed.Kind != engine.EntryCompleted || completed.EventID != "e1" {
		t.Errorf("the history says %+v", completed)
	}
}

func TestAnEventServesANodeOfAnInstanceOnce(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `r receive-event {"eventType": "x", "lookback": "run-start"}`, `end end`},
		[]string{`start r`, `r end "condition": "context.n > 1"`, `r r "isDefault": true`})), `{}`)
	if got := effect[engine.Subscribe](p); !got.Since.Equal(startTime) {
		t.Errorf("the subscription looks back to %v", got.Since)
	}
	if err := p.deliver("r", `{"id": "e1", "type": "x", "payload": {"n": 1}}`); err != nil {
		t.Fatal(err)
	}
	if err := p.deliver("r", `{"id": "e1", "type": "x", "payload": {"n": 1}}`); fault.CodeOf(err) != engine.CodeEventServed {
		t.Errorf("the same event again: %v", err)
	}
	if err := p.deliver("r", `{"id": "e2", "type": "x", "payload": {"n": 2}}`); err != nil {
		t.Fatal(err)
	}
	p.wantStatus(engine.Completed)
}

func TestAnEventIsTakenByItsReceiverOnly(t *testing.T) {
	t.Parallel()
	p := start(t, refund(t), `{"amount": 1}`)
	if err := p.deliver("check", `{"type": "x"}`); fault.CodeOf(err) != engine.CodeNotWaitingFor {
		t.Errorf("got %v", err)
	}
	p = start(t, receiver(t, `{"eventType": "x"}`), `{}`)
	if err := p.deliver("r", `[1]`); fault.CodeOf(err) != engine.CodeInvalidEvent {
		t.Errorf("got %v", err)
	}
	if err := p.timeout("r"); fault.CodeOf(err) != engine.CodeNotWaitingFor {
		t.Errorf("a timeout where there is none: %v", err)
	}
}

func TestAPayloadThatIsNoObjectBringsNoKeys(t *testing.T) {
	t.Parallel()
	for _, payload := range []string{`[1]`, `null`, `"text"`} {
		p := start(t, receiver(t, `{"eventType": "x"}`), `{"a": 1}`)
		if err := p.deliver("r", `{"type": "x", "payload": `+payload+`}`); err != nil {
			t.Error(err)
		}
		p.wantContext(`{"a": 1}`)
	}
}

func TestWhenNoEventComesInTimeTheTimeoutEdgeIsTaken(t *testing.T) {
	t.Parallel()
	p := start(t, receiver(t, `{"eventType": "x", "timeout": "PT2H"}`), `{}`)
	if timer := effect[engine.ScheduleTimer](p); !timer.At.Equal(startTime.Add(2 * time.Hour)) {
		t.Errorf("the timer is %+v", timer)
	}
	if err := p.timeout("r"); err != nil {
		t.Fatal(err)
	}
	effect[engine.Unsubscribe](p)
	p.wantStatus(engine.Completed)
	if got := strings.Join(p.visited(), " "); got != "start r late" {
		t.Errorf("visited are %s", got)
	}
	if p.last.History[0].Kind != engine.EntryTimedOut {
		t.Errorf("the history says %+v", p.last.History[0])
	}
}

func TestATimerThatIsLateChangesNothing(t *testing.T) {
	t.Parallel()
	p := start(t, receiver(t, `{"eventType": "x", "timeout": "PT2H"}`), `{}`)
	activation := p.activation("r")
	if err := p.deliver("r", `{"type": "x"}`); err != nil {
		t.Fatal(err)
	}
	if err := p.apply(engine.Call{Kind: engine.TimeoutCall, ActivationID: activation}); fault.CodeOf(err) != engine.CodeActivationClosed {
		t.Errorf("got %v", err)
	}
}

func TestATimeoutWithoutAWayOutFails(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph(
		[]string{`start start`, `r receive-event {"eventType": "x", "timeout": "PT1S"}`, `end end`}, []string{`start r`, `r end`})), `{}`)
	if err := p.timeout("r"); err != nil {
		t.Fatal(err)
	}
	p.wantStatus(engine.Failed)
	if p.instance.Failure.Code != engine.NoRoute {
		t.Errorf("the failure is %+v", p.instance.Failure)
	}
}

func TestATimeoutEndsAWait(t *testing.T) {
	t.Parallel()
	p := start(t, compile(t, graph([]string{`start start`, `w wait {"duration": "PT1S"}`, `end end`}, []string{`start w`, `w end`})), `{}`)
	if err := p.timeout("w"); err != nil {
		t.Fatal(err)
	}
	p.wantStatus(engine.Completed)
}
