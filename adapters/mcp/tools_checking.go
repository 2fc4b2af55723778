package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
)

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
