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

// catalogReader reads what is published.
type catalogReader interface {
	// ListCatalog lists what is published of a kind; the cursor is the nextCursor of the page before, or empty.
	ListCatalog(ctx context.Context, kind, cursor string) (jsontext.Value, error)
	CatalogEntry(ctx context.Context, kind, name string) (jsontext.Value, error)
	// ListSecrets lists names of secrets; no route tells their values.
	ListSecrets(ctx context.Context, cursor string) (jsontext.Value, error)
}

// discovery is how tools that read what is published speak of the place that they are in.
type discovery struct{ place, drafts, oneDraft string }

// discovering are the tools that read what is published for the composition's team.
func (s *session) discovering() []tool {
	return discovering(s.backend, discovery{
		place: "this composition", drafts: " Drafts are in get_composition.", oneDraft: " For drafts use get_item and get_composition.",
	})
}

func discovering(reader catalogReader, words discovery) []tool {
	var tools []tool
	for _, p := range published {
		tools = append(tools, tool{
			name: "list_" + p.plural,
			description: "The published " + p.words + " that " + words.place + " may use, by name: " + p.listed +
				". The team's own hide global ones of the same name." + words.drafts,
			schema: schemaOf[listArguments](),
			reads:  true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return reader.ListCatalog(ctx, p.kind, a.text("cursor"))
			},
		}, tool{
			name:        "get_" + p.singular,
			description: "One of the published " + p.words + " in full, as it is published." + words.oneDraft,
			schema:      schemaOf[getEntryArguments](),
			reads:       true,
			call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
				return reader.CatalogEntry(ctx, p.kind, a.text("name"))
			},
		})
	}
	return append(tools, tool{
		name: "list_secrets",
		description: "The names of the secrets (keys, passwords) that scripts of " + words.place + " may declare, by name, with their scope. " +
			"Nobody can read their values; ask the user to set one that is missing.",
		schema: schemaOf[listArguments](),
		reads:  true,
		call: func(ctx context.Context, a arguments) (jsontext.Value, error) {
			return reader.ListSecrets(ctx, a.text("cursor"))
		},
	})
}
