package composing

import (
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// carry takes a step back on a document that was changed since: first what it did to the workflow's own fields, which
// not every operation can take back, then what it did to nodes and edges. The fault of what can't be said in operations
// is a *changeset.Error.
func (u *undo) carry(s turnStep, current *document.Document) (*document.Document, []fault.Problem, error) {
	changed, conflicts := carryFields(s, current)
	if conflicts != nil {
		return current, conflicts, nil
	}
	s.before = withFields(s.before, s.after)
	inverse, err := u.inverse(s)
	if err != nil {
		return current, nil, err
	}
	carried, graph, err := changeset.Rebase(inverse, s.after, changed, u.judge)
	if err != nil {
		return current, nil, err
	}
	if len(graph) > 0 {
		return current, fault.As(conflictsFault(current, graph)).Problems, nil
	}
	changed, err = changeset.Apply(changed, carried)
	return changed, nil, err
}

// carryFields gives the fields that the step changed the value they had before it, where nobody changed them since.
func carryFields(s turnStep, current *document.Document) (*document.Document, []fault.Problem) {
	editor := current.Edit()
	var conflicts []fault.Problem
	for name := range fieldsOf(s.before, s.after) {
		was, existed := s.before.Member(name)
		became, _ := s.after.Member(name)
		now, _ := editor.Member(name)
		switch {
		case rawjson.Equal(was, became), rawjson.Equal(was, now):
		case !rawjson.Equal(became, now):
			conflicts = append(conflicts, fault.Problem{
				Severity: fault.SeverityError, Code: "CONFLICT", Field: name, Message: "the " + name + " of the workflow was changed since",
			})
		case existed:
			editor.SetMember(name, was)
		default:
			editor.RemoveMember(name)
		}
	}
	return editor.Document(), conflicts
}

// withFields is a document with the own fields of another.
func withFields(d, from *document.Document) *document.Document {
	editor := d.Edit()
	for name := range fieldsOf(d, from) {
		if value, exists := from.Member(name); exists {
			editor.SetMember(name, value)
		} else {
			editor.RemoveMember(name)
		}
	}
	return editor.Document()
}

// fieldsOf is the names of the own fields that two documents have.
func fieldsOf(a, b *document.Document) map[string]bool {
	names := map[string]bool{}
	for _, d := range []*document.Document{a, b} {
		for name := range d.Members() {
			names[name] = true
		}
	}
	return names
}

// inverse is what takes a step back. The turn's own change set says best what the turn meant; where the step is not
// just that, what differs is taken back.
func (u *undo) inverse(s turnStep) (*changeset.ChangeSet, error) {
	if set, err := changeset.Parse([]byte(u.turn.ChangeSet)); err == nil {
		if made, err := changeset.Apply(s.before, set); err == nil && revision.OfDocument(made) == revision.OfDocument(s.after) {
			return changeset.Undo(set, s.before)
		}
	}
	difference, err := changeset.Diff(s.before, s.after)
	if err != nil {
		return nil, err
	}
	return changeset.Undo(difference.ChangeSet, s.before)
}
