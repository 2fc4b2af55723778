package composing

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Agent is the caller of the agent routes: the one session whose token was shown. It may do what the person who
// started the running turn may do, within its own composition.
type Agent struct {
	compositionID string
}

// HashToken is the form in which session tokens are stored.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// AuthenticateAgent answers the agent whose session token this is. A missing, wrong or old token, another
// composition's, or no composition at all are one and the same fault, so that nothing can be probed.
func (s *Service) AuthenticateAgent(ctx context.Context, compositionID, token string) (Agent, error) {
	refused := fault.New(fault.KindUnauthenticated, "session-token",
		"this needs the token of this composition's agent session in X-Heddle-Session-Token")
	if token == "" {
		return Agent{}, refused
	}
	var session composition.Session
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, compositionID)
		if err != nil {
			return err
		}
		session, err = tx.SessionByID(ctx, c.SessionID)
		return err
	})
	if fault.KindOf(err) == fault.KindNotFound && err != nil {
		return Agent{}, refused
	}
	if err != nil {
		return Agent{}, err
	}
	if session.TokenHash == "" || subtle.ConstantTimeCompare([]byte(session.TokenHash), []byte(HashToken(token))) != 1 {
		return Agent{}, refused
	}
	return Agent{compositionID: compositionID}, nil
}

// view runs a read of the agent's composition.
func (s *Service) view(
	ctx context.Context, agent Agent, do func(ctx context.Context, tx ports.Tx, c composition.Composition) error,
) error {
	return s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, agent.compositionID)
		if err != nil {
			return err
		}
		return do(ctx, tx, c)
	})
}

// inTurn runs a change by the agent, which is possible only inside a turn that a person started.
func (s *Service) inTurn(
	ctx context.Context, agent Agent,
	do func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.LockComposition(ctx, agent.compositionID)
		if err != nil {
			return err
		}
		if c.CurrentTurnID == "" {
			return fault.New(fault.KindConflict, "no-turn",
				"no turn is running, so nothing can be changed; wait for the person's next message")
		}
		turn, err := tx.TurnByID(ctx, c.ID, c.CurrentTurnID)
		if err != nil {
			return err
		}
		return do(ctx, tx, &c, turn)
	})
}

// AgentView is a composition as its agent sees it.
type AgentView struct {
	Composition composition.Composition
	Workflow    CheckedItem // the content is the running turn's working copy
	Items       []CheckedItem
}

// ViewForAgent shows the agent the composition, with the turn's working copy as the workflow.
func (s *Service) ViewForAgent(ctx context.Context, agent Agent) (view AgentView, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		items, err := tx.ListItems(ctx, c.ID)
		if err != nil {
			return err
		}
		if err := s.showWorkingCopy(ctx, tx, c, &items[0]); err != nil {
			return err
		}
		checked, err := s.checkAll(ctx, tx, c, items)
		if err != nil {
			return err
		}
		view = AgentView{Composition: c, Workflow: checked[0], Items: checked[1:]}
		return nil
	})
	return view, err
}

// showWorkingCopy puts the running turn's working copy in the place of the draft.
func (s *Service) showWorkingCopy(ctx context.Context, tx ports.Tx, c composition.Composition, workflow *composition.Item) error {
	if c.CurrentTurnID == "" {
		return nil
	}
	copied, err := tx.LatestWorkingCopy(ctx, c.CurrentTurnID)
	if err != nil {
		return err
	}
	workflow.Content, workflow.ContentRevision = copied.Content, copied.ContentRevision
	return nil
}

// AgentItem is an item as its agent reads it: a draft, or a published object that is no draft yet.
type AgentItem struct {
	CheckedItem
	FromCatalog bool
}

// ItemForAgent reads one item in full, from the drafts or else from the catalog.
func (s *Service) ItemForAgent(ctx context.Context, agent Agent, itemType composition.ItemType, name string) (item AgentItem, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		item, err = s.itemForAgent(ctx, tx, c, itemType, name)
		return err
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
	object, err := lookUp(ctx, tx, kindOf(itemType), c.TeamID, name)
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
	return fault.New(fault.KindNotFound, "not-found", "there is no %s %q, neither as a draft nor in the catalog; the drafts are %q", itemType, name, names)
}

// ChangeSetOutcome is what became of a proposed change set.
type ChangeSetOutcome struct {
	Refused  *changeset.Error // nil if it was applied
	Revision string           // of the working copy now
	Problems []fault.Problem  // that the validator sees in the working copy now
}

