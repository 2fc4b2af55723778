package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
)

type noArguments struct{}

type configItemArguments struct {
	Kind string `json:"kind" jsonschema:"what it is, as the list gives it"`
	Name string `json:"name" jsonschema:"its name; of a workflow its slug"`
}

type writeItemArguments struct {
	Kind string         `json:"kind" jsonschema:"what it is"`
	Name string         `json:"name" jsonschema:"the name that the item has itself; of a workflow its slug"`
	Item map[string]any `json:"item" jsonschema:"the item, whole: an action type, tool or session template, or a workflow as {slug, document} with its settings"`
}

func kindSchema[T any]() *jsonschema.Schema {
	return withEnum(schemaOf[T](), "kind", pack.FolderNames())
}

// drafting are the tools that read and write the session's drafts.
func (a *assistant) drafting() []tool {
	return append(a.readingDrafts(), []tool{
		{
			name:        "edit_config_item",
			description: "Begin a draft from what is published under the name, and read it. Then change it with write_config_item.",
			schema:      kindSchema[configItemArguments](),
			call: func(ctx context.Context, given arguments) (jsontext.Value, error) {
				return a.drafts.StartItem(ctx, given.text("kind"), given.text("name"))
			},
		},
		{
			name: "write_config_item",
			description: "Write a draft, whole: one of the same kind and name is replaced. A draft with errors is kept too. " +
				"Nothing is published: the user applies drafts.",
			schema: kindSchema[writeItemArguments](),
			call: func(ctx context.Context, given arguments) (jsontext.Value, error) {
				return a.drafts.WriteItem(ctx, given.text("kind"), given.text("name"), given.value("item"))
			},
		},
		{
			name:        "remove_config_item",
			description: "Discard a draft. Nothing that is published goes.",
			schema:      kindSchema[configItemArguments](),
			destroys:    true,
			call: func(ctx context.Context, given arguments) (jsontext.Value, error) {
				return a.drafts.RemoveItem(ctx, given.text("kind"), given.text("name"))
			},
		},
	}...)
}

func (a *assistant) readingDrafts() []tool {
	return []tool{
		{
			name: "list_config_items",
			description: "The drafts of this session by kind and name, each with its problems and how it compares with what is published: " +
				"new, changed, same, conflict or invalid.",
			schema: schemaOf[noArguments](),
			reads:  true,
			call: func(ctx context.Context, _ arguments) (jsontext.Value, error) {
				return a.drafts.ListItems(ctx)
			},
		},
		{
			name:        "get_config_item",
			description: "One draft in full, with its problems.",
			schema:      kindSchema[configItemArguments](),
			reads:       true,
			call: func(ctx context.Context, given arguments) (jsontext.Value, error) {
				return a.drafts.Item(ctx, given.text("kind"), given.text("name"))
			},
		},
		{
			name:        "validate_config_items",
			description: "Check all drafts together, as they would be applied, with what is published. Call it before you end.",
			schema:      schemaOf[noArguments](),
			reads:       true,
			call: func(ctx context.Context, _ arguments) (jsontext.Value, error) {
				return a.drafts.Validate(ctx)
			},
		},
	}
}

// feedback says what is wrong with the drafts that changed since the agent was told last. Where that can't be found out,
// nothing is said: it is asked for again behind the next result.
func (a *assistant) feedback(ctx context.Context) string {
	answer, err := a.drafts.Feedback(ctx)
	if err != nil {
		return ""
	}
	var changed struct {
		Items []struct {
			Path     string          `json:"path"`
			Problems []fault.Problem `json:"problems"`
		} `json:"items"`
	}
	if err := json.Unmarshal(answer, &changed); err != nil || len(changed.Items) == 0 {
		return ""
	}
	var said strings.Builder
	said.WriteString("\n\nValidation of what changed:")
	for _, item := range changed.Items {
		if len(item.Problems) == 0 {
			fmt.Fprintf(&said, "\n%s: no problems", item.Path)
			continue
		}
		fmt.Fprintf(&said, "\n%s:", item.Path)
		for _, p := range item.Problems {
			said.WriteString(inOneLine(p))
		}
	}
	return said.String()
}
