package composing

import (
	"context"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/prompt"
	"heddle.dev/heddle/ports"
)

// PublishedForPrompt is what a prompt tells of the catalog as a team sees it: one object more of each kind than a prompt names, so
// that it can tell that there are more.
func PublishedForPrompt(ctx context.Context, tx ports.Tx, teamID string) (catalog prompt.Catalog, err error) {
	for _, kind := range []struct {
		kind composition.ItemType
		into *[]prompt.Published
	}{
		{composition.ActionTypeItem, &catalog.ActionTypes}, {composition.ToolItem, &catalog.Tools}, {composition.WorkflowItem, &catalog.Workflows},
	} {
		entries, err := ListEntries(ctx, tx, kind.kind, teamID, "", prompt.Listed+1)
		if err != nil {
			return prompt.Catalog{}, err
		}
		for _, entry := range entries {
			*kind.into = append(*kind.into, prompt.Published{Name: entry.Name, Description: entry.Description})
		}
	}
	return catalog, nil
}
