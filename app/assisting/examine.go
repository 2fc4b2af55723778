package assisting

import (
	"context"

	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// CheckedItem is a draft with what applying it together with the session's other drafts would meet.
type CheckedItem struct {
	configuration.Item
	State    configuration.State
	Problems []fault.Problem
	Conflict *pack.Conflict // nil for none
}

// packed is drafts as a pack.
type packed struct {
	pack    *pack.Pack
	invalid map[configuration.Key][]fault.Problem // of the drafts that are no items of packs
}

// packUp makes a pack of drafts. Those whose form is wrong stay out.
func packUp(items []configuration.Item) (packed, error) {
	p := packed{pack: new(pack.Pack), invalid: map[configuration.Key][]fault.Problem{}}
	for i := range items {
		folder, err := pack.FolderNamed(items[i].Folder)
		if err != nil {
			return p, err
		}
		item, problems := folder.ParseItem([]byte(items[i].Content))
		if item == nil {
			for n := range problems {
				problems[n].Item = pack.Key{Kind: folder.Kind, Name: items[i].Name}.String()
			}
			p.invalid[items[i].Key] = problems
			continue
		}
		item.Base = &items[i].Base
		p.pack.Add(*item)
	}
	return p, nil
}

// examine holds drafts against each other and against the catalog.
func (s *Service) examine(
	ctx context.Context, tx ports.Tx, session composition.Session, items []configuration.Item,
) ([]CheckedItem, error) {
	p, err := packUp(items)
	if err != nil {
		return nil, err
	}
	plan, err := s.importer.Plan(ctx, tx, p.pack, packing.Scope{TeamID: session.TeamID}, false)
	if err != nil {
		return nil, err
	}
	entries := map[pack.Key]*pack.Entry{}
	for i := range plan.Entries {
		entries[plan.Entries[i].Item.Key] = &plan.Entries[i]
	}
	checked := make([]CheckedItem, len(items))
	for i := range items {
		checked[i] = CheckedItem{Item: items[i], State: configuration.Invalid, Problems: p.invalid[items[i].Key]}
		folder, err := pack.FolderNamed(items[i].Folder)
		if err != nil {
			return nil, err
		}
		if entry := entries[pack.Key{Kind: folder.Kind, Name: items[i].Name}]; entry != nil {
			checked[i].State, checked[i].Problems, checked[i].Conflict = stateOf(entry), entry.Problems, entry.Conflict
		}
	}
	return checked, nil
}

func stateOf(entry *pack.Entry) configuration.State {
	switch entry.Change {
	case pack.Create:
		return configuration.New
	case pack.Update:
		return configuration.Changed
	case pack.Unchanged:
		return configuration.Same
	default:
		return configuration.Conflicting
	}
}

// examineAll examines all drafts of the session.
func (s *Service) examineAll(ctx context.Context, tx ports.Tx, session composition.Session) ([]CheckedItem, error) {
	items, err := tx.ListConfigItems(ctx, session.ID)
	if err != nil {
		return nil, err
	}
	return s.examine(ctx, tx, session, items)
}

// examineOne examines all drafts of the session, and answers one.
func (s *Service) examineOne(ctx context.Context, tx ports.Tx, session composition.Session, key configuration.Key) (CheckedItem, error) {
	all, err := s.examineAll(ctx, tx, session)
	for i := range all {
		if all[i].Key == key {
			return all[i], err
		}
	}
	if err == nil {
		err = notDrafted(key, all)
	}
	return CheckedItem{}, err
}
