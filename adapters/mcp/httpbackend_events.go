package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/openapi/api"
)

// ListStreamEvents implements Backend.
func (b *httpBackend) ListStreamEvents(ctx context.Context, filter EventFilter) (jsontext.Value, error) {
	return answerOf(b.client.ListStreamEventsForAgent(ctx, b.in(ctx), &api.ListStreamEventsForAgentParams{
		Type: filter.Type, SourceId: filter.SourceID, Ref: filter.Ref, Limit: filter.Limit,
	}))
}

// StreamEvent implements Backend.
func (b *httpBackend) StreamEvent(ctx context.Context, id string, path *string) (jsontext.Value, error) {
	return answerOf(b.client.GetStreamEventForAgent(ctx, b.in(ctx), id, &api.GetStreamEventForAgentParams{Path: path}))
}
