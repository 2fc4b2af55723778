package composing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// UndoneItem is what undoing a turn did to a draft, or would do.
type UndoneItem struct {
	Type   composition.ItemType
	Name   string
	Fate   composition.Fate
	Reason string // why it was left alone
}

// Undone is what undoing a turn did, or would do.
type Undone struct {
	Workflow UndoneWorkflow
	Items    []UndoneItem // the action types and tools that the turn touched
}

// UndoTurn takes back what a turn changed, and nothing else: later work stays, and what it stands on is left alone and
// named. A dry run answers what would happen and changes nothing. Everything that is taken back is a new revision, so
// that it can be restored. Where the workflow changes it needs the editor lease while a window holds it.
func (s *Service) UndoTurn(
	ctx context.Context, actor access.Actor, compositionID, turnID, leaseID string, dryRun bool,
) (undone Undone, err error) {
	err = s.change(ctx, actor, access.CompositionEdit, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		if err := c.RequireNoTurn(); err != nil {
			return err
		}
		turn, err := tx.TurnByID(ctx, c.ID, turnID)
		if err != nil {
			return err
		}
		u := undo{tracer: tracer{Service: s, tx: tx, c: c, turn: turn}, actor: actor}
		if undone, err = u.plan(ctx); err != nil || dryRun {
			return err
		}
		if err := u.requireLease(undone.Workflow, leaseID); err != nil {
			return err
		}
		if err := u.perform(ctx, undone); err != nil {
			return err
		}
		return s.storeNotice(ctx, tx, c, turn.ID, undone.String())
	})
	return undone, err
}

// undo is the undoing of one turn under way.
type undo struct {
	tracer

	actor  access.Actor
	traces []composition.TurnTrace // of the items of the plan, in its order
}

func (u *undo) plan(ctx context.Context) (undone Undone, err error) {
	saved, err := u.tx.ListTurnRevisions(ctx, u.turn.ID)
	if err != nil {
		return undone, err
	}
	if undone.Workflow, err = u.planWorkflow(ctx, saved); err != nil {
		return undone, err
	}
	if u.traces, err = u.trace(ctx, saved); err != nil {
		return undone, err
	}
	for i, undoing := range composition.UndoAll(u.traces) {
		trace := u.traces[i]
		undone.Items = append(undone.Items, UndoneItem{Type: trace.Item.Type, Name: trace.Name, Fate: undoing.Fate, Reason: undoing.Reason})
	}
	return undone, u.spare(ctx, &undone)
}

func (u *undo) perform(ctx context.Context, undone Undone) error {
	if err := u.performWorkflow(ctx, &undone.Workflow); err != nil {
		return err
	}
	for i, trace := range u.traces {
		if err := u.performItem(ctx, trace, undone.Items[i].Fate); err != nil {
			return err
		}
	}
	return nil
}

func (u *undo) performItem(ctx context.Context, trace composition.TurnTrace, fate composition.Fate) error {
	item := trace.Item
	switch fate {
	case composition.Restored:
		return u.restore(ctx, &item, trace.Before)
	case composition.BroughtBack:
		item.BringBack(trace.Name, u.clock.Now())
		if err := u.tx.UpdateItem(ctx, item); err != nil {
			return err
		}
		return u.restore(ctx, &item, trace.Before)
	case composition.Discarded: // kept under no turn's name, so that nothing is lost and nothing brings it back
		return u.setAside(ctx, u.tx, u.c, item, originUndo+":"+u.turn.ID)
	default:
		return nil
	}
}

// restore makes what the draft was before the turn current again, as a new revision.
func (u *undo) restore(ctx context.Context, item *composition.Item, before *composition.Revision) error {
	earlier, err := u.tx.ItemRevisionByID(ctx, item.ID, before.ID)
	if err != nil {
		return err
	}
	edit, err := u.edit(item.Type, earlier.Content)
	if err != nil {
		return err
	}
	if edit.ContentRevision == item.ContentRevision {
		return u.tellItem(ctx, u.tx, u.c, *item) // it was removed as it had been
	}
	return u.storeEdit(ctx, u.tx, u.c, item, item.ContentRevision, edit)
}

// edit is an edit by the person who undoes the turn.
func (u *undo) edit(itemType composition.ItemType, text string) (composition.Edit, error) {
	read, err := readContent(itemType, text)
	return composition.Edit{
		RevisionID: u.newID(), Name: read.name, Content: read.text, ContentRevision: read.revision,
		Author: composition.ByUser, ActorID: u.actor.ID(), Origin: originUndo, At: u.clock.Now(),
	}, err
}

// String is what the chat is told.
func (u Undone) String() string {
	words := []string{"There was nothing of the turn to undo."}
	if u.changes() {
		words[0] = "The turn was undone."
	}
	if word := u.Workflow.words(); word != "" {
		words = append(words, word)
	}
	for _, item := range u.Items {
		if word, ok := fateWords[item.Fate]; ok {
			words = append(words, fmt.Sprintf("The %s %q %s.", strings.ReplaceAll(string(item.Type), "-", " "), item.Name, because(word, item.Reason)))
		}
	}
	return strings.Join(words, " ")
}

// changes tells whether anything is taken back.
func (u Undone) changes() bool {
	leaves := func(fate composition.Fate) bool { return fate == composition.Untouched || fate == composition.Kept }
	return !leaves(u.Workflow.Fate) || slices.ContainsFunc(u.Items, func(item UndoneItem) bool { return !leaves(item.Fate) })
}

var fateWords = map[composition.Fate]string{
	composition.Restored:    "is again what it was before",
	composition.Discarded:   "is gone, since the turn had made it",
	composition.BroughtBack: "is back",
	composition.Carried:     "has lost what the turn changed and kept what was changed since",
	composition.Withdrawn:   "was not changed yet: the change set that waited was withdrawn",
	composition.Kept:        "was left alone",
}

func because(word, reason string) string {
	if reason == "" {
		return word
	}
	return word + ": " + reason
}
