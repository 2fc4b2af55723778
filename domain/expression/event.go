package expression

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// envelope lists the names an event has of its own; its payload never hides them,
// whether they are present or not.
var envelope = []string{"id", "type", "source", "ref", "actor", "time", payloadName}

const payloadName = "payload"

// EventNames lists the names that an event has of its own.
func EventNames() []string { return slices.Clone(envelope) }

// Event makes the variable `event` of an event's envelope: the envelope itself, and
// besides it the payload's own keys as far as they do not collide with the
// envelope's seven names, so that event.issue and event.payload.issue are the same.
func Event(event *Object) (*Object, error) {
	payload, given := event.Get(payloadName)
	if !given || payload.Kind() != jsontext.KindBeginObject {
		return event, nil
	}
	fields, err := ParseObject(payload)
	if err != nil {
		return nil, err
	}
	exposed := make([]member, 0, fields.Len())
	for _, field := range fields.members {
		if !slices.Contains(envelope, field.name) {
			exposed = append(exposed, field)
		}
	}
	return event.Merge(newObject(exposed)), nil
}

// EventOfPayload makes the variable `event` where only a payload is known.
func EventOfPayload(payload *Object) (*Object, error) {
	return Event((*Object)(nil).With(payloadName, payload.Text()))
}
