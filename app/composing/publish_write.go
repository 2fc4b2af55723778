package composing

import (
	"cmp"
	"context"
	"strconv"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

func parsedDocument(workflow composition.Item) (*document.Document, error) {
	return document.Parse([]byte(workflow.Content))
}

// write stores the selected items in the catalog.
func (p *publication) write(ctx context.Context) (published Published, err error) {
	for _, item := range p.items {
		var objectID string
		if item.Type == composition.WorkflowItem {
			published.Workflow, err = p.writeWorkflow(ctx, item)
			if err == nil {
				objectID = published.Workflow.ID
			}
		} else {
			objectID, err = p.writeObject(ctx, item)
		}
		if err != nil {
			return published, err
		}
		item.Published(objectID, p.clock.Now())
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
	}
	return published, nil
}

// writeObject puts an action type or tool in the place of the team's object of that name, or makes one.
func (p *publication) writeObject(ctx context.Context, item composition.Item) (id string, err error) {
	now := p.clock.Now()
	object, err := p.tx.ObjectByName(ctx, kindOf(item.Type), p.c.TeamID, item.Name)
	if err == nil {
		object.Content, object.ContentRevision, object.UpdatedAt, object.UpdatedBy = item.Content, item.ContentRevision, now, p.actor.ID()
		return object.ID, p.tx.UpdateObject(ctx, object)
	}
	if fault.KindOf(err) != fault.KindNotFound {
		return "", err
	}
	object = catalog.Object{
		ID: p.newID(), Kind: kindOf(item.Type), TeamID: p.c.TeamID, Name: item.Name, Content: item.Content,
		ContentRevision: item.ContentRevision, CreatedBy: p.actor.ID(), CreatedAt: now, UpdatedAt: now, UpdatedBy: p.actor.ID(),
	}
	return object.ID, p.tx.InsertObject(ctx, object)
}

// writeWorkflow makes the next version of the workflow's definition, or the definition with its first.
func (p *publication) writeWorkflow(ctx context.Context, item composition.Item) (*definition.Definition, error) {
	d, isNew, err := p.definition(ctx, item)
	if err != nil {
		return nil, err
	}
	snapshot, uses, err := p.snapshot(ctx, item, d)
	if err != nil {
		return nil, err
	}
	text, err := snapshot.Text()
	if err != nil {
		return nil, err
	}
	last, err := p.tx.LatestVersionNumber(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	if same, err := p.isCurrent(ctx, d, text); err != nil || same {
		return &d, err
	}
	now := p.clock.Now()
	d.Publish(last+1, snapshot, item.ContentRevision, now)
	if isNew {
		err = p.tx.InsertDefinition(ctx, d)
	} else {
		err = p.tx.UpdateDefinitionDocument(ctx, d)
	}
	if err != nil {
		return nil, err
	}
	err = p.tx.InsertVersion(ctx, definition.Version{
		ID: p.newID(), DefinitionID: d.ID, Number: last + 1, Snapshot: text, CreatedBy: p.actor.ID(), CreatedAt: now,
	})
	if err != nil {
		return nil, err
	}
	return &d, p.tx.SetUses(ctx, d.ID, uses)
}

// isCurrent tells whether the definition's current version is this very snapshot, so that publishing twice makes one
// version.
func (p *publication) isCurrent(ctx context.Context, d definition.Definition, snapshot string) (bool, error) {
	if d.Version == 0 {
		return false, nil
	}
	current, err := p.tx.VersionByNumber(ctx, d.ID, d.Version)
	return current.Snapshot == snapshot, err
}

// definition finds what the workflow was published as before, or makes a new definition under a slug that is free.
func (p *publication) definition(ctx context.Context, item composition.Item) (d definition.Definition, isNew bool, err error) {
	if item.BaseItemID != "" {
		d, err = p.tx.LockDefinition(ctx, item.BaseItemID)
		if err == nil || fault.KindOf(err) != fault.KindNotFound {
			return d, false, err
		}
	}
	slug, err := p.slug(ctx, item)
	if err != nil {
		return d, false, err
	}
	d, err = definition.New(p.newID(), p.c.TeamID, slug, p.actor.ID(), p.clock.Now())
	return d, true, err
}

// numberedSlugs bounds how many workflows of one name get a slug by themselves.
const numberedSlugs = 1000

// slug is the one that the person chose, which must be free, or else one made of the workflow's name, with a number if
// need be.
func (p *publication) slug(ctx context.Context, item composition.Item) (string, error) {
	slug := cmp.Or(p.input.Slug, definition.SlugFor(item.Name))
	for number := 2; number <= numberedSlugs; number++ {
		_, err := p.tx.DefinitionBySlug(ctx, p.c.TeamID, slug)
		if err != nil && fault.KindOf(err) == fault.KindNotFound {
			return slug, nil
		}
		if err != nil {
			return "", err
		}
		if p.input.Slug != "" {
			break
		}
		slug = definition.SlugFor(item.Name) + "-" + strconv.Itoa(number)
	}
	return "", fault.New(fault.KindConflict, "slug-taken", "another workflow is published under %q; choose another slug", slug)
}

// snapshot freezes everything that a run of the workflow needs, as the catalog has it now.
func (p *publication) snapshot(
	ctx context.Context, item composition.Item, d definition.Definition,
) (snapshot definition.Snapshot, uses []string, err error) {
	document, err := parsedDocument(item)
	if err != nil {
		return snapshot, nil, err
	}
	snapshot = definition.Snapshot{
		Name: document.Name(), Description: document.Description(), EntryMode: d.EntryMode, OnComplete: d.OnComplete,
		Retention: d.Retention, Document: item.Content, ActionTypes: map[string]string{}, Tools: map[string]string{},
	}
	for _, name := range actionTypesOf(document) {
		object, err := lookUp(ctx, p.tx, catalog.ActionType, p.c.TeamID, name)
		if err != nil {
			return snapshot, nil, err
		}
		snapshot.ActionTypes[name] = object.Content
		uses = append(uses, object.ID)
	}
	return snapshot, uses, nil
}
