// Package event holds normalized events from outside: what a workflow waits for, is started by, and is tested with.
package event

import (
	"fmt"
	"regexp"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// Event is one normalized event.
type Event struct {
	ID         string
	Type       string // such as issue.created
	Source     string // what kind of system it came from, such as github; manual for events made by hand
	SourceID   string // the configured source; ManualSource for events made by hand
	Ref        string // the URL of the thread it belongs to
	Actor      Actor
	Time       time.Time
	Payload    string // JSON text, an object
	DeliveryID string // unique per source; a redelivery has the same
	ReceivedAt time.Time
}

// Actor is who caused an event.
type Actor struct {
	Login       string `json:"login"`
	DisplayName string `json:"displayName,omitzero"`
	URL         string `json:"url,omitzero"`
}

// ManualSource is the source, and the source's id, of events made by hand.
const ManualSource = "manual"

var typePattern = regexp.MustCompile(`^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*$`)

// What an event is looked up by has bounds, in bytes, so that databases can index it.
const (
	maxTypeLength = 200
	maxRefLength  = 2000
)

// New makes an event, received at its ReceivedAt. Without a time of its own it happened then, and without a delivery id
// its own id stands for one. The type is lower case words with dots between them, the payload a JSON object.
func New(given Event) (Event, error) {
	e := given
	if len(e.Type) > maxTypeLength || !typePattern.MatchString(e.Type) {
		return Event{}, fault.New(fault.KindInvalid, "invalid-event-type",
			"%q is no event type: want lower-case words with dots between them, such as issue.created", e.Type)
	}
	if len(e.Ref) > maxRefLength {
		message := fmt.Sprintf("the ref has %d bytes, more than the %d allowed", len(e.Ref), maxRefLength)
		return Event{}, fault.New(fault.KindInvalid, "invalid-ref", "%s", message).WithProblems(
			[]fault.Problem{{Severity: fault.SeverityError, Code: "invalid-ref", Field: "ref", Message: message}})
	}
	if e.Payload == "" {
		e.Payload = "{}"
	}
	if _, err := expression.ParseObject([]byte(e.Payload)); err != nil {
		return Event{}, fault.New(fault.KindInvalid, "invalid-payload", "the payload is no JSON object: %v", err)
	}
	if e.Time.IsZero() {
		e.Time = e.ReceivedAt
	}
	if e.DeliveryID == "" {
		e.DeliveryID = e.ID
	}
	return e, nil
}

// Text is the event as expressions read it: JSON with id, type, source, ref, actor, time and payload.
func (e Event) Text() (jsontext.Value, error) {
	return json.Marshal(struct {
		ID      string         `json:"id"`
		Type    string         `json:"type"`
		Source  string         `json:"source"`
		Ref     string         `json:"ref"`
		Actor   Actor          `json:"actor"`
		Time    string         `json:"time"`
		Payload jsontext.Value `json:"payload"`
	}{e.ID, e.Type, e.Source, e.Ref, e.Actor, expression.Timestamp(e.Time), jsontext.Value(e.Payload)}, jsontext.PreserveRawStrings(true))
}
