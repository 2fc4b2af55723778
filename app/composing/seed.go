package composing

import (
	"context"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// blankDraft adds the workflow draft that a composition without a seed starts with.
func (s *Service) blankDraft(ctx context.Context, tx ports.Tx, c composition.Composition) error {
	blank, err := blankWorkflow(c.Name)
	if err != nil {
		return err
	}
	rev, err := revision.OfDocumentText([]byte(blank))
	if err != nil {
		return err
	}
	item, first := composition.NewItem(s.newID(), c.ID, composition.WorkflowItem, composition.Edit{
		RevisionID: s.newID(), Name: c.Name, Content: blank, ContentRevision: rev,
		Author: composition.ByUser, ActorID: c.CreatedBy, Origin: originBlank, At: c.CreatedAt,
	})
	return tx.InsertItem(ctx, item, first)
}

// seedDrafts adds a draft of a published workflow, of the action types that it calls, and of the tools that those allow,
// each as the workflow's own team sees it. What is missing there is a problem of the draft that names it.
func (s *Service) seedDrafts(ctx context.Context, tx ports.Tx, actor access.Actor, c composition.Composition, workflowID string) error {
	d, err := tx.DefinitionByID(ctx, workflowID)
	if err != nil {
		return err
	}
	if err := actor.Require(access.InstallationRead, d.TeamID); err != nil {
		return err
	}
	if d.TeamID != "" && d.TeamID != c.TeamID {
		return fault.New(fault.KindForbidden, "other-team", "the workflow %q belongs to another team than the composition", d.Name)
	}
	err = s.seedDraft(ctx, tx, c, composition.WorkflowItem, d.Name, d.Document, composition.Base{
		ObjectID: d.ID, Revision: d.ContentRevision, PublishedAt: d.UpdatedAt,
	})
	if err != nil {
		return err
	}
	seen := map[pack.Key]bool{}
	for names := pack.References(pack.Workflow, d.Document); len(names) > 0; names = names[1:] {
		if seen[names[0]] {
			continue
		}
		seen[names[0]] = true
		object, err := cataloguing.LookUp(ctx, tx, names[0].Kind, d.TeamID, names[0].Name)
		if err != nil && fault.KindOf(err) == fault.KindNotFound {
			continue
		}
		if err != nil {
			return err
		}
		err = s.seedDraft(ctx, tx, c, composition.ItemType(object.Kind), object.Name, object.Content, composition.Base{
			ObjectID: object.ID, Revision: object.ContentRevision, PublishedAt: object.UpdatedAt,
		})
		if err != nil {
			return err
		}
		names = append(names, pack.References(object.Kind, object.Content)...)
	}
	return nil
}

func (s *Service) seedDraft(
	ctx context.Context, tx ports.Tx, c composition.Composition, itemType composition.ItemType, name, content string, base composition.Base,
) error {
	item, first := composition.NewItem(s.newID(), c.ID, itemType, composition.Edit{
		RevisionID: s.newID(), Name: name, Content: content, ContentRevision: base.Revision,
		Author: composition.ByUser, ActorID: c.CreatedBy, Origin: originCatalog, At: c.CreatedAt,
	})
	item.BasedOn(base)
	return tx.InsertItem(ctx, item, first)
}
