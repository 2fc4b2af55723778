package composing

import (
	"context"
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// reprompt asks the agent once more, in the same turn, since what it proposed conflicts with what the person changed.
// Its work starts anew from the workflow as it is now. The stale set goes on waiting until the agent's next one takes
// its place, so that nothing is lost if there is none.
func (s *Service) reprompt(
	ctx context.Context, tx ports.Tx, c *composition.Composition, turn *composition.Turn, workflow composition.Item, conflicts []fault.Problem,
) error {
	now := s.clock.Now()
	changes, err := s.changesSinceSet(ctx, tx, workflow, c.Pending.ChangeSet)
	if err != nil {
		return err
	}
	if err := c.ReviveTurn(turn.ID, now); err != nil {
		return err
	}
	turn.Reopen()
	last, err := tx.LatestWorkingCopy(ctx, turn.ID)
	if err != nil {
		return err
	}
	if err := tx.InsertWorkingCopy(ctx, last.Restart(workflow.Content, workflow.ContentRevision, now)); err != nil {
		return err
	}
	if err := s.announce(ctx, tx, c, turn, noticeRestarted); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, DeliverMessageJob, DeliverMessage{
		CompositionID: c.ID, SessionID: c.SessionID, TurnID: turn.ID, Reprompt: true,
		Message: repromptText(conflicts, changes, workflow.ContentRevision),
	}, turn.ID+"/again")
}

// changesSinceSet says in words what was changed in the workflow since the document that a change set is based on.
func (s *Service) changesSinceSet(ctx context.Context, tx ports.Tx, workflow composition.Item, changeSet string) (string, error) {
	set, err := changeset.Parse([]byte(changeSet))
	if err != nil {
		return "", err
	}
	base, err := tx.ItemRevisionByContent(ctx, workflow.ID, set.BaseRevision)
	if err != nil {
		return "", err
	}
	return inWords(base.Content, workflow.Content)
}

// inWords says what leads from one document to another; nothing for no change of content.
func inWords(before, after string) (string, error) {
	from, err := document.Parse([]byte(before))
	if err != nil {
		return "", err
	}
	to, err := document.Parse([]byte(after))
	if err != nil {
		return "", err
	}
	if revision.OfDocument(from) == revision.OfDocument(to) {
		return "", nil
	}
	return summaryBetween(from, to), nil
}

func repromptText(conflicts []fault.Problem, changes string, now revision.Revision) string {
	var text strings.Builder
	text.WriteString("[Your change set was not applied: while you worked, the user changed the same things.]\n")
	fmt.Fprintf(&text, "[What the user changed: %s.]\n[Conflicts:\n", changes)
	for _, conflict := range conflicts {
		fmt.Fprintf(&text, "- %s: %s\n", placeOf(conflict), conflict.Message)
	}
	fmt.Fprintf(&text, "]\n[Workflow revision: %s. It holds the user's changes and none of yours of this turn; get_composition shows it.]\n", now)
	text.WriteString("Keep what the user changed, and propose again what of the request is still to be done. " +
		"This is the last try in this turn: if the two can't go together, say so and propose nothing.")
	return text.String()
}

func placeOf(p fault.Problem) string {
	place := "workflow"
	switch {
	case p.NodeID != "":
		place = "node " + p.NodeID
	case p.EdgeID != "":
		place = "edge " + p.EdgeID
	}
	if p.Field != "" {
		place += ", field " + p.Field
	}
	return place
}
