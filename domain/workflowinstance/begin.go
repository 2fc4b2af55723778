package workflowinstance

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
)

// begin asks the world for what the branch's node needs when it is entered, and tells
// whether the branch waits for it. A node that fails asks for nothing.
func (r *run) begin(b *branch) (waits bool, failure *Failure) {
	n := b.node
	switch n.kind {
	case document.ActionNode:
		inputs, failure := r.resolve(n)
		if failure == nil {
			r.ask(RunAction{ActivationID: b.activation, NodeID: n.id, ActionType: n.actionType, Inputs: inputs})
		}
		return true, failure
	case document.HumanTaskNode:
		return true, r.openTask(b)
	case document.ReceiveEventNode:
		return true, r.subscribe(b)
	case document.WaitNode:
		if r.version.passWaits {
			return false, nil
		}
		r.ask(ScheduleTimer{ActivationID: b.activation, NodeID: n.id, At: r.at.Add(n.duration)})
		return true, nil
	default:
		return false, nil
	}
}

// resolve evaluates the inputs of an action or a human task.
func (r *run) resolve(n *node) (*expression.Object, *Failure) {
	members := make([]expression.Member, 0, len(n.inputs))
	for _, in := range n.inputs {
		value := in.literal
		if in.formula != nil {
			result, err := r.evaluate(in.formula, nil)
			if err != nil {
				return nil, n.expressionFailure(in.formula, err, "input %q of node %q", in.name, n.id)
			}
			value = result.Value
		}
		members = append(members, expression.Member{Name: in.name, Value: value})
	}
	return expression.NewObject(members...), nil
}

func (r *run) openTask(b *branch) *Failure {
	n := b.node
	inputs, failure := r.resolve(n)
	if failure != nil {
		return failure
	}
	r.ask(OpenTask{
		ActivationID: b.activation, NodeID: n.id, Title: r.title(n), Description: n.description,
		Inputs: inputs, Fields: b.rejection.asked(n.fields), Rejection: b.rejection,
	})
	return nil
}

// asked gives those of a stage's fields that are asked (again).
func (rejection *Rejection) asked(fields []document.Field) []document.Field {
	if rejection == nil || len(rejection.Fields) == 0 {
		return fields
	}
	var asked []document.Field
	for _, field := range fields {
		if slices.Contains(rejection.Fields, field.Name) {
			asked = append(asked, field)
		}
	}
	return asked
}

// title gives a human task's title; the node's name stands in for one that fails.
func (r *run) title(n *node) string {
	if n.title == nil {
		return n.name
	}
	result, err := r.evaluate(n.title, nil)
	if err != nil {
		return n.name
	}
	text, isText := result.Text()
	if !isText {
		return n.name
	}
	return text
}

// subscribe waits for an event, and for the time after which none is waited for.
func (r *run) subscribe(b *branch) *Failure {
	n := b.node
	subscription := Subscribe{
		ActivationID: b.activation, NodeID: n.id, EventType: n.event.eventType, Correlated: n.event.correlated,
		Since: r.lookBack(n.event.lookback),
	}
	if f := n.event.subscriptionKey; f != nil {
		result, err := r.evaluate(f, nil)
		if err != nil {
			return n.expressionFailure(f, err, "correlation key of node %q", n.id)
		}
		if text, isText := result.Text(); isText {
			b.key = &text
		}
	}
	if f := n.event.eventKey; f != nil {
		subscription.EventKey = f.text
	}
	subscription.CorrelationKey = b.key
	r.ask(subscription)
	if n.event.timeout > 0 {
		r.ask(ScheduleTimer{ActivationID: b.activation, NodeID: n.id, At: r.at.Add(n.event.timeout)})
	}
	return nil
}

// lookBack gives the time from which on earlier events count; zero for none.
func (r *run) lookBack(l lookback) time.Time {
	switch {
	case l.sinceStart:
		return r.instance.StartedAt
	case l.within > 0:
		return r.at.Add(-l.within)
	default:
		return time.Time{}
	}
}

// close ends what the world was asked to do when the branch entered its node.
func (r *run) close(b branch) {
	delete(r.instance.Rejections, b.activation)
	switch b.node.kind {
	case document.HumanTaskNode:
		r.ask(CloseTask{ActivationID: b.activation, NodeID: b.node.id})
	case document.ReceiveEventNode:
		r.ask(Unsubscribe{ActivationID: b.activation, NodeID: b.node.id})
	default:
	}
}

// nothing is what an empty expression comes to.
var nothing = jsontext.Value("null")
