package composing

import (
	"cmp"
	"context"
	"strconv"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// PublishScope tells who gets what is published.
type PublishScope string

// The scopes.
const (
	TeamScope   PublishScope = "team" // the composition's
	GlobalScope PublishScope = "global"
)

// scope is the id of the team that a publish writes for, empty for global. Where nobody chose, it is where the workflow
// is published already, else the composition's team.
func (s *Service) scope(
	ctx context.Context, tx ports.Tx, c composition.Composition, workflow composition.Item, chosen PublishScope,
) (string, error) {
	switch {
	case chosen == GlobalScope:
		return "", nil
	case chosen == TeamScope && c.TeamID == "":
		return "", fault.New(fault.KindInvalid, "no-team", "this composition belongs to no team; what it publishes is global")
	case chosen == TeamScope, workflow.BaseItemID == "":
		return c.TeamID, nil
	}
	d, err := tx.DefinitionByID(ctx, workflow.BaseItemID)
	if err != nil {
		return c.TeamID, unlessMissing(err)
	}
	return d.TeamID, nil
}

// packItem is a draft as an item of a pack. What it was based on counts within the scope: a global object that a draft was
// based on is not replaced by a team's publish, which makes the team an object of its own.
func (p *publication) packItem(ctx context.Context, draft composition.Item) (pack.Item, error) {
	item := pack.Item{
		Key: keyOf(draft), Label: draft.Label(),
		Content: draft.Content, Revision: draft.ContentRevision, Base: new(revision.Revision),
	}
	base, err := p.base(ctx, draft)
	if err != nil {
		return item, err
	}
	if base.within {
		item.ObjectID, item.Base = draft.BaseItemID, &draft.BaseContentRevision
	}
	if draft.Type == composition.WorkflowItem {
		item.Name, err = p.slugOf(ctx, draft, base)
	}
	return item, err
}

// slugOf is what a workflow is published under: what it was published under, since links name it so.
func (p *publication) slugOf(ctx context.Context, draft composition.Item, base base) (string, error) {
	switch {
	case base.slug == "":
		return p.freeSlug(ctx, draft.Name)
	case p.slug != "" && p.slug != base.slug:
		return "", fault.New(fault.KindConflict, "slug-stays",
			"the workflow is published under %q already, which stays; leave the slug out", base.slug)
	default:
		return base.slug, nil
	}
}

// keyOf is what a draft is called in a pack; a workflow goes by its slug, which is another matter.
func keyOf(draft composition.Item) pack.Key {
	return pack.Key{Kind: kindOf(draft.Type), Name: draft.Name}
}

// base is what a draft was based on.
type base struct {
	within bool   // in the scope, or gone, so that nobody knows where it was
	slug   string // of a workflow that is there
}

func (p *publication) base(ctx context.Context, draft composition.Item) (base, error) {
	if draft.BaseItemID == "" {
		return base{}, nil
	}
	if draft.Type == composition.WorkflowItem {
		d, err := p.tx.DefinitionByID(ctx, draft.BaseItemID)
		return p.baseIn(d.TeamID, d.Slug, err)
	}
	object, err := p.tx.ObjectByID(ctx, kindOf(draft.Type), draft.BaseItemID)
	return p.baseIn(object.TeamID, "", err)
}

func (p *publication) baseIn(teamID, slug string, err error) (base, error) {
	switch {
	case err != nil:
		return base{within: true}, unlessMissing(err)
	case teamID != p.scope.TeamID:
		return base{}, nil
	}
	return base{within: true, slug: slug}, nil
}

func unlessMissing(err error) error {
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil
	}
	return err
}

// numberedSlugs bounds how many workflows of one name get a slug by themselves.
const numberedSlugs = 1000

// freeSlug is the one that the person chose, which must be free, or else one made of the workflow's name, with a number
// if need be.
func (p *publication) freeSlug(ctx context.Context, name string) (string, error) {
	if p.slug != "" {
		if err := access.CheckSlug(p.slug); err != nil {
			return "", err
		}
	}
	slug := cmp.Or(p.slug, definition.SlugFor(name))
	for number := 2; number <= numberedSlugs; number++ {
		_, err := p.tx.DefinitionBySlug(ctx, p.scope.TeamID, slug)
		if err != nil && fault.KindOf(err) == fault.KindNotFound {
			return slug, nil
		}
		if err != nil {
			return "", err
		}
		if p.slug != "" {
			break
		}
		slug = definition.SlugFor(name) + "-" + strconv.Itoa(number)
	}
	return "", fault.New(fault.KindConflict, "slug-taken", "another workflow is published under %q; choose another slug", slug)
}
