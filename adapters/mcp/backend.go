package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
)

// Backend is what the tools need of the server: the agent routes of one
// composition. Documents go in as they were sent and answers come back as they
// were received. Errors are faults; those of a change set that was refused carry
// the change set's own code.
type Backend interface {
	Composition(ctx context.Context) (jsontext.Value, error)
	Item(ctx context.Context, itemType, name string) (jsontext.Value, error)
	SaveItem(ctx context.Context, itemType string, content jsontext.Value) (jsontext.Value, error)
	// RemoveItem removes a draft; what is published stays.
	RemoveItem(ctx context.Context, itemType, name string) (jsontext.Value, error)
	ProposeChanges(ctx context.Context, changeSet jsontext.Value) (jsontext.Value, error)
	Validate(ctx context.Context) (jsontext.Value, error)
	// Evaluate and Simulate take the tool's arguments, as text.
	Evaluate(ctx context.Context, question jsontext.Value) (jsontext.Value, error)
	Simulate(ctx context.Context, run jsontext.Value) (jsontext.Value, error)
	// FinishTurn ends the turn of an attached agent, with its last word or none.
	FinishTurn(ctx context.Context, summary string) (jsontext.Value, error)
	catalogReader
	ListStreamEvents(ctx context.Context, filter EventFilter) (jsontext.Value, error)
	// StreamEvent gives a part of an event; without a path the payload.
	StreamEvent(ctx context.Context, id string, path *string) (jsontext.Value, error)
	// TestActionType and TestTool take the tool's arguments, as text. They answer when the run has ended.
	TestActionType(ctx context.Context, run jsontext.Value) (jsontext.Value, error)
	TestTool(ctx context.Context, run jsontext.Value) (jsontext.Value, error)
}

// EventFilter narrows a list of events; what is nil does not.
type EventFilter struct {
	Type     *string
	SourceID *string
	Ref      *string
	Limit    *int
}
