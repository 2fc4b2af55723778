package event_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/fault"
)

var received = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func TestAnEventIsCompletedFromWhatItWasGiven(t *testing.T) {
	t.Parallel()
	e, err := event.New(event.Event{ID: "e1", Type: "issue.created", ReceivedAt: received})
	if err != nil || e.Time != received || e.DeliveryID != "e1" || e.Payload != "{}" {
		t.Errorf("got %+v, %v", e, err)
	}
	own, err := event.New(event.Event{ID: "e1", Type: "push", Time: received.Add(-time.Hour), DeliveryID: "d", Payload: `{"a":1.0}`, ReceivedAt: received})
	if err != nil || own.Time == received || own.DeliveryID != "d" || own.Payload != `{"a":1.0}` {
		t.Errorf("got %+v, %v", own, err)
	}
}

func TestWhatIsNoEventIsRefused(t *testing.T) {
	t.Parallel()
	for code, e := range map[string][]event.Event{
		"invalid-event-type": {{}, {Type: "Issue"}, {Type: "issue..x"}, {Type: ".x"}, {Type: "a b"}, {Type: strings.Repeat("a", 201)}},
		"invalid-ref":        {{Type: "a", Ref: strings.Repeat("a", 2001)}},
		"invalid-payload":    {{Type: "a", Payload: "[]"}, {Type: "a", Payload: "{"}, {Type: "a", Payload: `{"a":1,"a":2}`}},
	} {
		for _, given := range e {
			if _, err := event.New(given); fault.CodeOf(err) != code {
				t.Errorf("%+v: %v, want %s", given, err, code)
			}
		}
	}
}

func TestAnEventReadsAsExpressionsFindIt(t *testing.T) {
	t.Parallel()
	e, err := event.New(event.Event{
		ID: "e1", Type: "push", Source: "manual", Ref: "r", Actor: event.Actor{Login: "ada"}, Payload: `{"z":1.50,"a":"<"}`, ReceivedAt: received,
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := e.Text()
	want := `{"id":"e1","type":"push","source":"manual","ref":"r","actor":{"login":"ada"},"time":"2026-05-01T12:00:00.000Z","payload":{"z":1.50,"a":"<"}}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v\nwant %s", text, err, want)
	}
}
