package composing

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// ListRevisions lists the saved states of a draft, newest first, without their content.
func (s *Service) ListRevisions(
	ctx context.Context, actor access.Actor, compositionID, itemID string, page ports.Page,
) (found []composition.Revision, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		if _, err := tx.ItemByID(ctx, c.ID, itemID); err != nil {
			return err
		}
		found, err = tx.ListItemRevisions(ctx, itemID, page)
		return err
	})
	return found, err
}

// GetRevision reads one saved state.
func (s *Service) GetRevision(
	ctx context.Context, actor access.Actor, compositionID, itemID, revisionID string,
) (found composition.Revision, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		if _, err := tx.ItemByID(ctx, c.ID, itemID); err != nil {
			return err
		}
		found, err = tx.ItemRevisionByID(ctx, itemID, revisionID)
		return err
	})
	return found, err
}

// RestoreRevision makes a saved state current again. It appends a revision, so a restore can be undone like any edit.
// Of the workflow it needs the editor lease while a window holds it.
func (s *Service) RestoreRevision(
	ctx context.Context, actor access.Actor, compositionID, itemID, revisionID, leaseID string,
) (restored CheckedItem, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		item, err := tx.ItemByID(ctx, c.ID, itemID)
		if err != nil {
			return err
		}
		if err := item.RequireEditable(c, leaseID, s.clock.Now()); err != nil {
			return err
		}
		earlier, err := tx.ItemRevisionByID(ctx, item.ID, revisionID)
		if err != nil {
			return err
		}
		read, err := readContent(item.Type, earlier.Content)
		if err != nil {
			return err
		}
		err = s.storeEdit(ctx, tx, c, &item, item.ContentRevision, composition.Edit{
			RevisionID: s.newID(), Name: read.name, Content: read.text, ContentRevision: read.revision,
			Author: composition.ByUser, ActorID: actor.ID(), Origin: originRestore, At: s.clock.Now(),
		})
		if err != nil {
			return err
		}
		restored, err = s.check(ctx, tx, *c, item)
		return err
	})
	return restored, err
}
