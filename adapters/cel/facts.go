package cel

import (
	"maps"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"heddle.dev/heddle/domain/expression"
)

// deduction finds out what is certain of the context from how an expression came out.
//
// A decisive deduction finds less: only facts without which the expression would have
// come out the other way. `context.a > 1` is true only if there is an a, but without
// one it fails, where `has(context.a)` is false.
type deduction struct {
	overloads overloads
	checked   *ast.AST
	decisive  bool
	known     map[conclusion]expression.Facts
}

func newDeduction(known overloads, checked *ast.AST, decisive bool) *deduction {
	return &deduction{overloads: known, checked: checked, decisive: decisive, known: make(map[conclusion]expression.Facts)}
}

type conclusion struct {
	expr    int64
	outcome bool
}

// from gives the facts that follow when e came out as exactly true or exactly false.
func (d *deduction) from(e ast.Expr, outcome bool) expression.Facts {
	key := conclusion{e.ID(), outcome}
	if facts, found := d.known[key]; found {
		return facts
	}
	facts := d.deduce(e, outcome)
	d.known[key] = facts
	return facts
}

func (d *deduction) deduce(e ast.Expr, outcome bool) expression.Facts {
	if key, ok := testOf(e); ok {
		if outcome {
			return expression.Facts{key: expression.Present}
		}
		return nil
	}
	if key, ok := subjectOf(e); ok && !d.decisive { // it was a boolean
		return expression.Facts{key: expression.Present | expression.NotNull}
	}
	if key, otherwise, ok := defaultedReadOf(e); ok {
		if otherwise.AsLiteral() == types.Bool(!outcome) {
			return expression.Facts{key: expression.Present | expression.NotNull}
		}
		return nil
	}
	if e.Kind() != ast.CallKind {
		return d.fromSuccess(e)
	}
	return d.deduceCall(e, e.AsCall(), outcome)
}

func (d *deduction) deduceCall(e ast.Expr, call ast.CallExpr, outcome bool) expression.Facts {
	parts := operands(call)
	switch call.FunctionName() {
	case operators.LogicalNot:
		return d.from(parts[0], !outcome)
	case operators.LogicalAnd, operators.LogicalOr:
		left, right := d.from(parts[0], outcome), d.from(parts[1], outcome)
		if outcome == (call.FunctionName() == operators.LogicalAnd) {
			return both(left, right)
		}
		return either(left, right) // one side decided, the other may have failed
	case operators.Conditional:
		if d.decisive {
			return nil
		}
		return either(
			both(d.from(parts[0], true), d.from(parts[1], outcome)),
			both(d.from(parts[0], false), d.from(parts[2], outcome)))
	case operators.Equals:
		return both(d.fromSuccess(e), d.compared(parts, outcome))
	case operators.NotEquals:
		return both(d.fromSuccess(e), d.compared(parts, !outcome))
	case "hasValue":
		if key, ok := optionalReadOf(parts[0]); ok && outcome {
			return expression.Facts{key: expression.Present}
		}
		return nil
	default:
		return d.fromSuccess(e)
	}
}

// compared gives what follows from two sides being equal or not.
func (d *deduction) compared(sides []ast.Expr, equal bool) expression.Facts {
	for i, side := range sides {
		other := sides[1-i]
		if key, ok := subjectOf(side); ok && (equal && isNeverNull(other) || !equal && isNull(other)) {
			return d.notNull(key)
		}
		if key, ok := typeOf(side); ok && equal != isNullType(other) && isType(other) {
			return d.notNull(key)
		}
		if key, otherwise, ok := defaultedReadOf(side); ok && other.Kind() == ast.LiteralKind {
			isDefault := otherwise.AsLiteral().Equal(other.AsLiteral()) == types.True
			switch {
			case isDefault == equal || equal && isNull(other):
			case equal || side.AsCall().FunctionName() == firstGiven:
				return expression.Facts{key: expression.Present | expression.NotNull}
			default: // orValue gives null for a key that is null
				return expression.Facts{key: expression.Present}
			}
		}
	}
	return nil
}

// notNull is that a key is there and not null; but without the key a comparison would
// have failed.
func (d *deduction) notNull(key string) expression.Facts {
	if d.decisive {
		return expression.Facts{key: expression.NotNull}
	}
	return expression.Facts{key: expression.Present | expression.NotNull}
}

// fromSuccess gives what follows from e having any value at all: what it reads
// without a guard exists, and is not null where null would have failed.
func (d *deduction) fromSuccess(e ast.Expr) expression.Facts {
	if d.decisive {
		return nil
	}
	if key, ok := subjectOf(e); ok {
		return expression.Facts{key: expression.Present}
	}
	switch e.Kind() {
	case ast.SelectKind:
		selection := e.AsSelect()
		return both(d.fromSuccess(selection.Operand()), notNull(selection.Operand(), !selection.IsTestOnly()))
	case ast.ComprehensionKind:
		over := e.AsComprehension().IterRange()
		return both(d.fromSuccess(over), notNull(over, true))
	case ast.CallKind:
		return d.fromCallsSuccess(e, e.AsCall())
	default:
		return nil
	}
}

func (d *deduction) fromCallsSuccess(e ast.Expr, call ast.CallExpr) expression.Facts {
	parts := operands(call)
	switch call.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.NotStrictlyFalse, firstGiven:
		return nil // they may have a value although a part has none
	case operators.Conditional:
		return both(d.fromSuccess(parts[0]), notNull(parts[0], true))
	}
	var facts expression.Facts
	candidates := d.checked.GetOverloadIDs(e.ID())
	for i, part := range parts {
		facts = both(facts, both(d.fromSuccess(part), notNull(part, d.overloads.refuseNull(candidates, i))))
	}
	return facts
}

func notNull(e ast.Expr, isNotNull bool) expression.Facts {
	if key, ok := subjectOf(e); ok && isNotNull {
		return expression.Facts{key: expression.Present | expression.NotNull}
	}
	return nil
}

// both gives what follows when all of two sets of facts hold. Neither is changed.
func both(a, b expression.Facts) expression.Facts {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	facts := make(expression.Facts, len(a)+len(b))
	for key, fact := range a {
		facts[key] = fact
	}
	for key, fact := range b {
		facts[key] |= fact
	}
	return facts
}

// either gives what follows when one of two sets of facts holds.
func either(a, b expression.Facts) expression.Facts {
	facts := make(expression.Facts)
	for key, fact := range a {
		if common := fact & b[key]; common != 0 {
			facts[key] = common
		}
	}
	return facts
}

// ofContext leaves out the facts about variables of loops.
func ofContext(facts expression.Facts) expression.Facts {
	for key := range facts {
		if strings.HasPrefix(key, variablePrefix) {
			facts = maps.Clone(facts)
			maps.DeleteFunc(facts, func(key string, _ expression.Fact) bool { return strings.HasPrefix(key, variablePrefix) })
			break
		}
	}
	return facts
}
