package http

import (
	"context"
	"encoding/json"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/receiving"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/event/github"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

// ListStreamEvents implements the contract.
func (o *operations) ListStreamEvents(ctx context.Context, r server.ListStreamEventsRequestObject) (server.ListStreamEventsResponseObject, error) {
	page, err := pageOf(listStreamEvents, r.Params.Limit, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	filter := ports.StreamEventFilter{Type: given(r.Params.Type), SourceID: given(r.Params.SourceId), Ref: given(r.Params.Ref)}
	found, err := o.Receiving.ListEvents(ctx, actorOf(ctx), filter, page)
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
	manual := receiving.Manual{Event: event.Event{
		Type: given(r.Body.Type), Ref: given(r.Body.Ref), Time: given(r.Body.Time), Payload: string(given(r.Body.Payload)),
		Actor:      event.Actor{Login: actor.Login, DisplayName: given(actor.DisplayName), URL: given(actor.Url)},
		DeliveryID: given(r.Body.DeliveryId),
	}}
	if delivery := r.Body.Github; delivery != nil {
		manual.GitHub = &github.Delivery{Event: delivery.Event, Body: delivery.Body}
	}
	received, err := o.Receiving.ReceiveManual(ctx, actorOf(ctx), manual)
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
	shown := streamEventOf(found)
	if r.Params.Path != nil {
		part, err := found.Excerpt(*r.Params.Path)
		if err != nil {
			return nil, err
		}
		shown.Payload = nil
		shown.Excerpt = &api.Excerpt{Path: part.Path, Value: json.RawMessage(part.Value), Cut: listOf(part.Cut)}
	}
	return server.GetStreamEvent200JSONResponse(shown), nil
}

// ListStreamEventsForAgent implements the contract.
func (o *operations) ListStreamEventsForAgent(
	ctx context.Context, r server.ListStreamEventsForAgentRequestObject,
) (server.ListStreamEventsForAgentResponseObject, error) {
	const limit = 20
	filter := ports.StreamEventFilter{Type: given(r.Params.Type), SourceID: given(r.Params.SourceId), Ref: given(r.Params.Ref)}
	wanted := limit
	if r.Params.Limit != nil {
		wanted = *r.Params.Limit
	}
	list, err := o.Receiving.EventsForAgent(ctx, filter, wanted)
	if err != nil {
		return nil, err
	}
	shown := server.ListStreamEventsForAgent200JSONResponse{Items: mapAll(list.Events, agentStreamEventOf), Notice: optional(list.Notice)}
	if list.Declared != nil {
		declared := mapAll(list.Declared, eventFieldOf)
		shown.DeclaredPayload = &declared
	}
	return shown, nil
}

// GetStreamEventForAgent implements the contract.
func (o *operations) GetStreamEventForAgent(
	ctx context.Context, r server.GetStreamEventForAgentRequestObject,
) (server.GetStreamEventForAgentResponseObject, error) {
	e, err := o.Receiving.Event(ctx, r.EventId)
	if err != nil {
		return nil, err
	}
	part, err := e.Excerpt(given(r.Params.Path))
	if err != nil {
		return nil, err
	}
	return server.GetStreamEventForAgent200JSONResponse{
		Id: e.ID, Type: e.Type, Source: e.Source, SourceId: e.SourceID, Ref: e.Ref, Actor: eventActorOf(e.Actor), Time: instant(e.Time),
		Path: part.Path, Value: json.RawMessage(part.Value), Cut: listOf(part.Cut),
	}, nil
}

func streamEventOf(e event.Event) api.StreamEvent {
	payload := json.RawMessage(e.Payload)
	return api.StreamEvent{
		Id: e.ID, Type: e.Type, Source: e.Source, SourceId: e.SourceID, Ref: e.Ref, Time: instant(e.Time), Actor: eventActorOf(e.Actor),
		Payload: &payload, DeliveryId: e.DeliveryID, ReceivedAt: instant(e.ReceivedAt),
	}
}

func agentStreamEventOf(e event.Event) api.AgentStreamEvent {
	return api.AgentStreamEvent{
		Id: e.ID, Type: e.Type, Source: e.Source, SourceId: e.SourceID, Ref: e.Ref, Time: instant(e.Time), Actor: eventActorOf(e.Actor),
		PayloadKeys: listOf(e.PayloadKeys()),
	}
}

func eventActorOf(a event.Actor) api.EventActor {
	return api.EventActor{Login: a.Login, DisplayName: optional(a.DisplayName), Url: optional(a.URL)}
}

func eventFieldOf(f event.Field) api.EventField {
	shown := api.EventField{Name: f.Name, Type: f.Type}
	if f.Nullable {
		shown.Nullable = &f.Nullable
	}
	if len(f.Fields) > 0 {
		fields := mapAll(f.Fields, eventFieldOf)
		shown.Fields = &fields
	}
	return shown
}

// listOf is an empty list in the place of none.
func listOf(texts []string) []string { return append([]string{}, texts...) }
