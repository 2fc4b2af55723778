package composing

import (
	"context"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// known is what stands under a name that an agent wants to save or remove: a draft, or else a published object, or
// nothing.
type known struct {
	draft  *composition.Item
	object *catalog.Object
}

func (k known) content() (string, revision.Revision) {
	switch {
	case k.draft != nil:
		return k.draft.Content, k.draft.ContentRevision
	case k.object != nil:
		return k.object.Content, k.object.ContentRevision
	default:
		return "", ""
	}
}

func findKnown(ctx context.Context, tx ports.Tx, c *composition.Composition, itemType composition.ItemType, name string) (known, error) {
	draft, err := tx.ItemByName(ctx, c.ID, itemType, name)
	if err == nil {
		return known{draft: &draft}, nil
	}
	if fault.KindOf(err) != fault.KindNotFound {
		return known{}, err
	}
	object, err := cataloguing.LookUp(ctx, tx, kindOf(itemType), c.TeamID, name)
	if err == nil {
		return known{object: &object}, nil
	}
	if fault.KindOf(err) != fault.KindNotFound {
		return known{}, err
	}
	return known{}, nil
}

// showUnseen answers the stale fault, with the content, where the agent has not been shown what stands under a name;
// with that it has been shown. The fault is to be answered once the transaction is committed: nil for none.
func (a Agent) showUnseen(
	ctx context.Context, tx ports.Tx, itemType composition.ItemType, name string, stands known,
) (*fault.Error, error) {
	content, current := stands.content()
	if current == "" {
		return nil, nil //nolint:nilnil // the name is free
	}
	shown, err := tx.ShownItem(ctx, a.sessionID, itemType, name)
	if err != nil || shown == current {
		return nil, err
	}
	unseen := fault.New(fault.KindStale, "stale",
		"%s %q is not what you were shown last: its revision is %s now; nothing was changed", itemType, name, current).
		With("currentRevision", string(current)).With("currentContent", content)
	return unseen, tx.SetShownItem(ctx, a.sessionID, itemType, name, current)
}

// show notes that the agent has seen a state of an item.
func (a Agent) show(ctx context.Context, tx ports.Tx, item composition.Item) error {
	shown, err := tx.ShownItem(ctx, a.sessionID, item.Type, item.Name)
	if err != nil || shown == item.ContentRevision {
		return err
	}
	return tx.SetShownItem(ctx, a.sessionID, item.Type, item.Name, item.ContentRevision)
}
