package composing

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/layout"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// Resolution is what became of a turn's change set, as an editor tells it.
type Resolution string

// The resolutions.
const (
	Applied  Resolution = "applied"  // saved with the turn id, in live mode
	Accepted Resolution = "accepted" // saved with the turn id, after review
	Rejected Resolution = "rejected" // the person does not want it
	Stale    Resolution = "stale"    // it no longer fits the workflow
	Unusable Resolution = "failed"   // the editor could not apply it
)

func (s *Service) tellChangeSet(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
	return s.tell(ctx, tx, c, eventChangeSet, changeSetPending{
		CompositionID: c.ID, TurnID: c.Pending.TurnID, ChangeSet: jsontext.Value(c.Pending.ChangeSet),
	})
}

// creditTurn tells whose revision a save with a turn id is: the turn's if the content is exactly the draft with the
// pending change set applied, else the person's. Either way the change set is no longer pending.
func (s *Service) creditTurn(
	ctx context.Context, tx ports.Tx, c *composition.Composition, item composition.Item, turnID string, edit *composition.Edit,
) error {
	if c.Pending == nil || c.Pending.TurnID != turnID || item.Type != composition.WorkflowItem {
		return notPending(turnID)
	}
	_, rev, err := applyText(item.Content, c.Pending.ChangeSet)
	if err == nil && rev == edit.ContentRevision {
		edit.Author, edit.ActorID, edit.TurnID = composition.ByAI, agentActor, turnID
	}
	c.ClearPending(turnID, edit.At)
	return tx.UpdateComposition(ctx, *c)
}

// ResolveChangeSet takes an editor's word on what became of a turn's change set. Saying that it was applied after the
// save that applied it changes nothing.
func (s *Service) ResolveChangeSet(
	ctx context.Context, actor access.Actor, compositionID, turnID string, resolution Resolution,
) (resolved composition.Composition, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		turn, err := tx.TurnByID(ctx, c.ID, turnID)
		if err != nil {
			return err
		}
		pending := c.Pending != nil && c.Pending.TurnID == turnID
		switch resolution {
		case Applied, Accepted:
			if pending {
				return fault.New(fault.KindConflict, "not-saved",
					"the change set still waits: save the workflow with this turn id first, or apply it through pending-changeset/apply")
			}
		case Rejected, Stale:
			if !c.ClearPending(turnID, s.clock.Now()) {
				return notPending(turnID)
			}
		case Unusable: // stays pending: the person may reload and try again
		}
		resolved = *c
		if err := tx.UpdateComposition(ctx, *c); err != nil {
			return err
		}
		return s.tellTurn(ctx, tx, c, turn)
	})
	return resolved, err
}

func notPending(turnID string) error {
	return fault.New(fault.KindConflict, "not-pending", "the turn %q has no change set that waits to be applied", turnID)
}

// ApplyPending applies the pending change set on the server, for people without an editor. New nodes are placed near
// their neighbours; what the person placed stays where it is. A change set whose base has changed meanwhile is carried over to what is there now;
// where both changed the same thing, the conflicts are named and the set goes on waiting.
func (s *Service) ApplyPending(ctx context.Context, actor access.Actor, compositionID string) (applied CheckedItem, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		if c.Pending == nil {
			return fault.New(fault.KindConflict, "nothing-pending", "no change set waits to be applied")
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
		c.ClearPending(turnID, now)
		if err := tx.UpdateComposition(ctx, *c); err != nil {
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
