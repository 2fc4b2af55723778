package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
)

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
		{
			name: "remove_item",
			description: "Take an action type or tool out of this composition. Only the draft goes: what is published stays, " +
				"and a workflow that calls it uses that again.",
			schema:   withEnum(schemaOf[removeItemArguments](), "type", itemTypes),
			destroys: true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.RemoveItem(ctx, a.text("type"), a.text("name"))
			},
		},
	}
}
