package ports

import (
	"context"

	"heddle.dev/heddle/domain/event"
)

// StreamEvents are the normalized events from outside.
type StreamEvents interface {
	// InsertStreamEvent stores the event; it answers false where its source delivered it before.
	InsertStreamEvent(ctx context.Context, e event.Event) (bool, error)
	StreamEventByID(ctx context.Context, id string) (event.Event, error)
	StreamEventByDelivery(ctx context.Context, sourceID, deliveryID string) (event.Event, error)
	// ListStreamEvents lists the newest first.
	ListStreamEvents(ctx context.Context, filter StreamEventFilter, page Page) ([]event.Event, error)
}

// StreamEventFilter narrows a list of events; empty fields do not.
type StreamEventFilter struct {
	Type     string
	SourceID string
	Ref      string
}
