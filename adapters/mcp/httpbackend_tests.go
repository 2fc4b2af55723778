package mcp

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// TestActionType implements Backend.
func (b *httpBackend) TestActionType(ctx context.Context, run jsontext.Value) (jsontext.Value, error) {
	return answerOf(b.client.TestActionTypeForAgentWithBody(ctx, b.in(ctx), contentType, bytes.NewReader(run)))
}

// TestTool implements Backend.
func (b *httpBackend) TestTool(ctx context.Context, run jsontext.Value) (jsontext.Value, error) {
	return answerOf(b.client.TestToolForAgentWithBody(ctx, b.in(ctx), contentType, bytes.NewReader(run)))
}

// patientDoer lets test runs take as long as they take; other answers have to come within the client's time limit.
type patientDoer struct{ client *http.Client }

// Do implements api.HttpRequestDoer.
func (d patientDoer) Do(r *http.Request) (*http.Response, error) {
	client := *d.client
	if strings.Contains(r.URL.Path, "/agent/test/") {
		client.Timeout = 0
	}
	return client.Do(r) //nolint:gosec // the address is the one that the session was given
}
