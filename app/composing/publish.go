package composing

import (
	"context"
	"slices"

	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// Publish names the drafts to publish.
type Publish struct {
	ItemIDs []string
	Force   bool         // overwrite objects that changed outside since the drafts were based on them
	Scope   PublishScope // who gets what is new; empty: see Service.scope
	Slug    string       // for the first publish of the workflow; empty: made from its name
}

// Published is what a publish wrote.
type Published struct {
	Items    []CheckedItem
	Workflow *definition.Definition // nil if the workflow was not among the items
}

// PublishItems writes the selected drafts to the catalog, all of them or none, as an import of a pack does: each must be
// valid, what they depend on must be selected too or exist, and nothing they replace may have changed outside, unless
// Force says so. Faults are not-publishable with the problems of each item, and changed-outside (a *pack.ConflictError).
func (s *Service) PublishItems(ctx context.Context, actor access.Actor, compositionID string, input Publish) (published Published, err error) {
	if len(input.ItemIDs) == 0 {
		return published, fault.New(fault.KindInvalid, "nothing-selected", "name the items to publish")
	}
	publish := func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		all, err := tx.ListItems(ctx, c.ID)
		if err != nil {
			return err
		}
		scope, err := s.scope(ctx, tx, *c, all[0], input.Scope)
		if err != nil {
			return err
		}
		if err := actor.Require(access.WorkflowPublish, scope); err != nil {
			return err
		}
		p := publication{Service: s, tx: tx, c: c, scope: packing.Scope{TeamID: scope, Actor: actor}, slug: input.Slug, left: map[pack.Key]bool{}}
		if err := p.selectItems(all, input.ItemIDs); err != nil {
			return err
		}
		published, err = p.write(ctx, input.Force)
		return err
	}
	err = packing.Settled(func() error { return s.change(ctx, actor, access.WorkflowPublish, compositionID, publish) })
	return published, err
}

// publication is one publish under way.
type publication struct {
	*Service
	tx    ports.Tx
	c     *composition.Composition
	scope packing.Scope
	slug  string             // that the person chose
	items []composition.Item // selected, the workflow last, since its version takes up the others
	left  map[pack.Key]bool  // the other drafts
}

func (p *publication) selectItems(all []composition.Item, ids []string) error {
	for _, id := range ids {
		i := slices.IndexFunc(all, func(item composition.Item) bool { return item.ID == id })
		if i < 0 {
			return fault.New(fault.KindNotFound, "not-found", "this composition has no item %q", id)
		}
		if err := all[i].RequireUnlocked(p.c); err != nil {
			return err
		}
	}
	for _, item := range slices.Backward(all) {
		if slices.Contains(ids, item.ID) {
			p.items = append(p.items, item)
		} else {
			p.left[keyOf(item)] = true
		}
	}
	return nil
}

// write imports the selected drafts, and notes with each that it is published.
func (p *publication) write(ctx context.Context, force bool) (published Published, err error) {
	packed, keys, err := p.pack(ctx)
	if err != nil {
		return published, err
	}
	now := p.clock.Now()
	imported, err := p.importer().Import(ctx, p.tx, packed, p.scope, force, now)
	if err != nil {
		return published, notPublishable(err)
	}
	for i, item := range p.items {
		id := imported.IDs[keys[i]]
		item.Published(id, now)
		if err := p.tx.UpdateItem(ctx, item); err != nil {
			return published, err
		}
		if err := p.tellItem(ctx, p.tx, p.c, item); err != nil {
			return published, err
		}
		checked, err := p.check(ctx, p.tx, *p.c, item)
		if err != nil {
			return published, err
		}
		published.Items = append(published.Items, checked)
		if item.Type == composition.WorkflowItem {
			d, err := p.tx.DefinitionByID(ctx, id)
			if err != nil {
				return published, err
			}
			published.Workflow = &d
		}
	}
	return published, nil
}

// notPublishable is a refused import in the words of those who publish.
func notPublishable(err error) error {
	if fault.CodeOf(err) != "not-importable" {
		return err
	}
	return fault.New(fault.KindInvalid, "not-publishable", "nothing was published: see the problems of each item").
		WithProblems(fault.As(err).Problems)
}

// pack makes a pack of the selected drafts, with the key of each.
func (p *publication) pack(ctx context.Context) (packed *pack.Pack, keys []pack.Key, err error) {
	packed = &pack.Pack{Left: p.left}
	for _, draft := range p.items {
		item, err := p.packItem(ctx, draft)
		if err != nil {
			return nil, nil, err
		}
		packed.Add(item)
		keys = append(keys, item.Key)
	}
	return packed, keys, nil
}

func (s *Service) importer() packing.Importer {
	return packing.Importer{NewID: s.newID, Expressions: s.compiler}
}
