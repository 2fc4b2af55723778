package mapping

import (
	"context"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/ports"
)

// InsertStreamEvent implements ports.StreamEvents.
func (t *Tx) InsertStreamEvent(ctx context.Context, e event.Event) (bool, error) {
	actor, err := json.Marshal(e.Actor)
	if err != nil {
		return false, err
	}
	n, err := t.q.InsertStreamEvent(ctx, rows.InsertStreamEventParams{
		ID: e.ID, Type: e.Type, Source: e.Source, SourceID: e.SourceID, Ref: e.Ref, Actor: string(actor), Time: stamp(e.Time),
		Payload: e.Payload, DeliveryID: e.DeliveryID, ReceivedAt: stamp(e.ReceivedAt),
	})
	return n == 1, t.err(err)
}

// StreamEventByID implements ports.StreamEvents.
func (t *Tx) StreamEventByID(ctx context.Context, id string) (event.Event, error) {
	row, err := t.q.StreamEventByID(ctx, rows.StreamEventByIDParams{ID: id})
	if err != nil {
		return event.Event{}, t.found(err, "event", id)
	}
	return streamEventOf(row)
}

// StreamEventByDelivery implements ports.StreamEvents.
func (t *Tx) StreamEventByDelivery(ctx context.Context, sourceID, deliveryID string) (event.Event, error) {
	row, err := t.q.StreamEventByDelivery(ctx, rows.StreamEventByDeliveryParams{SourceID: sourceID, DeliveryID: deliveryID})
	if err != nil {
		return event.Event{}, t.found(err, "event with the delivery id", deliveryID)
	}
	return streamEventOf(row)
}

// ListStreamEvents implements ports.StreamEvents.
func (t *Tx) ListStreamEvents(ctx context.Context, filter ports.StreamEventFilter, page ports.Page) ([]event.Event, error) {
	found, err := t.listStreamEvents(ctx, filter, pageStart(page), int64(page.Limit))
	if err != nil {
		return nil, t.err(err)
	}
	events := make([]event.Event, len(found))
	for i, row := range found {
		if events[i], err = streamEventOf(row); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// listStreamEvents asks by what narrows a list most, so that an index leads to it.
func (t *Tx) listStreamEvents(ctx context.Context, f ports.StreamEventFilter, before string, limit int64) ([]rows.StreamEvent, error) {
	switch {
	case f.Ref != "":
		return t.q.ListStreamEventsOfRef(ctx, rows.ListStreamEventsOfRefParams{
			Ref: f.Ref, Type: orNull(f.Type), SourceID: orNull(f.SourceID), Before: before, MaxRows: limit,
		})
	case f.Type != "":
		return t.q.ListStreamEventsOfType(ctx, rows.ListStreamEventsOfTypeParams{
			Type: f.Type, SourceID: orNull(f.SourceID), Before: before, MaxRows: limit,
		})
	case f.SourceID != "":
		return t.q.ListStreamEventsOfSource(ctx, rows.ListStreamEventsOfSourceParams{SourceID: f.SourceID, Before: before, MaxRows: limit})
	default:
		return t.q.ListStreamEvents(ctx, rows.ListStreamEventsParams{Before: before, MaxRows: limit})
	}
}

func streamEventOf(row rows.StreamEvent) (event.Event, error) {
	e := event.Event{
		ID: row.ID, Type: row.Type, Source: row.Source, SourceID: row.SourceID, Ref: row.Ref, Time: row.Time, Payload: row.Payload,
		DeliveryID: row.DeliveryID, ReceivedAt: row.ReceivedAt,
	}
	return e, json.Unmarshal([]byte(row.Actor), &e.Actor)
}
