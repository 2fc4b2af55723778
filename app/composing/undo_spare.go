package composing

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/pack"
)

// spare keeps drafts that the turn had made where something that stays would be left without them: an action type that
// the workflow calls, a tool that an action type allows. What the catalog has as well may go.
func (u *undo) spare(ctx context.Context, undone *Undone) error {
	workflow := undone.Workflow.Content
	if workflow == "" {
		workflow = undone.Workflow.item.Content
	}
	if err := u.spareNamed(ctx, undone, pack.References(pack.Workflow, workflow), "the workflow calls it"); err != nil {
		return err
	}
	staying, err := u.staying(ctx, undone, composition.ActionTypeItem)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(staying)) {
		because := fmt.Sprintf("the action type %q allows it", name)
		if err := u.spareNamed(ctx, undone, pack.References(catalog.ActionType, staying[name]), because); err != nil {
			return err
		}
	}
	return nil
}

// spareNamed keeps those drafts of the given names that would go, and that no other draft and nothing published stands
// in for.
func (u *undo) spareNamed(ctx context.Context, undone *Undone, names []pack.Key, because string) error {
	for _, key := range names {
		going := undone.item(key, composition.Discarded)
		if going == nil || undone.item(key, composition.BroughtBack) != nil {
			continue
		}
		switch _, err := cataloguing.LookUp(ctx, u.tx, key.Kind, u.c.TeamID, key.Name); {
		case err == nil:
		case unlessMissing(err) != nil:
			return err
		default:
			going.Fate, going.Reason = composition.Kept, because
		}
	}
	return nil
}

// item finds what becomes of a draft; nil if it is not this.
func (u *Undone) item(key pack.Key, fate composition.Fate) *UndoneItem {
	for i := range u.Items {
		if item := &u.Items[i]; item.Fate == fate && item.Name == key.Name && kindOf(item.Type) == key.Kind {
			return item
		}
	}
	return nil
}

// staying gives the contents that the drafts of a type have afterwards, by name.
func (u *undo) staying(ctx context.Context, undone *Undone, itemType composition.ItemType) (map[string]string, error) {
	items, err := u.tx.ListItems(ctx, u.c.ID)
	if err != nil {
		return nil, err
	}
	staying := map[string]string{}
	for _, item := range items {
		if item.Type == itemType {
			staying[item.Name] = item.Content
		}
	}
	for i, trace := range u.traces {
		if trace.Item.Type != itemType {
			continue
		}
		switch undone.Items[i].Fate {
		case composition.Discarded:
			delete(staying, trace.Name)
		case composition.Restored, composition.BroughtBack:
			before, err := u.tx.ItemRevisionByID(ctx, trace.Item.ID, trace.Before.ID)
			if err != nil {
				return nil, err
			}
			staying[trace.Name] = before.Content
		default:
		}
	}
	return staying, nil
}