// ProposeChangeSet applies a change set to the turn's working copy. A refused set is an outcome, not an error: the
// agent is to read why and try again.
func (s *Service) ProposeChangeSet(ctx context.Context, agent Agent, text []byte) (outcome ChangeSetOutcome, err error) {
	err = s.inTurn(ctx, agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
		last, err := tx.LatestWorkingCopy(ctx, turn.ID)
		if err != nil {
			return err
		}
		next, err := s.advance(last, text)
		if refused := new(changeset.Error); errors.As(err, &refused) {
			outcome.Refused, next = refused, last
		} else if err != nil {
			return err
		} else if err := tx.InsertWorkingCopy(ctx, next); err != nil {
			return err
		}
		outcome.Revision = string(next.ContentRevision)
		outcome.Problems, err = s.workflowProblems(ctx, tx, *c, next.Content)
		return err
	})
	return outcome, err
}

// advance applies the text of a change set to a working copy. The server signs it: an agent can't speak for others.
func (s *Service) advance(last composition.WorkingCopy, text []byte) (composition.WorkingCopy, error) {
	set, err := changeset.Parse(text)
	if err != nil {
		return last, err
	}
	signed := set.WithAuthor(agentActor)
	changed, rev, err := applyText(last.Content, string(signed.Text()))
	if err != nil {
		return last, err
	}
	return last.Next(string(signed.Text()), changed, rev, s.clock.Now()), nil
}

// SavedForAgent is an item that an agent saved.
type SavedForAgent struct {
	CheckedItem
	Created bool
}

// SaveForAgent saves an action type or tool as a revision of the running turn, and with it locks the item until the
// turn ends. A draft that is not valid is saved with its problems. A name that only the catalog knows becomes a
// draft based on it.
func (s *Service) SaveForAgent(ctx context.Context, agent Agent, itemType composition.ItemType, text []byte) (saved SavedForAgent, err error) {
	read, err := readContent(itemType, string(text))
	if err != nil {
		return saved, err
	}
	if read.name == "" {
		return saved, fault.New(fault.KindInvalid, "missing-name",
			"the %s needs a usable name, since it is saved under it: lowercase letters, digits and hyphens", itemType)
	}
	err = s.inTurn(ctx, agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
		edit := composition.Edit{
			RevisionID: s.newID(), Name: read.name, Content: read.text, ContentRevision: read.revision,
			Author: composition.ByAI, ActorID: agentActor, Origin: originAgent, TurnID: turn.ID, At: s.clock.Now(),
		}
		item, err := tx.ItemByName(ctx, c.ID, itemType, read.name)
		switch {
		case err == nil:
			err = s.storeEdit(ctx, tx, c, &item, item.ContentRevision, edit)
		case fault.KindOf(err) == fault.KindNotFound:
			saved.Created = true
			item, err = s.draftForAgent(ctx, tx, c, itemType, edit)
		}
		if err != nil {
			return err
		}
		turn.Touch(item.Label())
		if err := tx.UpdateTurn(ctx, turn); err != nil {
			return err
		}
		saved.CheckedItem, err = s.check(ctx, tx, *c, item)
		return err
	})
	return saved, err
}

func (s *Service) draftForAgent(
	ctx context.Context, tx ports.Tx, c *composition.Composition, itemType composition.ItemType, edit composition.Edit,
) (composition.Item, error) {
	item, first := composition.NewItem(s.newID(), c.ID, itemType, edit)
	base, err := lookUp(ctx, tx, kindOf(itemType), c.TeamID, item.Name)
	if err == nil {
		item.BaseItemID, item.BaseContentRevision = base.ID, base.ContentRevision
	} else if fault.KindOf(err) != fault.KindNotFound {
		return item, err
	}
	return item, s.insertItem(ctx, tx, c, item, first)
}

// RemoveForAgent removes a draft from the composition; what is published stays.
func (s *Service) RemoveForAgent(ctx context.Context, agent Agent, itemType composition.ItemType, name string) error {
	return s.inTurn(ctx, agent, func(ctx context.Context, tx ports.Tx, c *composition.Composition, turn composition.Turn) error {
		if itemType == composition.WorkflowItem {
			return fault.New(fault.KindConflict, "workflow-stays", "a composition always has its one workflow; it can't be removed")
		}
		item, err := tx.ItemByName(ctx, c.ID, itemType, name)
		if err != nil {
			return s.namesInstead(ctx, tx, *c, itemType, name, err)
		}
		turn.Touch(item.Label())
		if err := tx.UpdateTurn(ctx, turn); err != nil {
			return err
		}
		return s.removeItem(ctx, tx, c, item)
	})
}
