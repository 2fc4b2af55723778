package packing

import (
	"context"

	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// Published is what is published under a name, as packs hold it: exactly the team's own, or what is global where teamID
// is empty. It is not-found where there is nothing.
func Published(ctx context.Context, tx ports.Tx, teamID string, key pack.Key) (pack.Item, error) {
	if key.Kind == pack.Workflow {
		d, err := tx.DefinitionBySlug(ctx, teamID, key.Name)
		return workflowItem(d), err
	}
	object, err := tx.ObjectByName(ctx, key.Kind, teamID, key.Name)
	return objectItem(object), err
}
