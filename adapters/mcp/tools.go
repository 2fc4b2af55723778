package mcp

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/ports"
)

// tool is one tool: how agents see it, and what it does.
type tool struct {
	name        string
	description string
	schema      *jsonschema.Schema
	reads       bool // changes nothing
	destroys    bool // takes away what the agent can't bring back
	call        func(ctx context.Context, a arguments) (jsontext.Value, error)
}

func (t tool) definition() *sdk.Tool {
	closed := false
	return &sdk.Tool{
		Name:        t.name,
		Description: t.description,
		InputSchema: t.schema,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.reads, IdempotentHint: t.reads, OpenWorldHint: &closed, DestructiveHint: &t.destroys},
	}
}

// session answers agents. Over stdio that is one agent's work on one composition; over HTTP it is everybody's, and
// who calls is in the context.
type session struct {
	backend  Backend // of compositions
	attached bool    // of agents that users attached
	failures failures

	// state is what is worked on; its member turnId names the turn that runs.
	state func(ctx context.Context) (jsontext.Value, error)
	look  string                           // the tool that shows the state
	after func(ctx context.Context) string // what an agent is told behind each result; nil for nothing
}

func (s *session) tools() []tool {
	tools := slices.Concat(s.editing(), s.checking(), s.discovering(), s.watching(), s.testing())
	if s.attached {
		tools = append(tools, s.finishing())
	}
	return tools
}

// handler checks the form of the arguments, calls the tool and turns errors into
// results that an agent can act on.
func (s *session) handler(t tool) sdk.ToolHandler {
	expected := expectationsOf(t.schema)
	return func(ctx context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		given, err := readArguments(request.Params.Arguments, expected)
		var answer jsontext.Value
		if err == nil {
			answer, err = t.call(ctx, given)
		}
		more := ""
		if s.after != nil {
			more = s.after(ctx)
		}
		if err != nil {
			return failedResult(s.explainFailure(ctx, t.name, request.Params.Arguments, err)+more, err), nil
		}
		return result(string(answer) + more), nil
	}
}

func result(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// failedResult has the bare error beside what the agent is told.
func failedResult(text string, err error) *sdk.CallToolResult {
	failed := result(text)
	failed.IsError, failed.Meta = true, sdk.Meta{ports.ToolProblemMeta: describe(err)}
	return failed
}
