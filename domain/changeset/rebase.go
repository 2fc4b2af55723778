package changeset

import (
	"fmt"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// Conflict is one thing that a change set and the other side changed differently.
type Conflict struct {
	OpIndex   int    `json:"opIndex"`         // the op of the set, from 0
	ElementID string `json:"elementId"`       // a node or edge, or "workflow" for the document's own fields
	Field     string `json:"field,omitempty"` // a field, or "config.<key>"; empty when it is the element as a whole
	Reason    string `json:"reason"`
}

// Validate judges a document; package validation does.
type Validate func(*document.Document) []fault.Problem

// Rebase gives the change set that does to current what set does to base, with
// current as its base, or the conflicts between the set and what was changed from
// base to current meanwhile. Whatever set's base revision says, it must apply to
// base, else the error is that of Apply.
//
// Nodes and edges match by id. Changes conflict where both sides gave one field of an
// element, or one key of a node's config, different values; a changed position is
// none. Removing an element conflicts with any change of it, and removing a node also
// with a changed or new edge attached to it. What both sides did alike is left out of
// the result, which may have no ops at all.
//
// Two sides that agree field by field can still disagree in what they mean, so an
// error that validate (nil for none) finds in the result counts as a conflict, unless
// current or the set alone has it as well.
func Rebase(set *ChangeSet, base, current *document.Document, validate Validate) (*ChangeSet, []Conflict, error) {
	ours, err := Apply(base, set)
	if err != nil {
		return nil, nil, err
	}
	m := newMerge(base, current, ours, set)
	var kept []Op
	for i, op := range set.ops {
		m.index = i
		if op, ok := m.carry(op); ok {
			kept = append(kept, op)
		}
	}
	if len(m.conflicts) == 0 {
		m.judge(validate, set.ops)
	}
	if len(m.conflicts) > 0 {
		return nil, m.conflicts, nil
	}
	return set.withOps(kept).WithBase(revision.OfDocument(current)), nil, nil
}

// merge carries ops over from base to current, one after another.
type merge struct {
	base, current, ours *document.Document // ours is base with the whole set

	mine    *document.Editor // base with the ops so far
	merged  *document.Editor // current with the ops carried over so far
	lineage *lineage

	index     int // of the present op
	conflicts []Conflict
}

func newMerge(base, current, ours *document.Document, set *ChangeSet) *merge {
	return &merge{
		base: base, current: current, ours: ours,
		mine: base.Edit(), merged: current.Edit(), lineage: newLineage(set.ops),
	}
}

func (m *merge) conflict(elementID, field, format string, args ...any) {
	m.conflicts = append(m.conflicts, Conflict{
		OpIndex: m.index, ElementID: elementID, Field: field, Reason: fmt.Sprintf(format, args...),
	})
}

// carry gives what is to be done to current for an op; false for nothing. The op
// applies to what mine is.
func (m *merge) carry(op Op) (Op, bool) {
	before := len(m.conflicts)
	carried, ok := op.body.rebase(m, op)
	if ok && len(m.conflicts) == before {
		if refused := carried.body.apply(m.merged); refused != nil {
			m.conflict(elementOf(op), "", "%s", refused.Reason)
		}
	}
	m.lineage.follow(op)
	_ = op.body.apply(m.mine) // it applies, as the whole set does
	return carried, ok
}

// elementOf names the element of an op in conflicts.
func elementOf(op Op) string {
	if id := op.ElementID(); id != "" {
		return id
	}
	return workflowElement
}

// judge looks for errors that neither side has alone.
func (m *merge) judge(validate Validate, ops []Op) {
	if validate == nil {
		return
	}
	errors := errorsIn(validate(m.merged.Document()))
	if len(errors) == 0 {
		return
	}
	known := map[problemKey]bool{}
	for _, side := range []*document.Document{m.current, m.ours} {
		for _, problem := range errorsIn(validate(side)) {
			known[keyOf(problem)] = true
		}
	}
	for _, problem := range errors {
		if !known[keyOf(problem)] {
			m.blame(problem, ops)
		}
	}
}

// blame reports an error at the last op that concerns its element, else at the last op.
func (m *merge) blame(problem fault.Problem, ops []Op) {
	element := problem.NodeID + problem.EdgeID // one of them is empty
	m.index = max(len(ops)-1, 0)
	for i, op := range ops {
		if element != "" && op.ElementID() == element {
			m.index = i
		}
	}
	if element == "" {
		element = workflowElement
	}
	m.conflict(element, problem.Field, "together the changes give an error that neither side has alone: %s: %s", problem.Code, problem.Message)
}

// problemKey tells whether two problems are the same.
type problemKey struct{ code, nodeID, edgeID, field string }

func keyOf(p fault.Problem) problemKey { return problemKey{p.Code, p.NodeID, p.EdgeID, p.Field} }

func errorsIn(problems []fault.Problem) []fault.Problem {
	var errors []fault.Problem
	for _, problem := range problems {
		if problem.Severity == fault.SeverityError {
			errors = append(errors, problem)
		}
	}
	return errors
}
