package mcp_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/mcp"
)

func (r *recorder) ListStreamEvents(_ context.Context, f mcp.EventFilter) (jsontext.Value, error) {
	limit := 0
	if f.Limit != nil {
		limit = *f.Limit
	}
	return r.record("events %s %s %s %d", shown(f.Type), shown(f.SourceID), shown(f.Ref), limit)
}

func (r *recorder) StreamEvent(_ context.Context, id string, path *string) (jsontext.Value, error) {
	return r.record("event %s %s", id, shown(path))
}

func shown(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

func TestEventsAreAskedForAsTheArgumentsSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, arguments, want string }{
		{"list_stream_events", `{}`, "events - - - 0"},
		{"list_stream_events", `{"type":"push","eventSourceId":"s","ref":"r","limit":20}`, "events push s r 20"},
		{"get_stream_event", `{"eventId":"e"}`, "event e -"},
		{"get_stream_event", `{"eventId":"e","path":"issue.labels[0]"}`, "event e issue.labels[0]"},
	} {
		backend := &recorder{}
		if text, isError := call(t, connect(t, backend), c.tool, c.arguments); isError || !slices.Equal(backend.calls, []string{c.want}) {
			t.Errorf("%s%s called %q: %s", c.tool, c.arguments, backend.calls, text)
		}
	}
}

func TestALimitIsAWholeNumberWithinItsBounds(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"0", "21", "1.5", `"5"`, "null", "-1", "1e99"} {
		backend := &recorder{}
		text, isError := call(t, connect(t, backend), "list_stream_events", `{"limit":`+limit+`}`)
		if !isError || len(backend.calls) > 0 || !strings.Contains(text, `"limit" must be a whole number from 1 to 20, not `+limit) {
			t.Errorf("%s: %s", limit, text)
		}
	}
}
