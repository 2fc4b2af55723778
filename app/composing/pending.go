package composing

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/layout"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// creditTurn tells whose revision a save with a turn id is: the turn's if the content is exactly the draft with the
// pending change set applied, else the person's. Either way the change set is no longer pending.
func (s *Service) creditTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, item composition.Item, turnID string, edit *composition.Edit,
) error {
	if item.Type != composition.WorkflowItem {
		return fault.New(fault.KindConflict, "not-pending", "only the workflow has change sets that wait; save %s without a turn id", item.Label())
	}
	if err := c.RequirePending(turnID); err != nil {
		return err
	}
	_, rev, err := applyText(item.Content, c.Pending.ChangeSet)
	if err == nil && rev == edit.ContentRevision {
		edit.Author, edit.ActorID, edit.TurnID = composition.ByAI, agentActor, turnID
	}
	return s.setSaved(ctx, tx, c, turnID, edit.At)
}

// setSaved notes that the pending change set is in the workflow now; an editor that was waited for has answered.
func (s *Service) setSaved(ctx context.Context, tx ports.Tx, c *composition.Composition, turnID string, at time.Time) error {
	awaited := c.TurnState == composition.Resolving
	if err := c.SaveSet(turnID, at); err != nil {
		return err
	}
	if err := tx.UpdateComposition(ctx, *c); err != nil || !awaited {
		return err
	}
	return s.tellTurnByID(ctx, tx, c, turnID)
}

// ApplyPending applies the pending change set on the server, for people without an editor. New nodes are placed near
// their neighbours; what the person placed stays where it is. A change set whose base has changed meanwhile is carried
// over to what is there now; where both changed the same thing, the conflicts are named and the set goes on waiting.
// While a window holds the editor lease, only its lease id opens this.
func (s *Service) ApplyPending(ctx context.Context, actor access.Actor, compositionID, leaseID string) (applied CheckedItem, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		if c.Pending == nil {
			return fault.New(fault.KindConflict, "nothing-pending", "no change set waits to be applied")
		}
		if err := c.RequireLease(leaseID, s.clock.Now()); err != nil {
			return err
		}
		item, err := tx.WorkflowItem(ctx, c.ID)
		if err != nil {
			return err
		}
		set, err := s.rebased(ctx, tx, item, c.Pending.ChangeSet)
		if err != nil {
			return err
		}
		text, rev, err := placed(item.Content, set)
		if err != nil {
			return err
		}
		turnID, now := c.Pending.TurnID, s.clock.Now()
		if err := s.setSaved(ctx, tx, c, turnID, now); err != nil {
			return err
		}
		err = s.storeEdit(ctx, tx, c, &item, item.ContentRevision, composition.Edit{
			RevisionID: s.newID(), Content: text, ContentRevision: rev, Author: composition.ByAI, ActorID: agentActor,
			Origin: originChangeSet, TurnID: turnID, At: now,
		})
		if err != nil {
			return err
		}
		applied, err = s.check(ctx, tx, *c, item)
		return err
	})
	return applied, err
}

// placed applies a change set and gives the nodes without a position one.
func placed(text, changeSet string) (string, revision.Revision, error) {
	changed, rev, err := applyText(text, changeSet)
	if err != nil {
		return "", "", err
	}
	d, err := document.Parse([]byte(changed))
	if err != nil {
		return "", "", err
	}
	return string(withPositions(d).Text()), rev, nil
}

// withPositions gives the nodes without a position one.
func withPositions(d *document.Document) *document.Document {
	var unplaced []string
	for _, node := range d.Nodes() {
		if _, _, ok := node.Position(); !ok {
			unplaced = append(unplaced, node.ID())
		}
	}
	return layout.Place(d, unplaced)
}
