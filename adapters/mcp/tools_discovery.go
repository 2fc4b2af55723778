package mcp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
)

// published are the kinds of things that agents may look for in the catalog. Each has a tool that lists them and one
// that reads one.
var published = []struct{ kind, singular, plural, words, listed string }{
	{"action-type", "action_type", "action_types", "action types", "name, label, description, scope, inputs and outputs"},
	{"tool", "tool", "tools", "tools", "name, description, scope and parameters"},
	{"workflow", "workflow", "workflows", "workflows", "slug as name, name as label, description, scope, version and inputs"},
	{"session-template", "session_template", "session_templates", "session templates", "name, label, description and scope"},
}

// discovering are the tools that read what is published for the composition's team.
func (s *session) discovering() []tool {
	var tools []tool
	for _, p := range published {
		tools = append(tools, tool{
			name: "list_" + p.plural,
			description: "The published " + p.words + " that this composition may use, by name: " + p.listed +
				". The team's own hide global ones of the same name. Drafts are in get_composition.",
			schema: schemaOf[listArguments](),
			reads:  true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.ListCatalog(ctx, p.kind, a.text("cursor"))
			},
		}, tool{
			name:        "get_" + p.singular,
			description: "One of the published " + p.words + " in full, as it is published. For drafts use get_item and get_composition.",
			schema:      schemaOf[getEntryArguments](),
			reads:       true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return s.backend.CatalogEntry(ctx, p.kind, a.text("name"))
			},
		})
	}
	return append(tools, tool{
		name: "list_secrets",
		description: "The names of the secrets (keys, passwords) that scripts of this composition may declare, by name, with their scope. " +
			"Nobody can read their values; ask the user to set one that is missing.",
		schema: schemaOf[listArguments](),
		reads:  true,
		call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
			return s.backend.ListSecrets(ctx, a.text("cursor"))
		},
	})
}
