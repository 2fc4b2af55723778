package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/expression"
)

// tool is one tool: how agents see it, and what it does.
type tool struct {
	name        string
	description string
	schema      *jsonschema.Schema
	reads       bool // changes nothing
	call        func(ctx context.Context, a arguments) (jsontext.Value, error)
}

func (t tool) definition() *sdk.Tool {
	closed := false
	return &sdk.Tool{
		Name:        t.name,
		Description: t.description,
		InputSchema: t.schema,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.reads, IdempotentHint: t.reads, OpenWorldHint: &closed, DestructiveHint: &closed},
	}
}

// session is one agent's work on one composition.
type session struct {
	backend  Backend
	failures failures
}

func (s *session) tools() []tool { return append(s.editing(), s.checking()...) }

// editing are the tools that read and change the drafts.
func (s *session) editing() []tool {
	return []tool{
		{
			name:        "get_composition",
			description: "The goal, the workflow draft with its contentRevision and problems, and the list of items. Read it before you change anything.",
			schema:      schemaOf[getCompositionArguments](),
			reads:       true,
			call: func(ctx context.Context, _ arguments) (jsontext.Value, error) {
				return s.backend.Composition(ctx)
			},
		},
		{
			name:        "get_item",
			description: "One action type or tool in full, with its problems: the draft if there is one, else what is published.",
			schema:      withEnum(schemaOf[getItemArguments](), "type", itemTypes),
			reads:       true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.Item(ctx, a.text("type"), a.text("name"))
			},
		},
		{
			name: "propose_workflow_changes",
			description: "Apply a change set to the workflow draft: all its ops in order, or none. Gives the new contentRevision, " +
				"the base of the next change set, and the problems that the draft has then.",
			schema: changeSetSchema(),
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.ProposeChanges(ctx, a.value("changeSet"))
			},
		},
		{
			name: "upsert_action_type",
			description: "Save an action type as a draft, whole: one of the same name is replaced. A draft with errors is saved too; " +
				"its problems are in the answer. Prefer node scripts, and declare all inputs and outputs.",
			schema: actionTypeSchema(),
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.SaveItem(ctx, "action-type", a.value("item"))
			},
		},
		{
			name:        "upsert_tool",
			description: "Save a tool as a draft, whole: one of the same name is replaced. A draft with errors is saved too; its problems are in the answer.",
			schema:      toolSchema(),
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.SaveItem(ctx, "tool", a.value("item"))
			},
		},
	}
}

// checking are the tools that say whether the drafts are right.
func (s *session) checking() []tool {
	return []tool{
		{
			name:        "validate_composition",
			description: "Check all drafts together, as publishing will: errors must be corrected, warnings should be read.",
			schema:      schemaOf[validateCompositionArguments](),
			reads:       true,
			call: func(ctx context.Context, _ arguments) (jsontext.Value, error) {
				return s.backend.Validate(ctx)
			},
		},
		{
			name: "evaluate_expression",
			description: "What an expression comes out as on given values, with its type, or why it fails. " +
				"Check an expression before you put it into the workflow.",
			schema: withEnum(schemaOf[evaluateArguments](), "scope", scopeNames()),
			reads:  true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.Evaluate(ctx, a.whole())
			},
		},
		{
			name: "simulate_workflow",
			description: "Play the workflow draft with given outputs, by the engine that runs it: the path, the context after each step, " +
				"how each condition came out, and where it stopped.",
			schema: schemaOf[simulateArguments](),
			reads:  true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.Simulate(ctx, a.whole())
			},
		},
	}
}

func scopeNames() []string {
	scopes := expression.Scopes()
	names := make([]string, len(scopes))
	for i, scope := range scopes {
		names[i] = string(scope)
	}
	return names
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
		if err != nil {
			return result(s.explainFailure(ctx, t.name, err), true), nil
		}
		return result(string(answer), false), nil
	}
}

func result(text string, isError bool) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, IsError: isError}
}
