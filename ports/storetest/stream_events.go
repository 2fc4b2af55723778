package storetest

import (
	"context"
	"fmt"
	"time"

	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/ports"
)

var streamEventRules = []rule{
	{"an event comes back as it was stored", streamEventComesBack},
	{"a delivery is stored once a source", deliveriesAreUnique},
	{"lists show the newest first, of all or of a type, a source, a ref", streamEventsListed},
	{"an unknown event is not found", unknownStreamEvent},
}

func anyStreamEvent(eventType string) event.Event {
	id := newID()
	return event.Event{
		ID: id, Type: eventType, Source: "manual", SourceID: "manual", Ref: "https://example.com/1",
		Actor: event.Actor{Login: "ada", URL: "https://example.com/ada"}, Time: after(-time.Hour), Payload: `{"z":1.50,"a":1e3}`,
		DeliveryID: "d-" + id, ReceivedAt: noon,
	}
}

func (b *bundle) insertStreamEvent(e event.Event) bool {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.InsertStreamEvent(ctx, e) })
}

func streamEventComesBack(b *bundle) {
	e := anyStreamEvent("issue.created")
	equal(b, "fresh", b.insertStreamEvent(e), true)
	byID := stored(b, func(ctx context.Context, tx ports.Tx) (event.Event, error) { return tx.StreamEventByID(ctx, e.ID) })
	byDelivery := stored(b, func(ctx context.Context, tx ports.Tx) (event.Event, error) {
		return tx.StreamEventByDelivery(ctx, e.SourceID, e.DeliveryID)
	})
	equal(b, "by id", byID, e)
	equal(b, "by delivery", byDelivery, e)
}

func deliveriesAreUnique(b *bundle) {
	e := anyStreamEvent("push")
	again, elsewhere := anyStreamEvent("push"), anyStreamEvent("push")
	again.DeliveryID, elsewhere.DeliveryID, elsewhere.SourceID = e.DeliveryID, e.DeliveryID, "other"
	equal(b, "first", b.insertStreamEvent(e), true)
	equal(b, "again", b.insertStreamEvent(again), false)
	equal(b, "of another source", b.insertStreamEvent(elsewhere), true)
}

func streamEventsListed(b *bundle) {
	var ids []string
	for i := range 8 {
		e := anyStreamEvent(fmt.Sprintf("type.%d", i%2))
		e.SourceID, e.Ref = fmt.Sprintf("source-%d", i/2%2), fmt.Sprintf("https://example.com/%d", i/4)
		b.insertStreamEvent(e)
		ids = append([]string{e.ID}, ids...)
	}
	list := func(filter ports.StreamEventFilter, page ports.Page) []string {
		found := stored(b, func(ctx context.Context, tx ports.Tx) ([]event.Event, error) {
			return tx.ListStreamEvents(ctx, filter, page)
		})
		return each(found, func(e event.Event) string { return e.ID })
	}
	all := ports.Page{Limit: 10}
	const ref = "https://example.com/0"
	equal(b, "all", list(ports.StreamEventFilter{}, all), ids)
	equal(b, "a page", list(ports.StreamEventFilter{}, ports.Page{Before: ids[1], Limit: 2}), ids[2:4])
	equal(b, "of a type", list(ports.StreamEventFilter{Type: "type.0"}, all), []string{ids[1], ids[3], ids[5], ids[7]})
	equal(b, "of no type", list(ports.StreamEventFilter{Type: "type.9"}, all), []string{})
	equal(b, "of a source", list(ports.StreamEventFilter{SourceID: "source-0"}, all), []string{ids[2], ids[3], ids[6], ids[7]})
	equal(b, "of a ref", list(ports.StreamEventFilter{Ref: ref}, all), ids[4:])
	equal(b, "a page of a ref", list(ports.StreamEventFilter{Ref: ref}, ports.Page{Before: ids[5], Limit: 1}), ids[6:7])
	equal(b, "of a type and a source", list(ports.StreamEventFilter{Type: "type.1", SourceID: "source-1"}, all), []string{ids[0], ids[4]})
	equal(b, "of all three", list(ports.StreamEventFilter{Type: "type.1", SourceID: "source-1", Ref: ref}, all), ids[4:5])
	equal(b, "of a ref and a source", list(ports.StreamEventFilter{SourceID: "source-0", Ref: ref}, all), ids[6:])
}

func unknownStreamEvent(b *bundle) {
	b.missing(func(ctx context.Context, tx ports.Tx) error { _, err := tx.StreamEventByID(ctx, newID()); return err })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.StreamEventByDelivery(ctx, "manual", "never")
		return err
	})
}
