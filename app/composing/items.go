package composing

import (
	"context"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// CheckedItem is a draft with what is wrong with it.
type CheckedItem struct {
	composition.Item
	Problems []fault.Problem
}

// ListItems lists the drafts with their problems, the workflow first.
func (s *Service) ListItems(ctx context.Context, actor access.Actor, compositionID string) (items []CheckedItem, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		found, err := tx.ListItems(ctx, c.ID)
		if err != nil {
			return err
		}
		items, err = s.checkAll(ctx, tx, c, found)
		return err
	})
	return items, err
}

// GetItem reads one draft.
func (s *Service) GetItem(ctx context.Context, actor access.Actor, compositionID, itemID string) (item CheckedItem, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		found, err := tx.ItemByID(ctx, c.ID, itemID)
		if err != nil {
			return err
		}
		item, err = s.check(ctx, tx, c, found)
		return err
	})
	return item, err
}

// NewItem names a draft to add: a blank one by type and name, or one of an existing object by its id.
type NewItem struct {
	Type      composition.ItemType
	Name      string
	CatalogID string
}

func (n NewItem) check() error {
	switch {
	case n.Type == composition.WorkflowItem:
		return fault.New(fault.KindConflict, "one-workflow", "a composition has exactly one workflow, which was made with it")
	case (n.Name == "") == (n.CatalogID == ""):
		return fault.New(fault.KindInvalid, "name-or-catalog-id", "give a name for a blank draft, or a catalogId for one of an existing object")
	case n.CatalogID == "" && strings.TrimSpace(n.Name) == "":
		return fault.New(fault.KindInvalid, "missing-name", "a draft needs a name")
	}
	return nil
}

// AddItem adds a blank draft, or a draft of an existing object.
func (s *Service) AddItem(ctx context.Context, actor access.Actor, compositionID string, input NewItem) (added CheckedItem, err error) {
	if err := input.check(); err != nil {
		return added, err
	}
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		base, edit, err := s.firstEdit(ctx, tx, c, actor, input)
		if err != nil {
			return err
		}
		item, first := composition.NewItem(s.newID(), c.ID, input.Type, edit)
		if base != nil {
			item.BasedOn(composition.Base{ObjectID: base.ID, Revision: base.ContentRevision, PublishedAt: base.UpdatedAt})
		}
		if err := s.insertItem(ctx, tx, c, item, first); err != nil {
			return err
		}
		added, err = s.check(ctx, tx, *c, item)
		return err
	})
	return added, err
}

func (s *Service) insertItem(
	ctx context.Context, tx ports.Tx, c *composition.Composition, item composition.Item, first composition.Revision,
) error {
	_, err := tx.ItemByName(ctx, c.ID, item.Type, item.Name)
	if err == nil {
		return fault.New(fault.KindConflict, "already-exists", "this composition has a draft of the %s %q already", item.Type, item.Name)
	}
	if fault.KindOf(err) != fault.KindNotFound {
		return err
	}
	if err := tx.InsertItem(ctx, item, first); err != nil {
		return err
	}
	return s.tellItem(ctx, tx, c, item)
}

func (s *Service) firstEdit(
	ctx context.Context, tx ports.Tx, c *composition.Composition, actor access.Actor, input NewItem,
) (base *catalog.Object, edit composition.Edit, err error) {
	edit = composition.Edit{
		RevisionID: s.newID(), Name: input.Name, Author: composition.ByUser, ActorID: actor.ID(), Origin: originBlank, At: s.clock.Now(),
	}
	if input.CatalogID == "" {
		if edit.Content, err = blankObject(input.Type, input.Name); err != nil {
			return nil, edit, err
		}
		edit.ContentRevision, err = revision.OfContent([]byte(edit.Content))
		return nil, edit, err
	}
	object, err := tx.ObjectByID(ctx, kindOf(input.Type), input.CatalogID)
	if err != nil {
		return nil, edit, err
	}
	if object.TeamID != "" && object.TeamID != c.TeamID {
		return nil, edit, fault.New(fault.KindForbidden, "other-team", "%s %q belongs to another team", input.Type, object.Name)
	}
	edit.Name, edit.Content, edit.ContentRevision, edit.Origin = object.Name, object.Content, object.ContentRevision, originCatalog
	return &object, edit, nil
}

// blankObject is what a blank draft starts with: a script that does nothing yet.
func blankObject(itemType composition.ItemType, name string) (string, error) {
	quoted, err := json.Marshal(name)
	if err != nil {
		return "", fault.New(fault.KindInvalid, "invalid-name", "the name can't be written as JSON").Because(err)
	}
	if itemType == composition.ToolItem {
		return `{"name":` + string(quoted) + `,"description":"","parameters":{"type":"object","properties":{}},"language":"node","source":""}`, nil
	}
	return `{"name":` + string(quoted) + `,"label":"","description":"","mode":"script","inputs":[],"outputs":[],"script":{"language":"node","source":""}}`, nil
}

