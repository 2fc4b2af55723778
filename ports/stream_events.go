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
	// ListStreamEvents lists the newest first, of one type or (empty) of all.
	ListStreamEvents(ctx context.Context, eventType string, page Page) ([]event.Event, error)
}
