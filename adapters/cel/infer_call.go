package cel

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"heddle.dev/heddle/domain/expression"
)

func kindsOfValue(literal ref.Val) expression.Kinds {
	declared, ok := literal.Type().(*types.Type)
	if !ok {
		return expression.AnyKind
	}
	return kindsOf(declared)
}

var boolean = value{kinds: expression.BooleanKind}

func (i *inference) called(e ast.Expr, call ast.CallExpr, bound *binding) value {
	parts := operands(call)
	name := call.FunctionName()
	if name == operators.Index && i.isOuter(parts[0], bound) {
		if key, ok := textLiteral(parts[1]); ok {
			return i.guard(e, i.member(parts[0].AsIdent(), key))
		}
	}
	if name == operators.OptSelect || name == operators.OptIndex {
		return i.optionalRead(e, parts, bound)
	}
	values := make([]value, len(parts))
	for k, part := range parts {
		values[k] = i.infer(part, bound)
	}
	switch name {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot:
		for k, part := range parts {
			i.mustOverlap(part, values[k], expression.BooleanKind, displayName(name))
		}
		return boolean
	case operators.Conditional:
		i.mustOverlap(parts[0], values[0], expression.BooleanKind, "the condition of ? :")
		return values[1].or(values[2])
	case operators.Equals, operators.NotEquals:
		i.compare(name, parts, values[0], values[1])
		return boolean
	case operators.In:
		i.contained(parts, values[0], values[1])
		return boolean
	default:
		return i.overloaded(e, name, values)
	}
}

// optionalRead is context.?key and the like.
func (i *inference) optionalRead(e ast.Expr, parts []ast.Expr, bound *binding) value {
	held := anything
	if key, ok := textLiteral(parts[1]); ok && isContext(parts[0]) && i.isOuter(parts[0], bound) {
		held = i.guard(e, i.contextKey(key))
	} else {
		from := i.infer(parts[0], bound)
		i.infer(parts[1], bound)
		if member, known := from.member(keyLiteral(parts[1])); known {
			held = member
		}
	}
	return partlyKnown(expression.OptionalKind, &held, nil)
}

// compare reports a comparison of what is never equal. Null may be compared with
// anything: that is how one guards against it.
func (i *inference) compare(operator string, sides []ast.Expr, left, right value) {
	if left.kinds.Overlaps(right.kinds) || left.kinds == expression.NullKind || right.kinds == expression.NullKind {
		return
	}
	never := "true"
	if operator == operators.NotEquals {
		never = "false"
	}
	i.mismatch("%s %s %s can't be %s: the left side is %s, the right side %s",
		i.show(sides[0]), displayName(operator), i.show(sides[1]), never, left.kinds, right.kinds)
}

// contained reports an element that no list of such elements holds.
func (i *inference) contained(sides []ast.Expr, element, collection value) {
	i.mustOverlap(sides[1], collection, expression.ListKind|expression.ObjectKind, "the right side of in")
	held := collection.element().kinds
	if collection.kinds == expression.ListKind && !element.kinds.Overlaps(held) && element.kinds != expression.NullKind {
		i.mismatch("%s in %s can't be true: the element is %s, the list holds %s", i.show(sides[0]), i.show(sides[1]), element.kinds, held)
	}
}

// overloaded is a call of a function that is picked by the kinds of its arguments.
func (i *inference) overloaded(e ast.Expr, name string, values []value) value {
	kinds := make([]expression.Kinds, len(values))
	for k := range values {
		kinds[k] = values[k].kinds
	}
	result, fits := i.overloads.fit(i.checked.GetOverloadIDs(e.ID()), kinds)
	if !fits {
		i.mismatch("%s can't work: %s", i.show(e), misfit(name, kinds))
		return anything
	}
	return made(name, e.AsCall(), values, result)
}

// made gives what is known of the result of a call that fits, which is of the kinds.
func made(name string, call ast.CallExpr, values []value, kinds expression.Kinds) value {
	switch name {
	case firstGiven:
		return coalesced(values[0], values[1])
	case "orValue":
		return values[0].element().or(values[1])
	case "value":
		if values[0].kinds == expression.OptionalKind {
			return values[0].element()
		}
	case "optional.of":
		return partlyKnown(expression.OptionalKind, &values[0], nil)
	case operators.Index:
		if member, known := values[0].member(keyLiteral(call.Args()[1])); known {
			return member
		}
		if values[0].isList() {
			return values[0].element()
		}
	case operators.Add:
		if kinds == expression.ListKind {
			return value{kinds: kinds, elements: joined(values[0].elements, values[1].elements)}
		}
	}
	return value{kinds: kinds}
}

// coalesced is the first of two that is there and not null.
func coalesced(first, otherwise value) value {
	if first.kinds == expression.OptionalKind {
		first = first.element()
	}
	if first.kinds == expression.NullKind {
		return otherwise
	}
	return first.notNull().or(otherwise)
}

func misfit(function string, arguments []expression.Kinds) string {
	texts := make([]string, len(arguments))
	for k, kinds := range arguments {
		texts[k] = kinds.String()
	}
	return fmt.Sprintf("%s does not take %s", displayName(function), strings.Join(texts, " and "))
}
