package composing

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// AgentItem is an item as its agent reads it: a draft, or a published object that is no draft yet.
type AgentItem struct {
	CheckedItem
	FromCatalog bool
	TeamID      string // of the composition
}

// ItemForAgent reads one item in full, from the drafts or else from the catalog. The agent may replace it then, as long
// as nobody else changes it.
func (s *Service) ItemForAgent(ctx context.Context, agent Agent, itemType composition.ItemType, name string) (item AgentItem, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, agent.compositionID)
		if err != nil {
			return err
		}
		if item, err = s.itemForAgent(ctx, tx, c, itemType, name); err != nil || itemType == composition.WorkflowItem {
			return err
		}
		return agent.show(ctx, tx, item.Item)
	})
	return item, err
}

func (s *Service) itemForAgent(
	ctx context.Context, tx ports.Tx, c composition.Composition, itemType composition.ItemType, name string,
) (item AgentItem, err error) {
	if itemType == composition.WorkflowItem {
		workflow, err := tx.WorkflowItem(ctx, c.ID)
		if err != nil {
			return item, err
		}
		if workflow.Name != name {
			return item, fault.New(fault.KindNotFound, "not-found", "there is no workflow %q here; the composition's one workflow is %q", name, workflow.Name)
		}
		if err := s.showWorkingCopy(ctx, tx, c, &workflow); err != nil {
			return item, err
		}
		item.CheckedItem, err = s.check(ctx, tx, c, workflow)
		return item, err
	}
	draft, err := tx.ItemByName(ctx, c.ID, itemType, name)
	if err == nil {
		item.CheckedItem, err = s.check(ctx, tx, c, draft)
		return item, err
	}
	if fault.KindOf(err) != fault.KindNotFound {
		return item, err
	}
	object, err := cataloguing.LookUp(ctx, tx, kindOf(itemType), c.TeamID, name)
	if err != nil {
		return item, s.namesInstead(ctx, tx, c, itemType, name, err)
	}
	item.FromCatalog = true
	item.CheckedItem, err = s.check(ctx, tx, c, composition.Item{
		Type: itemType, Name: object.Name, Content: object.Content, ContentRevision: object.ContentRevision,
	})
	return item, err
}

// namesInstead turns a not-found fault into one that says what exists instead.
func (s *Service) namesInstead(
	ctx context.Context, tx ports.Tx, c composition.Composition, itemType composition.ItemType, name string, err error,
) error {
	if fault.KindOf(err) != fault.KindNotFound {
		return err
	}
	items, listErr := tx.ListItems(ctx, c.ID)
	if listErr != nil {
		return errors.Join(err, listErr)
	}
	names := []string{}
	for _, item := range items {
		if item.Type == itemType {
			names = append(names, item.Name)
		}
	}
	return fault.New(fault.KindNotFound, "not-found", "there is no %s %q, neither as a draft nor in the catalog; %s", itemType, name, spelling.Listing("drafts", names))
}

// SavedForAgent is an item that an agent saved.
type SavedForAgent struct {
	CheckedItem
	Created bool
}

// SaveForAgent saves an action type or tool as a revision of the running turn, and with it locks the item until the
// turn ends. A draft that is not valid is saved with its problems. A name that only the catalog knows becomes a
// draft based on it. What the agent has not been shown is not replaced: the fault is stale, and holds the content.
func (s *Service) SaveForAgent(ctx context.Context, agent Agent, itemType composition.ItemType, text []byte) (saved SavedForAgent, err error) {
	read, err := readContent(itemType, string(text))
	if err != nil {
		return saved, err
	}
	if read.name == "" {
		return saved, fault.New(fault.KindInvalid, "missing-name",
			"the %s needs a usable name, since it is saved under it: lowercase letters, digits and hyphens", itemType)
	}
	if err := checkSavable(itemType, read.name); err != nil {
		return saved, err
	}
	var unseen *fault.Error
	err = s.inTurn(ctx, agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
		saved, unseen = SavedForAgent{}, nil // of this run of the transaction
		stands, err := findKnown(ctx, tx, c, itemType, read.name)
		if err != nil {
			return err
		}
		if _, current := stands.content(); current != read.revision { // else there is nothing to lose
			if unseen, err = agent.showUnseen(ctx, tx, itemType, read.name, stands); err != nil || unseen != nil {
				return err
			}
		}
		item, err := s.storeForAgent(ctx, tx, c, stands, itemType, composition.Edit{
			RevisionID: s.newID(), Name: read.name, Content: read.text, ContentRevision: read.revision,
			Author: composition.ByAI, ActorID: agentActor, Origin: originAgent, TurnID: turn.ID, At: s.clock.Now(),
		})
		if err != nil {
			return err
		}
		if err := agent.show(ctx, tx, item); err != nil {
			return err
		}
		turn.Touch(item.Label())
		if err := tx.UpdateTurn(ctx, turn); err != nil {
			return err
		}
		saved.Created = stands.draft == nil
		saved.CheckedItem, err = s.check(ctx, tx, *c, item)
		return err
	})
	if err == nil && unseen != nil {
		return saved, unseen
	}
	return saved, err
}

// storeForAgent saves over the draft that stands under the name, or makes one.
func (s *Service) storeForAgent(
	ctx context.Context, tx ports.Tx, c *composition.Composition, stands known, itemType composition.ItemType, edit composition.Edit,
) (composition.Item, error) {
	if stands.draft != nil {
		item := *stands.draft
		return item, s.storeEdit(ctx, tx, c, &item, item.ContentRevision, edit)
	}
	item, first := composition.NewItem(s.newID(), c.ID, itemType, edit)
	if stands.object != nil {
		item.BaseItemID, item.BaseContentRevision = stands.object.ID, stands.object.ContentRevision
	}
	return item, s.insertItem(ctx, tx, c, item, first)
}

// maxSavedName is the length of the longest name of an action type or tool, in bytes.
const maxSavedName = 64

// checkSavable refuses names that a draft can't even be found by: lists, addresses and files show it under its name. Any
// other wrong name is saved and reported as a problem.
func checkSavable(itemType composition.ItemType, name string) error {
	if len(name) <= maxSavedName && !strings.ContainsAny(name, `/\`) && !strings.ContainsFunc(name, unicode.IsControl) {
		return nil
	}
	return fault.New(fault.KindInvalid, "invalid-name",
		"the %s can't be saved under the name %.80q: a name has at most %d bytes, and no slashes, backslashes or control characters",
		itemType, name, maxSavedName)
}

// RemoveForAgent removes a draft from the composition; what is published stays. A draft that the agent has not been shown
// as it is now stays too: the fault is stale, and holds the content.
func (s *Service) RemoveForAgent(ctx context.Context, agent Agent, itemType composition.ItemType, name string) error {
	var unseen *fault.Error
	err := s.inTurn(ctx, agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
		if itemType == composition.WorkflowItem {
			return fault.New(fault.KindConflict, "workflow-stays", "a composition always has its one workflow; it can't be removed")
		}
		item, err := tx.ItemByName(ctx, c.ID, itemType, name)
		if err != nil {
			return s.namesInstead(ctx, tx, *c, itemType, name, err)
		}
		if unseen, err = agent.showUnseen(ctx, tx, itemType, name, known{draft: &item}); err != nil || unseen != nil {
			return err
		}
		turn.Touch(item.Label())
		if err := tx.UpdateTurn(ctx, turn); err != nil {
			return err
		}
		return s.setAside(ctx, tx, c, item, turn.ID)
	})
	if err == nil && unseen != nil {
		return unseen
	}
	return err
}
