package changeset

import (
	"slices"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// Invert gives the change set that leads back: applied to what set makes of before,
// it gives a document with the content revision of before. Whatever set's base
// revision says, it must apply to before, else the error is that of Apply. Where no
// ops lead back the error is an *Error with code NotExpressible whose paths point
// into before. It is so where the set gave the workflow a description or version
// that it had not, or removed an edge without priority or isDefault.
//
// Each op is taken back by an op of its own, in reverse, if that restores the order
// of nodes and edges too. If not, the result is what Diff finds: everything behind
// what comes back is removed and added again.
func Invert(set *ChangeSet, before *document.Document) (*ChangeSet, error) {
	after, err := Apply(before, set)
	if err != nil {
		return nil, err
	}
	undo, undoErr := undoing(set, before, after)
	if undoErr == nil {
		back, err := Apply(after, undo)
		if err == nil && revision.OfDocument(back) == revision.OfDocument(before) {
			return undo, nil
		}
	}
	exact, err := Diff(after, before)
	switch {
	case err == nil:
		return exact.ChangeSet.WithID(inverseID(set, after)), nil
	case undoErr != nil:
		return nil, undoErr // it knows better what stands in the way
	default:
		return nil, err
	}
}

// Undo is Invert for a document that others go on editing: it touches nothing but
// what the set touched. What the set removed comes back at the end of its list, so
// that the content may differ from before in the order of nodes and edges.
func Undo(set *ChangeSet, before *document.Document) (*ChangeSet, error) {
	after, err := Apply(before, set)
	if err != nil {
		return nil, err
	}
	return undoing(set, before, after)
}

func undoing(set *ChangeSet, before, after *document.Document) (*ChangeSet, error) {
	ops, obstacles := inverses(set, before)
	if len(obstacles) > 0 {
		return nil, notExpressible(obstacles)
	}
	undo := newSet(inverseID(set, after), revision.OfDocument(after), ops)
	if _, err := Apply(after, undo); err != nil { // of malformed documents only
		return nil, notExpressible([]obstacle{{"", "the ops can't be taken back one by one: " + err.Error()}})
	}
	return undo.withSummary(SummariseFor(undo, after)), nil
}

func inverseID(set *ChangeSet, after *document.Document) string {
	if set.ID != "" {
		return "inverse-of-" + set.ID
	}
	return "inverse-" + shortened(revision.OfDocument(after))
}

// inverses takes back op by op, the last one first. The set applies to the document.
func inverses(set *ChangeSet, before *document.Document) (ops []Op, obstacles []obstacle) {
	editor := before.Edit()
	back := inverter{editor: editor, nodes: elementsOf(before, "nodes"), edges: elementsOf(before, "edges")}
	groups := make([][]Op, 0, len(set.ops))
	for _, op := range set.ops {
		groups = append(groups, op.body.inverse(&back))
		_ = op.body.apply(editor) // it applies, as the whole set does
	}
	for _, group := range slices.Backward(groups) {
		ops = append(ops, group...)
	}
	return ops, back.obstacles
}
