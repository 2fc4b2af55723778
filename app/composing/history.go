package composing

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/history"
	"heddle.dev/heddle/ports"
)

// RevisionDiff is what leads from one saved state of a draft to another.
type RevisionDiff struct {
	From, To composition.Revision
	Changes  []history.Change
	Workflow *changeset.Difference // nil for action types and tools, and where no operations lead there
}

// DiffRevisions compares two saved states of a draft.
func (s *Service) DiffRevisions(
	ctx context.Context, actor access.Actor, compositionID, itemID, fromID, toID string,
) (diff RevisionDiff, err error) {
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		item, err := tx.ItemByID(ctx, c.ID, itemID)
		if err != nil {
			return err
		}
		if diff.From, err = tx.ItemRevisionByID(ctx, itemID, fromID); err != nil {
			return err
		}
		if diff.To, err = tx.ItemRevisionByID(ctx, itemID, toID); err != nil {
			return err
		}
		diff.Changes = history.Changes(jsontext.Value(diff.From.Content), jsontext.Value(diff.To.Content))
		if item.Type == composition.WorkflowItem {
			diff.Workflow, err = workflowDifference(diff.From.Content, diff.To.Content)
		}
		return err
	})
	return diff, err
}

// workflowDifference is the change set between two documents; nil where there is none.
func workflowDifference(from, to string) (*changeset.Difference, error) {
	before, err := document.Parse([]byte(from))
	if err != nil {
		return nil, err
	}
	after, err := document.Parse([]byte(to))
	if err != nil {
		return nil, err
	}
	difference, err := changeset.Diff(before, after)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // not expressible: the changes tell
	}
	return &difference, nil
}

// Blame tells who put each value of a draft where it is.
type Blame struct {
	Lines     []history.Line
	Revisions map[string]BlamedRevision // by id: those that the lines name
}

// BlamedRevision is a revision with what was said in the turn that made it.
type BlamedRevision struct {
	composition.Revision

	Message   string // of the turn; empty for a person's own edit
	StartedBy string // who sent it
}

// blameBatch is how many saved states are read at once.
const blameBatch = 50

// BlameItem follows a draft through all its saved states. Below narrows the answer to one place, a JSON Pointer in which
// elements of lists go by their ids or names; empty for the whole draft.
func (s *Service) BlameItem(ctx context.Context, actor access.Actor, compositionID, itemID, below string) (blame Blame, err error) {
	if err := checkPointer(below); err != nil {
		return blame, err
	}
	err = s.read(ctx, actor, compositionID, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		if _, err := tx.ItemByID(ctx, c.ID, itemID); err != nil {
			return err
		}
		followed, revisions, err := follow(ctx, tx, itemID)
		if err != nil {
			return err
		}
		blame = Blame{Lines: followed.Lines(below), Revisions: map[string]BlamedRevision{}}
		for _, line := range blame.Lines {
			for _, id := range []string{line.Since, line.Added} {
				if err := blame.name(ctx, tx, c.ID, revisions[id]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return blame, err
}

func checkPointer(text string) error {
	if !jsontext.Pointer(text).IsValid() {
		return fault.New(fault.KindInvalid, "invalid-path", "%q is no JSON Pointer: it starts with a slash, as in /nodes/check/config/title, and a ~ or / in a name is written ~0 or ~1", text)
	}
	return nil
}

func follow(ctx context.Context, tx ports.Tx, itemID string) (*history.Blame, map[string]composition.Revision, error) {
	blame, revisions, after := new(history.Blame), map[string]composition.Revision{}, ""
	for {
		batch, err := tx.ListItemHistory(ctx, itemID, after, blameBatch)
		if err != nil {
			return nil, nil, err
		}
		for _, r := range batch {
			blame.Take(r.ID, jsontext.Value(r.Content))
			after, r.Content = r.ID, ""
			revisions[r.ID] = r
		}
		if len(batch) < blameBatch {
			return blame, revisions, nil
		}
	}
}

// name adds a revision, with the turn that made it.
func (b *Blame) name(ctx context.Context, tx ports.Tx, compositionID string, r composition.Revision) error {
	if _, known := b.Revisions[r.ID]; known {
		return nil
	}
	named := BlamedRevision{Revision: r}
	if r.TurnID != "" {
		turn, err := tx.TurnByID(ctx, compositionID, r.TurnID)
		if err != nil {
			return err
		}
		named.Message, named.StartedBy = turn.Message, turn.StartedBy
	}
	b.Revisions[r.ID] = named
	return nil
}
