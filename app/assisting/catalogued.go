package assisting

import (
	"context"

	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// original is what the catalog holds under a draft's name, as packs have it.
type original struct {
	content string
	base    revision.Revision // what a draft made from it replaces: nothing where a team begins from a global one
}

// catalogued finds what a team sees under a name: its own goes before a global one.
func catalogued(ctx context.Context, tx ports.Tx, teamID string, key configuration.Key) (found original, exists bool, err error) {
	folder, err := pack.FolderNamed(key.Folder)
	if err != nil {
		return found, false, err
	}
	name := pack.Key{Kind: folder.Kind, Name: key.Name}
	item, err := packing.Published(ctx, tx, teamID, name)
	if err == nil {
		return original{string(item.Text()), item.Revision}, true, nil
	}
	if !isMissing(err) || teamID == "" {
		return found, false, unlessMissing(err)
	}
	item, err = packing.Published(ctx, tx, "", name)
	if err != nil {
		return found, false, unlessMissing(err)
	}
	return original{string(item.Text()), ""}, true, nil
}

func unlessMissing(err error) error {
	if isMissing(err) {
		return nil
	}
	return err
}
