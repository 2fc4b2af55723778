package packing

import (
	"cmp"
	"context"
	"slices"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// loadTarget reads what the installation holds that matters to the pack.
func loadTarget(ctx context.Context, in reader, p *pack.Pack, teamID string) (target pack.Target, err error) {
	target.Occupants, target.Others = map[pack.Key]pack.Occupant{}, map[pack.Key]pack.Occupant{}
	// Always in one order, so that two imports at once do not wait for each other.
	items := slices.SortedFunc(slices.Values(p.Items()), func(a, b pack.Item) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	for i := range items {
		occupant, err := occupantOf(ctx, in, &items[i], teamID)
		if isMissing(err) {
			continue
		}
		if err != nil {
			return target, err
		}
		target.Occupants[items[i].Key] = occupant
	}
	if err := loadOthers(ctx, in, p, teamID, target.Others); err != nil {
		return target, err
	}
	teams, err := in.ListTeams(ctx)
	if err != nil {
		return target, err
	}
	target.Teams = []string{}
	for _, team := range teams {
		target.Teams = append(target.Teams, team.Slug)
	}
	return target, nil
}

// loadOthers reads the action types and tools that the pack names and does not hold, and the tools that those action
// types allow.
func loadOthers(ctx context.Context, tx ports.Tx, p *pack.Pack, teamID string, others map[pack.Key]pack.Occupant) error {
	for names := p.References(); len(names) > 0; {
		name := names[0]
		names = names[1:]
		if _, known := others[name]; known || p.Item(name) != nil {
			continue
		}
		object, err := cataloguing.LookUp(ctx, tx, name.Kind, teamID, name.Name)
		if isMissing(err) {
			continue // the plan says so
		}
		if err != nil {
			return err
		}
		others[name] = holding(object)
		names = append(names, pack.References(object.Kind, object.Content)...)
	}
	return nil
}

func isMissing(err error) bool { return err != nil && fault.KindOf(err) == fault.KindNotFound }

// occupantOf finds what stands where an item would go; not-found where there is nothing.
func occupantOf(ctx context.Context, in reader, item *pack.Item, teamID string) (pack.Occupant, error) {
	if item.Kind == pack.Workflow {
		return definitionAt(ctx, in, item, teamID)
	}
	if item.ObjectID == "" {
		return objectNamed(ctx, in, item, teamID)
	}
	object, err := in.object(ctx, item.Kind, item.ObjectID)
	if isMissing(err) {
		return gone(ctx, in, item, teamID)
	}
	if err != nil {
		return pack.Occupant{}, err
	}
	other, err := in.ObjectByName(ctx, item.Kind, object.TeamID, item.Name)
	if err != nil && !isMissing(err) {
		return pack.Occupant{}, err
	}
	occupant, usesErr := used(ctx, in, object)
	occupant.NameTaken = err == nil && other.ID != object.ID
	return occupant, usesErr
}

// gone looks whether somebody else took the name after the object that an item replaces was deleted.
func gone(ctx context.Context, in reader, item *pack.Item, teamID string) (pack.Occupant, error) {
	byName := *item
	byName.ObjectID = ""
	return occupantOf(ctx, in, &byName, teamID)
}

func objectNamed(ctx context.Context, in reader, item *pack.Item, teamID string) (pack.Occupant, error) {
	object, err := in.ObjectByName(ctx, item.Kind, teamID, item.Name)
	if isMissing(err) && teamID != "" {
		return globalTwin(ctx, in, item, err)
	}
	if err == nil {
		object, err = in.object(ctx, item.Kind, object.ID)
	}
	if err != nil {
		return pack.Occupant{}, err
	}
	return used(ctx, in, object)
}

// globalTwin is the global object of the item's name, if it has the item's content.
func globalTwin(ctx context.Context, tx ports.Tx, item *pack.Item, missing error) (pack.Occupant, error) {
	object, err := tx.ObjectByName(ctx, item.Kind, "", item.Name)
	if err != nil {
		return pack.Occupant{}, err
	}
	if object.ContentRevision != item.Revision {
		return pack.Occupant{}, missing
	}
	occupant := holding(object)
	occupant.Foreign = true
	return occupant, nil
}

func used(ctx context.Context, tx ports.Tx, object catalog.Object) (occupant pack.Occupant, err error) {
	occupant = holding(object)
	occupant.Uses, err = tx.ListUses(ctx, object.ID)
	return occupant, err
}

func holding(object catalog.Object) pack.Occupant {
	return pack.Occupant{
		ID: object.ID, Name: object.Name, Content: object.Content, Revision: object.ContentRevision,
		PublishedBy: object.UpdatedBy, PublishedAt: object.UpdatedAt,
	}
}

func definitionAt(ctx context.Context, in reader, item *pack.Item, teamID string) (pack.Occupant, error) {
	id := item.ObjectID
	if id == "" {
		found, err := in.DefinitionBySlug(ctx, teamID, item.Name)
		if err != nil {
			return pack.Occupant{}, err
		}
		id = found.ID
	}
	d, err := in.definition(ctx, id)
	if isMissing(err) && item.ObjectID != "" {
		return gone(ctx, in, item, teamID)
	}
	if err != nil {
		return pack.Occupant{}, err
	}
	return published(ctx, in, d)
}

// published is a definition with its current version.
func published(ctx context.Context, tx ports.Tx, d definition.Definition) (occupant pack.Occupant, err error) {
	occupant = pack.Occupant{
		ID: d.ID, Name: d.Slug, Content: d.Document, Revision: d.ContentRevision, PublishedAt: d.UpdatedAt, Settings: d.Settings(),
	}
	if occupant.Version = d.NewestVersion; occupant.Version == 0 {
		return occupant, nil
	}
	version, err := tx.VersionByNumber(ctx, d.ID, d.Version)
	if err != nil {
		return occupant, err
	}
	occupant.PublishedBy, occupant.PublishedAt = version.CreatedBy, version.CreatedAt
	occupant.Snapshot, err = definition.ReadSnapshot(version.Snapshot)
	return occupant, err
}
