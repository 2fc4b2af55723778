package composing

import (
	"context"
	"slices"

	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// PublishPreview is what the person who is about to publish wants to know. It takes all drafts as selected.
type PublishPreview struct {
	Scope  PublishScope
	Scopes []PublishScope // where the actor may publish
	Slug   string         // that the workflow has, or would get
	Items  []PreviewItem  // the workflow first
}

// PreviewItem is one draft before it is published.
type PreviewItem struct {
	composition.Item
	Plan        *pack.Entry
	Requires    []string      // ids of the drafts that have to be published along, since what they are of is not published
	Authors     []DraftAuthor // who changed the draft since its base, the latest first
	BaseContent string        // what the draft was based on, for comparison; empty for nothing, or where it is not kept
}

// DraftAuthor is a person or the AI, with what they did to a draft.
type DraftAuthor struct {
	Author    composition.Author
	ActorID   string
	TurnIDs   []string // of the AI, the latest first
	Revisions int
}

// PreviewPublish looks at publishing before it is done.
func (s *Service) PreviewPublish(
	ctx context.Context, actor access.Actor, compositionID string, chosen PublishScope,
) (preview PublishPreview, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		all, err := tx.ListItems(ctx, c.ID)
		if err != nil {
			return err
		}
		teamID, err := s.scope(ctx, tx, c, all[0], chosen)
		if err != nil {
			return err
		}
		p := publication{Service: s, tx: tx, c: &c, scope: packing.Scope{TeamID: teamID, Actor: actor}, items: all}
		preview, err = p.preview(ctx)
		return err
	})
	return preview, err
}

func (p *publication) preview(ctx context.Context) (preview PublishPreview, err error) {
	packed, keys, err := p.pack(ctx)
	if err != nil {
		return preview, err
	}
	packed.Left = map[pack.Key]bool{} // none: all come along
	plan, err := p.importer().Plan(ctx, p.tx, packed, p.scope, false)
	if err != nil {
		return preview, err
	}
	preview = PublishPreview{Scope: TeamScope, Scopes: p.scopes(), Slug: keys[0].Name}
	if p.scope.TeamID == "" {
		preview.Scope = GlobalScope
	}
	for i, draft := range p.items {
		item := PreviewItem{Item: draft, Plan: &plan.Entries[i], Requires: p.required(keys[i].Kind, draft.Content, plan)}
		if item.Authors, err = p.authors(ctx, draft); err != nil {
			return preview, err
		}
		if item.BaseContent, err = p.baseContent(ctx, draft, item.Plan.Occupant); err != nil {
			return preview, err
		}
		preview.Items = append(preview.Items, item)
	}
	return preview, nil
}

// scopes lists where the actor may publish.
func (p *publication) scopes() (scopes []PublishScope) {
	if p.c.TeamID != "" && p.scope.Actor.May(access.WorkflowPublish, p.c.TeamID) {
		scopes = append(scopes, TeamScope)
	}
	if p.scope.Actor.May(access.WorkflowPublish, "") {
		scopes = append(scopes, GlobalScope)
	}
	return scopes
}

// required lists the other drafts without which an item can't be published: those that it names, directly or not, and
// that nothing is published of.
func (p *publication) required(kind catalog.Kind, content string, plan pack.Plan) (ids []string) {
	for _, key := range pack.References(kind, content) {
		i := slices.IndexFunc(p.items, func(draft composition.Item) bool { return keyOf(draft) == key })
		if i < 0 {
			continue
		}
		if plan.Entries[i].Occupant == nil && !slices.Contains(ids, p.items[i].ID) {
			ids = append(ids, p.items[i].ID)
		}
		for _, id := range p.required(key.Kind, p.items[i].Content, plan) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// revisionPage is how many revisions are read at once.
const revisionPage = 200

// authors sums up the revisions since the draft's base, all of them where it has none.
func (p *publication) authors(ctx context.Context, draft composition.Item) (authors []DraftAuthor, err error) {
	for page := (ports.Page{Limit: revisionPage}); ; {
		revisions, err := p.tx.ListItemRevisions(ctx, draft.ID, page)
		if err != nil {
			return nil, err
		}
		for _, r := range revisions {
			if draft.BaseContentRevision != "" && r.ContentRevision == draft.BaseContentRevision {
				return authors, nil
			}
			authors = credited(authors, r)
		}
		if len(revisions) < revisionPage {
			return authors, nil
		}
		page.Before = revisions[len(revisions)-1].ID
	}
}

func credited(authors []DraftAuthor, r composition.Revision) []DraftAuthor {
	i := slices.IndexFunc(authors, func(a DraftAuthor) bool { return a.Author == r.Author && a.ActorID == r.ActorID })
	if i < 0 {
		i = len(authors)
		authors = append(authors, DraftAuthor{Author: r.Author, ActorID: r.ActorID})
	}
	authors[i].Revisions++
	if r.TurnID != "" && !slices.Contains(authors[i].TurnIDs, r.TurnID) {
		authors[i].TurnIDs = append(authors[i].TurnIDs, r.TurnID)
	}
	return authors
}

// baseContent finds what the draft was based on: it is still published, or the draft once held it.
func (p *publication) baseContent(ctx context.Context, draft composition.Item, there *pack.Occupant) (string, error) {
	if draft.BaseContentRevision == "" {
		return "", nil
	}
	if there != nil && there.Revision == draft.BaseContentRevision {
		return there.Content, nil
	}
	held, err := p.tx.ItemRevisionByContent(ctx, draft.ID, draft.BaseContentRevision)
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return "", nil
	}
	return held.Content, err
}
