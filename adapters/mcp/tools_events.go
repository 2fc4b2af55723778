package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
)

type listStreamEventsArguments struct {
	Type          string `json:"type,omitzero" jsonschema:"only events of this type, such as issue.created"`
	EventSourceID string `json:"eventSourceId,omitzero" jsonschema:"only events of this source"`
	Ref           string `json:"ref,omitzero" jsonschema:"only events of the thing with this URL: an issue, a pull request, a branch"`
	Limit         int    `json:"limit,omitzero" jsonschema:"how many at most; 20 if left out"`
}

type getStreamEventArguments struct {
	EventID string `json:"eventId" jsonschema:"the id that list_stream_events gave"`
	Path    string `json:"path,omitzero" jsonschema:"where in the event, as expressions have it behind event: issue.labels[0], payload.commits[20:], actor.login; the payload if left out"`
}

// maxEvents is the longest list of events.
const maxEvents = 20

func listStreamEventsSchema() *jsonschema.Schema {
	schema := schemaOf[listStreamEventsArguments]()
	least, most := 1.0, float64(maxEvents)
	schema.Properties["limit"].Minimum, schema.Properties["limit"].Maximum = &least, &most
	return schema
}

// watching are the tools that look at real events, which expressions are written against.
func (s *session) watching() []tool {
	return []tool{
		{
			name: "list_stream_events",
			description: "Real events that were received, newest first, with the keys at the top of their payloads. Before you write an " +
				"expression over event data, look at an event of that type and check the expression against it with evaluate_expression " +
				"and its id. Where none is stored the answer has the declared payload; say so to the user.",
			schema: listStreamEventsSchema(),
			reads:  true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.ListStreamEvents(ctx, EventFilter{
					Type: a.optional("type"), SourceID: a.optional("eventSourceId"), Ref: a.optional("ref"), Limit: a.number("limit"),
				})
			},
		},
		{
			name: "get_stream_event",
			description: "One event with its payload, or the part at a path. What is too long is cut: the cut says with which path to get " +
				"the rest.",
			schema: schemaOf[getStreamEventArguments](),
			reads:  true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.StreamEvent(ctx, a.text("eventId"), a.optional("path"))
			},
		},
	}
}
