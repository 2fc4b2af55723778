package composing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// preamble tells the agent, before the person's words, what it has to know about the moment. The previous turn is nil
// where this is the first.
func (s *Service) preamble(
	ctx context.Context, tx ports.Tx, previous *composition.Turn, copied composition.WorkingCopy, workflow composition.Item, message Message,
) (string, error) {
	var lines strings.Builder
	fmt.Fprintf(&lines, "[Workflow revision: %s]\n", copied.ContentRevision)
	if previous != nil {
		changes, err := s.changesSince(ctx, tx, *previous, workflow)
		if err != nil {
			return "", err
		}
		for _, change := range changes {
			fmt.Fprintf(&lines, "[Since your last turn began, the user changed this: %s]\n", change)
		}
	}
	if message.ContentRevision != "" && message.ContentRevision != workflow.ContentRevision {
		fmt.Fprintf(&lines, "[The message was written while revision %s was shown; the workflow has changed since.]\n", message.ContentRevision)
	}
	if len(message.NodeIDs)+len(message.EdgeIDs) > 0 {
		fmt.Fprintf(&lines, "[Selected nodes: %s; edges: %s]\n", strings.Join(message.NodeIDs, ", "), strings.Join(message.EdgeIDs, ", "))
	}
	return lines.String(), nil
}

// changesSince says in words what people changed in the drafts since a turn began.
func (s *Service) changesSince(
	ctx context.Context, tx ports.Tx, previous composition.Turn, workflow composition.Item,
) (changes []string, err error) {
	stretches, err := userStretches(ctx, tx, workflow, previous)
	if err != nil {
		return nil, err
	}
	for _, stretch := range stretches {
		change, err := s.stretchInWords(ctx, tx, workflow.ID, stretch)
		if err != nil {
			return nil, err
		}
		if change != "" {
			changes = append(changes, "workflow: "+change)
		}
	}
	items, err := itemChanges(ctx, tx, previous)
	return append(changes, items...), err
}

// stretch is a run of revisions by people, from the one before it to its last.
type stretch struct{ before, last string }

// maxLookedAt bounds how many revisions are looked at. Where there are more, the earliest changes go untold.
const maxLookedAt = 200

// userStretches finds the runs of revisions by people since a turn began, the earliest first. Editors save at every
// pause, so that telling of single revisions would be tedious. Ids are in the order of time.
func userStretches(ctx context.Context, tx ports.Tx, item composition.Item, since composition.Turn) (found []stretch, err error) {
	revisions, err := tx.ListItemRevisions(ctx, item.ID, ports.Page{Limit: maxLookedAt})
	if err != nil {
		return nil, err
	}
	slices.Reverse(revisions)
	for i := 1; i < len(revisions); i++ {
		this, before := revisions[i], revisions[i-1]
		if this.Author != composition.ByUser || this.ID < since.ID {
			continue
		}
		if last := len(found) - 1; last >= 0 && found[last].last == before.ID {
			found[last].last = this.ID
		} else {
			found = append(found, stretch{before: before.ID, last: this.ID})
		}
	}
	return found, nil
}

func (s *Service) stretchInWords(ctx context.Context, tx ports.Tx, itemID string, run stretch) (string, error) {
	before, err := tx.ItemRevisionByID(ctx, itemID, run.before)
	if err != nil {
		return "", err
	}
	last, err := tx.ItemRevisionByID(ctx, itemID, run.last)
	if err != nil {
		return "", err
	}
	return inWords(before.Content, last.Content)
}

// itemChanges names the action types and tools that people added, edited or removed.
func itemChanges(ctx context.Context, tx ports.Tx, previous composition.Turn) (changes []string, err error) {
	items, err := tx.ListItems(ctx, previous.CompositionID)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, item := range items[1:] {
		there[item.Label()] = true
		edited, err := editedSince(ctx, tx, item, previous)
		if err != nil {
			return nil, err
		}
		switch {
		case !slices.Contains(previous.Drafts, item.Label()):
			changes = append(changes, item.Label()+" was added")
		case edited:
			changes = append(changes, item.Label()+" was edited")
		}
	}
	for _, label := range previous.Drafts {
		if !there[label] {
			changes = append(changes, label+" was removed")
		}
	}
	return changes, nil
}

func editedSince(ctx context.Context, tx ports.Tx, item composition.Item, turn composition.Turn) (bool, error) {
	if item.LastAuthor != composition.ByUser {
		return false, nil
	}
	newest, err := tx.ListItemRevisions(ctx, item.ID, ports.Page{Limit: 1})
	if err != nil || len(newest) == 0 {
		return false, err
	}
	return newest[0].ID > turn.ID, nil
}

// draftLabels lists the labels of a composition's action types and tools.
func draftLabels(ctx context.Context, tx ports.Tx, compositionID string) ([]string, error) {
	items, err := tx.ListItems(ctx, compositionID)
	if err != nil {
		return nil, err
	}
	labels := make([]string, 0, len(items))
	for _, item := range items[1:] {
		labels = append(labels, item.Label())
	}
	return labels, nil
}
