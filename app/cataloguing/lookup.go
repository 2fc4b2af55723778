package cataloguing

import (
	"context"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// LookUp finds an object by name as a team sees it: its own goes before a global one.
func LookUp(ctx context.Context, tx ports.Tx, kind catalog.Kind, teamID, name string) (catalog.Object, error) {
	object, err := tx.ObjectByName(ctx, kind, teamID, name)
	if teamID != "" && err != nil && fault.KindOf(err) == fault.KindNotFound {
		return tx.ObjectByName(ctx, kind, "", name)
	}
	return object, err
}