// Save is an edit of a draft by a person.
type Save struct {
	Content      jsontext.Value
	BaseRevision revision.Revision
	Origin       string
	TurnID       string // the turn whose pending change set this save applies, if any
	LeaseID      string // of the editor lease, for the workflow; empty: not told
}

// SaveItem saves a draft. A save that applies the pending change set clears it in the same transaction.
func (s *Service) SaveItem(ctx context.Context, actor access.Actor, compositionID, itemID string, save Save) (saved CheckedItem, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		item, err := tx.ItemByID(ctx, c.ID, itemID)
		if err != nil {
			return err
		}
		if err := item.RequireEditable(c, save.LeaseID, s.clock.Now()); err != nil {
			return err
		}
		read, err := readContent(item.Type, string(save.Content))
		if err != nil {
			return err
		}
		edit := composition.Edit{
			RevisionID: s.newID(), Name: read.name, Content: read.text, ContentRevision: read.revision,
			Author: composition.ByUser, ActorID: actor.ID(), Origin: save.Origin, At: s.clock.Now(),
		}
		if save.TurnID != "" {
			if err := s.creditTurn(ctx, tx, c, item, save.TurnID, &edit); err != nil {
				return err
			}
		}
		if err := s.storeEdit(ctx, tx, c, &item, save.BaseRevision, edit); err != nil {
			return err
		}
		saved, err = s.check(ctx, tx, *c, item)
		return err
	})
	return saved, err
}

// storeEdit saves an edit of the draft with its revision and tells the browsers.
func (s *Service) storeEdit(
	ctx context.Context, tx ports.Tx, c *composition.Composition, item *composition.Item, base revision.Revision, edit composition.Edit,
) error {
	before, layout := item.Name, item.LayoutSeq
	made, err := item.Save(base, edit)
	if err != nil {
		return err
	}
	if made == nil && item.LayoutSeq == layout {
		return nil // identical
	}
	if item.Name != before {
		if err := s.requireFreeName(ctx, tx, item); err != nil {
			return err
		}
	}
	if err := tx.UpdateItem(ctx, *item); err != nil {
		return err
	}
	if made != nil {
		if err := tx.InsertItemRevision(ctx, *made); err != nil {
			return err
		}
	}
	return s.tellItem(ctx, tx, c, *item)
}

func (s *Service) requireFreeName(ctx context.Context, tx ports.Tx, item *composition.Item) error {
	other, err := tx.ItemByName(ctx, item.CompositionID, item.Type, item.Name)
	if err == nil && other.ID != item.ID {
		return fault.New(fault.KindConflict, "already-exists", "another draft here is the %s %q", item.Type, item.Name)
	}
	if err != nil && fault.KindOf(err) != fault.KindNotFound {
		return err
	}
	return nil
}

// RemoveItem removes an action type or tool from the composition; what is published stays.
func (s *Service) RemoveItem(ctx context.Context, actor access.Actor, compositionID, itemID string) error {
	return s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		item, err := tx.ItemByID(ctx, c.ID, itemID)
		if err != nil {
			return err
		}
		if err := item.RequireUnlocked(c); err != nil {
			return err
		}
		return s.removeItem(ctx, tx, c, item)
	})
}

func (s *Service) removeItem(ctx context.Context, tx ports.Tx, c *composition.Composition, item composition.Item) error {
	if item.Type == composition.WorkflowItem {
		return fault.New(fault.KindConflict, "workflow-stays", "a composition always has its one workflow; it can't be removed")
	}
	if err := tx.DeleteItem(ctx, item.ID); err != nil {
		return err
	}
	return s.tellRemoved(ctx, tx, c, item)
}

// setAside removes an item in a turn's name and keeps it for the turn to be undone.
func (s *Service) setAside(ctx context.Context, tx ports.Tx, c *composition.Composition, item composition.Item, turnID string) error {
	item.Remove(turnID, s.clock.Now())
	if err := tx.UpdateItem(ctx, item); err != nil {
		return err
	}
	return s.tellRemoved(ctx, tx, c, item)
}

func (s *Service) tellRemoved(ctx context.Context, tx ports.Tx, c *composition.Composition, item composition.Item) error {
	return s.tell(ctx, tx, c, eventItemChanged, itemChanged{CompositionID: c.ID, ItemID: item.ID, Removed: true})
}
