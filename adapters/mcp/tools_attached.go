package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
)

// finishing is the tool by which an attached agent ends its turn.
func (s *session) finishing() tool {
	return tool{
		name: "finish_turn",
		description: "End your turn when you are done: the workflow's changes are offered to the user, and the drafts are free again. " +
			"Gives the turn with the server's receipt of it.",
		schema: schemaOf[finishArguments](),
		call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
			return s.backend.FinishTurn(ctx, a.text("summary"))
		},
	}
}
