package changeset

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// CurrentRevision stands for "whatever revision is there" in change sets given to
// the command line, which replaces it. Nothing in this package accepts it: an agent
// that could say "current" would overwrite what it has not seen.
const CurrentRevision revision.Revision = "@current"

// Apply applies the operations in order, later ones seeing earlier ones, all or
// nothing, whatever the base revision is. The error is an *Error; the document
// given is never changed.
func Apply(d *document.Document, set *ChangeSet) (*document.Document, error) {
	if len(set.ops) == 0 {
		return d, nil
	}
	editor := d.Edit()
	for i, op := range set.ops {
		if op.malformed != nil {
			return nil, op.malformed.at(i)
		}
		if refused := op.body.apply(editor); refused != nil {
			return nil, refused.at(i)
		}
	}
	return editor.Document(), nil
}

// ApplyChecked is Apply for a change set whose base revision must be that of the
// document, else the error has code Stale. A missing base counts as stale.
func ApplyChecked(d *document.Document, set *ChangeSet) (*document.Document, error) {
	if refused := checkBase(set, revision.OfDocument(d)); refused != nil {
		return nil, refused
	}
	return Apply(d, set)
}

func checkBase(set *ChangeSet, current revision.Revision) *Error {
	switch set.BaseRevision {
	case current:
		return nil
	case "":
		return refuse(Stale, "the change set has no baseRevision%s; the document's current revision is %s",
			misspelt("baseRevision", set.object), current)
	case CurrentRevision:
		return refuse(Stale, "baseRevision must be a revision that was read, not %s; the document's current revision is %s",
			CurrentRevision, current)
	default:
		return refuse(Stale, "the change set is based on revision %s, but the document's current revision is %s; read the document again",
			set.BaseRevision, current)
	}
}
