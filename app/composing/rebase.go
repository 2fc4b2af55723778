package composing

import (
	"context"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
)

// codeConflicts is the code of the fault of a change set that can't be carried over.
const codeConflicts = "change-set-conflicts"

// rebased carries a change set over to the draft as it is now. A set whose base is the draft stays as it is. The fault
// of conflicts has a problem for each.
func (s *Service) rebased(ctx context.Context, tx ports.Tx, workflow composition.Item, text string) (string, error) {
	set, err := changeset.Parse([]byte(text))
	if err != nil || set.BaseRevision == workflow.ContentRevision {
		return text, err
	}
	earlier, err := tx.ItemRevisionByContent(ctx, workflow.ID, set.BaseRevision)
	if err != nil {
		return "", err
	}
	base, err := document.Parse([]byte(earlier.Content))
	if err != nil {
		return "", err
	}
	current, err := parsedDocument(workflow)
	if err != nil {
		return "", err
	}
	carried, conflicts, err := changeset.Rebase(set, base, current, s.judge)
	if err != nil {
		return "", err
	}
	if len(conflicts) > 0 {
		return "", conflictsFault(current, conflicts)
	}
	return string(carried.Text()), nil
}

func (s *Service) judge(d *document.Document) []fault.Problem {
	return validation.Validator{Expressions: s.compiler}.Document(d, nil)
}

func conflictsFault(current *document.Document, conflicts []changeset.Conflict) error {
	problems := make([]fault.Problem, len(conflicts))
	for i, conflict := range conflicts {
		problems[i] = fault.Problem{Severity: fault.SeverityError, Code: "CONFLICT", Field: conflict.Field, Message: conflict.Reason}
		if _, isNode := current.Node(conflict.ElementID); isNode {
			problems[i].NodeID = conflict.ElementID
		} else if _, isEdge := current.Edge(conflict.ElementID); isEdge {
			problems[i].EdgeID = conflict.ElementID
		}
	}
	return fault.New(fault.KindConflict, codeConflicts,
		"the workflow was changed meanwhile where the AI wants to change it too: see the problems. Nothing was changed. "+
			"Undo your change, or reject the change set (changeset-resolution) and ask the AI again").WithProblems(problems)
}
