package cel

import (
	"sync/atomic"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"heddle.dev/heddle/domain/expression"
)

// outline is what can be said about an expression whatever the context holds.
type outline struct {
	scope               expression.Scope
	checked             *ast.AST
	overloads           overloads
	reads               []expression.Read
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
	r := &reader{deduction: d, decisive: newDeduction(known, tree, true), at: make(map[string]int)}
	r.read(tree.Expr(), nil, scope.RefusesNull())
	o := &outline{
		scope: scope, checked: tree, overloads: known, reads: r.reads,
		whenTrue: d.from(tree.Expr(), true), whenFalse: d.from(tree.Expr(), false),
	}
	o.unknowing = o.analyze(nil)
	return o
}

// reader collects the context keys that an expression reads, and whether guards
// stand before them.
type reader struct {
	*deduction
	decisive *deduction
	reads    []expression.Read
	at       map[string]int // index in reads by key
	shadowed int            // loops around that call their variable "context"
}

// guards are the facts that hold where an expression is evaluated, nearest first.
type guards struct {
	facts  expression.Facts
	around *guards
}

func (g *guards) with(facts expression.Facts) *guards {
	if len(facts) == 0 {
		return g
	}
	return &guards{facts, g}
}

func (g *guards) hold(key string, fact expression.Fact) bool {
	for ; g != nil; g = g.around {
		if g.facts[key]&fact != 0 {
			return true
		}
	}
	return false
}

func (r *reader) note(key string, needsPresent, needsValue bool) {
	if r.shadowed > 0 {
		return
	}
	i, known := r.at[key]
	if !known {
		i = len(r.reads)
		r.at[key] = i
		r.reads = append(r.reads, expression.Read{Key: key})
	}
	r.reads[i].NeedsPresent = r.reads[i].NeedsPresent || needsPresent
	r.reads[i].NeedsValue = r.reads[i].NeedsValue || needsValue
}

// read goes through e, which stands where null fails if refusesNull is set.
func (r *reader) read(e ast.Expr, g *guards, refusesNull bool) {
	if key, ok := readOf(e); ok {
		r.note(key, !g.hold(key, expression.Present), refusesNull && !g.hold(key, expression.NotNull))
		return
	}
	if key, ok := optionalReadOf(e); ok {
		r.note(key, false, false)
		return
	}
	if key, ok := testOf(e); ok {
		r.note(key, false, false)
		return
	}
	switch e.Kind() {
	case ast.SelectKind:
		selection := e.AsSelect() // has(context.key.part) is false where the key is null
		r.read(selection.Operand(), g, !selection.IsTestOnly())
	case ast.CallKind:
		r.readCall(e, e.AsCall(), g, refusesNull)
	case ast.ListKind:
		for _, element := range e.AsList().Elements() {
			r.read(element, g, false)
		}
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			r.read(entry.AsMapEntry().Key(), g, true)
			r.read(entry.AsMapEntry().Value(), g, false)
		}
	case ast.ComprehensionKind:
		r.readLoop(e.AsComprehension(), g)
	default:
	}
}

func (r *reader) readCall(e ast.Expr, call ast.CallExpr, g *guards, refusesNull bool) {
	parts := operands(call)
	switch call.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr:
		// The right side guards the left one too: where it decides, it makes up for the
		// failure of the left.
		goOn := call.FunctionName() == operators.LogicalAnd
		r.read(parts[0], g.with(r.decisive.from(parts[1], goOn)), true)
		r.read(parts[1], g.with(r.from(parts[0], goOn)), true)
	case operators.Conditional:
		r.read(parts[0], g, true)
		r.read(parts[1], g.with(r.from(parts[0], true)), refusesNull)
		r.read(parts[2], g.with(r.from(parts[0], false)), refusesNull)
	case firstGiven:
		r.read(parts[0], g, false)
		r.read(parts[1], g, refusesNull)
	default:
		candidates := r.checked.GetOverloadIDs(e.ID())
		for i, part := range parts {
			r.read(part, g, r.overloads.refuseNull(candidates, i))
		}
	}
}

func (r *reader) readLoop(loop ast.ComprehensionExpr, g *guards) {
	r.read(loop.IterRange(), g, true)
	r.read(loop.AccuInit(), g, false)
	if loop.IterVar() == expression.ContextVariable || loop.AccuVar() == expression.ContextVariable {
		r.shadowed++
		defer func() { r.shadowed-- }()
	}
	r.read(loop.LoopCondition(), g, false)
	r.read(loop.LoopStep(), g, false)
	r.read(loop.Result(), g, false)
}
