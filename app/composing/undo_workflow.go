package composing

import (
	"context"
	"errors"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/layout"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// UndoneWorkflow is what undoing a turn did to the workflow, or would do.
type UndoneWorkflow struct {
	Fate      composition.Fate
	Reason    string
	Summary   string            // of what is taken back, in words
	Content   string            // the workflow afterwards; empty where it stays
	Revision  revision.Revision // its content revision then
	Conflicts []fault.Problem   // between the undoing and what was changed since, where it stays for that

	item composition.Item // as it is
}

func (w UndoneWorkflow) words() string {
	word, ok := fateWords[w.Fate]
	if !ok {
		return ""
	}
	return "The workflow " + because(word, w.Reason) + "."
}

// planWorkflow finds what the workflow is without the turn. While the newest revision is the turn's, that is the
// document before it. Later, the inverse of what the turn changed is carried over to what the workflow is by now.
func (u *undo) planWorkflow(ctx context.Context, saved []composition.Revision) (w UndoneWorkflow, err error) {
	if w.item, err = u.tx.WorkflowItem(ctx, u.c.ID); err != nil {
		return w, err
	}
	var turns []composition.Revision
	for _, r := range saved {
		if r.ItemID == w.item.ID {
			turns = append(turns, r)
		}
	}
	if u.c.Pending != nil && u.c.Pending.TurnID == u.turn.ID {
		w.Fate = composition.Withdrawn
		return w, nil
	}
	if len(turns) == 0 {
		return w, u.unsaved(ctx, &w)
	}
	return w, u.without(ctx, &w, turns)
}

// unsaved tells what became of the change set of a turn that has no revision of the workflow.
func (u *undo) unsaved(ctx context.Context, w *UndoneWorkflow) error {
	w.Fate = composition.Untouched
	if u.turn.ChangeSet == "" {
		return nil
	}
	w.Reason = "what the turn proposed was not applied as it was proposed"
	text, err := u.rebased(ctx, u.tx, w.item, u.turn.ChangeSet)
	if err != nil {
		if fault.CodeOf(err) == codeConflicts {
			return nil
		}
		return unlessMissing(err)
	}
	if left, err := changeset.Parse([]byte(text)); err != nil || len(left.Ops()) > 0 {
		return err
	}
	w.Fate, w.Reason = composition.Kept, "what the turn proposed came into it together with other changes, of a later turn or of a person: "+
		"undo that turn, or restore an earlier revision"
	return nil
}

// without takes the turn's revisions of the workflow back, the last one first.
func (u *undo) without(ctx context.Context, w *UndoneWorkflow, turns []composition.Revision) error {
	newest, err := u.tx.ListItemRevisions(ctx, w.item.ID, ports.Page{Limit: 1})
	if err != nil {
		return err
	}
	w.Fate = composition.Restored
	current, err := parsedDocument(w.item)
	if err != nil {
		return err
	}
	start := current
	top := newest[0].ID // while the current content is this revision's, what was before it simply comes back
	for i := len(turns) - 1; i >= 0; i-- {
		s, err := u.step(ctx, w.item.ID, turns[i].ID)
		if err != nil {
			return err
		}
		if turns[i].ID == top {
			current, top = s.before, s.beforeID
			continue
		}
		w.Fate, top = composition.Carried, ""
		if current, w.Conflicts, err = u.carry(s, current); err != nil || w.Conflicts != nil {
			return u.leave(w, err)
		}
	}
	return u.outcome(w, start, current)
}

// leave notes that the workflow stays as it is.
func (u *undo) leave(w *UndoneWorkflow, err error) error {
	w.Fate, w.Reason = composition.Kept, "it was changed since where the turn had changed it too"
	if refused := new(changeset.Error); errors.As(err, &refused) {
		w.Reason = "what the turn did can't be taken back by operations: " + refused.Reason
		return nil
	}
	return err
}

func (u *undo) outcome(w *UndoneWorkflow, start, current *document.Document) error {
	w.Revision = revision.OfDocument(current)
	if w.Revision == w.item.ContentRevision {
		w.Fate, w.Reason = composition.Untouched, "nothing of it is left"
		return nil
	}
	w.Content = string(withPositions(layout.Keep(current, start)).Text()) // what was moved since stays where it is
	w.Summary = summaryBetween(start, current)
	return nil
}

// summaryBetween says in words what leads from one document to another.
func summaryBetween(before, after *document.Document) string {
	difference, err := changeset.Diff(before, after)
	if err != nil {
		return "changes the workflow as a whole"
	}
	return changeset.SummariseFor(difference.ChangeSet, before)
}

// turnStep is one revision of the workflow that a turn made.
type turnStep struct {
	before, after *document.Document
	beforeID      string
}

func (u *undo) step(ctx context.Context, itemID, revisionID string) (s turnStep, err error) {
	made, err := u.tx.ItemRevisionByID(ctx, itemID, revisionID)
	if err != nil {
		return s, err
	}
	earlier, err := u.tx.ItemRevisionBefore(ctx, itemID, revisionID)
	if err != nil {
		return s, err // there is always the one that the composition began with
	}
	if s.after, err = document.Parse([]byte(made.Content)); err != nil {
		return s, err
	}
	s.beforeID = earlier.ID
	s.before, err = document.Parse([]byte(earlier.Content))
	return s, err
}

// requireLease keeps the workflow from changing under the window that edits it.
func (u *undo) requireLease(w UndoneWorkflow, leaseID string) error {
	if w.Fate != composition.Restored && w.Fate != composition.Carried {
		return nil
	}
	return w.item.RequireEditable(u.c, leaseID, u.clock.Now())
}

func (u *undo) performWorkflow(ctx context.Context, w *UndoneWorkflow) error {
	switch w.Fate {
	case composition.Withdrawn:
		if err := u.c.RejectSet(u.turn.ID, u.clock.Now()); err != nil {
			return err
		}
		return u.tx.UpdateComposition(ctx, *u.c)
	case composition.Restored, composition.Carried:
		edit, err := u.edit(composition.WorkflowItem, w.Content)
		if err != nil {
			return err
		}
		return u.storeEdit(ctx, u.tx, u.c, &w.item, w.item.ContentRevision, edit)
	default:
		return nil
	}
}
