package cel

import (
	"sync/atomic"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"heddle.dev/heddle/domain/expression"
)

// outline is what can be said about an expression whatever the context holds.
type outline struct {
	scope               expression.Scope
	checked             *ast.AST
	overloads           overloads
	reads               []expression.Read
	guarded             map[int64]bool // parts, by id, that are not null where they are evaluated
	whenTrue, whenFalse expression.Facts
	unknowing           expression.Analysis      // where nothing is known of the context
	last                atomic.Pointer[analyzed] // the last analysis, since a place seldom changes
}

// outlined is an outline or why there is none.
type outlined struct {
	outline *outline
	failure *expression.Error
}

// outline gives the outline of text in the scope.
func (c *Compiler) outline(scope expression.Scope, text string) (*outline, *expression.Error) {
	key := source{scope, text}
	if known, found := c.outlines.recall(key); found {
		return known.outline, known.failure
	}
	var made outlined
	checked, failure := c.check(scope, text)
	if failure != nil {
		made.failure = failure
	} else {
		made.outline = outlineOf(checked, scope, c.overloads)
	}
	c.outlines.remember(key, made)
	return made.outline, made.failure
}

func outlineOf(checked *cel.Ast, scope expression.Scope, known overloads) *outline {
	tree := checked.NativeRep()
	d := newDeduction(known, tree, false)
	r := &reader{
		deduction: d, decisive: newDeduction(known, tree, true), at: make(map[string]int), guarded: make(map[int64]bool),
	}
	r.read(tree.Expr(), nil, refusingIf(scope.RefusesNull()))
	o := &outline{
		scope: scope, checked: tree, overloads: known, reads: r.inOrder(), guarded: r.guarded,
		whenTrue: ofContext(d.from(tree.Expr(), true)), whenFalse: ofContext(d.from(tree.Expr(), false)),
	}
	o.unknowing = o.analyze(nil)
	return o
}
