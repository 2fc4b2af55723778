package mcp_test

import (
	"context"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func (r *recorder) TestActionType(_ context.Context, run jsontext.Value) (jsontext.Value, error) {
	return r.record("test action type %s", run)
}

func (r *recorder) TestTool(_ context.Context, run jsontext.Value) (jsontext.Value, error) {
	return r.record("test tool %s", run)
}

func TestInputsOfTestRunsArePassedOnAsText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, arguments, want string }{
		{"test_action_type", `{"name":"a","inputs":{"z":1.50,"a":1E2}}`, `test action type {"name":"a","inputs":{"z":1.50,"a":1E2}}`},
		{"test_tool", `{"name":"t","params":{"z":1.50},"subjectId":"i"}`, `test tool {"name":"t","params":{"z":1.50},"subjectId":"i"}`},
	} {
		backend := &recorder{}
		if text, isError := call(t, connect(t, backend), c.tool, c.arguments); isError || !slices.Equal(backend.calls, []string{c.want}) {
			t.Errorf("%s called %q: %s", c.tool, backend.calls, text)
		}
	}
}
