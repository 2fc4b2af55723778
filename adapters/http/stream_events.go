package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/openapi/api"
)

// ListStreamEvents implements the contract.
func (o *operations) ListStreamEvents(ctx context.Context, r server.ListStreamEventsRequestObject) (server.ListStreamEventsResponseObject, error) {
	page, err := pageOf(listStreamEvents, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	found, err := o.Receiving.ListEvents(ctx, actorOf(ctx), given(r.Params.Type), page)
	if err != nil {
		return nil, err
	}
	return server.ListStreamEvents200JSONResponse{
		Items:      mapAll(found, streamEventOf),
		NextCursor: nextCursor(listStreamEvents, found, page.Limit, func(e event.Event) string { return e.ID }),
	}, nil
}

// CreateStreamEvent implements the contract.
func (o *operations) CreateStreamEvent(ctx context.Context, r server.CreateStreamEventRequestObject) (server.CreateStreamEventResponseObject, error) {
	actor := given(r.Body.Actor)
	received, err := o.Receiving.ReceiveManual(ctx, actorOf(ctx), event.Event{
		Type: r.Body.Type, Ref: given(r.Body.Ref), Time: given(r.Body.Time), Payload: string(given(r.Body.Payload)),
		Actor:      event.Actor{Login: actor.Login, DisplayName: given(actor.DisplayName), URL: given(actor.Url)},
		DeliveryID: given(r.Body.DeliveryId),
	})
	if err != nil {
		return nil, err
	}
	return server.CreateStreamEvent201JSONResponse(streamEventOf(received)), nil
}

// GetStreamEvent implements the contract.
func (o *operations) GetStreamEvent(ctx context.Context, r server.GetStreamEventRequestObject) (server.GetStreamEventResponseObject, error) {
	found, err := o.Receiving.GetEvent(ctx, actorOf(ctx), r.EventId)
	if err != nil {
		return nil, err
	}
	return server.GetStreamEvent200JSONResponse(streamEventOf(found)), nil
}

func streamEventOf(e event.Event) api.StreamEvent {
	return api.StreamEvent{
		Id: e.ID, Type: e.Type, Source: e.Source, SourceId: e.SourceID, Ref: e.Ref, Time: instant(e.Time),
		Actor:   api.EventActor{Login: e.Actor.Login, DisplayName: optional(e.Actor.DisplayName), Url: optional(e.Actor.URL)},
		Payload: json.RawMessage(e.Payload), DeliveryId: e.DeliveryID, ReceivedAt: instant(e.ReceivedAt),
	}
}
