package workflowinstance

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

func applyDeliver(version *Version, instance *Instance, call Call) (Step, error) {
	r, b, err := take(version, instance, call)
	if err != nil {
		return Step{}, err
	}
	if b.node.kind != document.ReceiveEventNode {
		return Step{}, fault.New(fault.KindConflict, CodeNotWaitingFor, "node %q waits for no event, it is a node of type %s", b.node.id, b.node.kind)
	}
	envelope, err := parseData(call.Data, CodeInvalidEvent, "the event")
	if err != nil {
		return Step{}, err
	}
	event, err := expression.Event(envelope)
	if err != nil {
		return Step{}, fault.New(fault.KindInvalid, CodeInvalidEvent, "the event's payload can't be read: %v", err)
	}
	if reason := r.mismatch(b, event); reason != "" {
		return Step{}, fault.New(fault.KindConflict, CodeEventMismatch, "node %q does not take the event: %s", b.node.id, reason)
	}
	if id := textOf(envelope, "id"); slices.Contains(r.instance.ServedEvents[b.node.id], id) {
		return Step{}, fault.New(fault.KindConflict, CodeEventServed, "the event %s served node %q before", id, b.node.id)
	}
	return r.receive(b, event, payloadOf(envelope)), nil
}

// mismatch says why an event is not the one that the branch waits for; empty if it is.
// An expression that fails on an event is such a reason: what comes from outside fails
// no instance before it is taken.
func (r *run) mismatch(b branch, event *expression.Object) string {
	config := b.node.event
	if got := textOf(event, "type"); got != config.eventType {
		return fmt.Sprintf("it is of type %q, not %q", got, config.eventType)
	}
	if config.correlated {
		if reason := r.miscorrelated(b, event); reason != "" {
			return reason
		}
	}
	for _, condition := range config.match {
		result, err := r.evaluate(condition, event)
		switch {
		case err != nil:
			return fmt.Sprintf("match (%s): %v", condition.text, err)
		case !result.True():
			return fmt.Sprintf("match (%s) is not true", condition.text)
		}
	}
	return ""
}

// miscorrelated says why the event's key is not the one that the branch waits for. Keys
// are compared as text, and null equals nothing.
func (r *run) miscorrelated(b branch, event *expression.Object) string {
	if b.key == nil {
		return "the key it would have to have was null when the wait began"
	}
	f := b.node.event.eventKey
	if f == nil {
		return "the node has no expression for the event's key"
	}
	result, err := f.evaluate(expression.Variables{Event: event})
	if err != nil {
		return fmt.Sprintf("its key (%s): %v", f.text, err)
	}
	key, isText := result.Text()
	switch {
	case isText && key == *b.key:
		return ""
	case r.version.namesSensitive(b.node.event.subscriptionKey):
		return fmt.Sprintf("its key (%s) is another one", f.text)
	default:
		return fmt.Sprintf("its key (%s) is %s, not %s", f.text, result.Value, *b.key)
	}
}

// receive lets the branch go on with an event: its mappings, evaluated against the
// context before the merge, else the keys of its payload.
func (r *run) receive(b branch, event, payload *expression.Object) Step {
	r.close(b)
	collected := collection{values: payload}
	if len(b.node.event.mappings) > 0 {
		values, failure := r.mapEvent(b.node, event)
		if failure != nil {
			r.stop(b, EnterNode, nil, *failure)
			return r.finish()
		}
		collected.values = values
	}
	id := textOf(event, "id")
	if id != "" {
		served := append(slices.Clip(r.instance.ServedEvents[b.node.id]), id)
		r.instance.ServedEvents = with(r.instance.ServedEvents, b.node.id, served)
	}
	r.keep(b, collected, Entry{Kind: EntryCompleted, EventID: id})
	r.ready = append(r.ready, b)
	return r.finish()
}

func (r *run) mapEvent(n *node, event *expression.Object) (*expression.Object, *Failure) {
	values := make([]expression.Member, 0, len(n.event.mappings))
	for _, m := range n.event.mappings {
		result, err := r.evaluate(m.formula, event)
		if err != nil {
			return nil, n.expressionFailure(m.formula, err, "output %q of node %q", m.contextKey, n.id)
		}
		values = append(values, expression.Member{Name: m.contextKey, Value: result.Value})
	}
	return expression.NewObject(values...), nil
}

func textOf(object *expression.Object, name string) string {
	value, _ := object.Get(name)
	text, _ := rawjson.String(value)
	return text
}

// payloadOf gives the event's payload; an empty object for one that is none.
func payloadOf(envelope *expression.Object) *expression.Object {
	payload, _ := envelope.Get("payload")
	if payload.Kind() != jsontext.KindBeginObject {
		return new(expression.Object)
	}
	object, err := expression.ParseObject(payload)
	if err != nil {
		return new(expression.Object)
	}
	return object
}
