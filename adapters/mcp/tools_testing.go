package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
)

type testActionTypeArguments struct {
	Name      string         `json:"name" jsonschema:"the action type: the draft runs if there is one, else what is published"`
	Inputs    map[string]any `json:"inputs,omitzero" jsonschema:"what it declares as inputs"`
	SubjectID string         `json:"subjectId,omitzero" jsonschema:"the instance whose workspace to run in; leave it out for a scratch workspace"`
}

type testToolArguments struct {
	Name      string         `json:"name" jsonschema:"the tool: the draft runs if there is one, else what is published"`
	Params    map[string]any `json:"params,omitzero" jsonschema:"what it declares as parameters"`
	SubjectID string         `json:"subjectId,omitzero" jsonschema:"the instance whose workspace to run in; leave it out for a scratch workspace"`
}

// testing are the tools that run drafts.
func (s *session) testing() []tool {
	const answer = "Gives outputs, stdout, stderr, exit code, duration, and what of the outputs does not fit what is declared. " +
		"Test what you make before the turn ends; the user sees in the receipt which tests ran and how they came out."
	return []tool{
		{
			name:        "test_action_type",
			description: "Run an action type once with the given inputs, by the runner and within the limits that it has later. " + answer,
			schema:      schemaOf[testActionTypeArguments](),
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.TestActionType(ctx, a.whole())
			},
		},
		{
			name:        "test_tool",
			description: "Run a tool once with the given parameters, by the runner and within the limits that it has later. " + answer,
			schema:      schemaOf[testToolArguments](),
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.TestTool(ctx, a.whole())
			},
		},
	}
}
