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
			return i.member(parts[0].AsIdent(), key)
		}
	}
	if name == operators.OptSelect || name == operators.OptIndex {
		return i.optionalRead(parts, bound)
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
func (i *inference) optionalRead(parts []ast.Expr, bound *binding) value {
	held := expression.AnyKind
	if key, ok := textLiteral(parts[1]); ok && isContext(parts[0]) && i.isOuter(parts[0], bound) {
		held = i.contextKey(key).kinds
	} else {
		i.infer(parts[0], bound)
		i.infer(parts[1], bound)
	}
	return value{kinds: expression.OptionalKind, elements: held}
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
	if collection.kinds == expression.ListKind && !element.kinds.Overlaps(collection.holds()) && element.kinds != expression.NullKind {
		i.mismatch("%s in %s can't be true: the element is %s, the list holds %s",
			i.show(sides[0]), i.show(sides[1]), element.kinds, collection.holds())
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
	switch name {
	case firstGiven:
		return coalesced(values[0], values[1])
	case "orValue":
		return value{kinds: values[0].holds() | values[1].kinds}
	case "optional.of":
		return value{kinds: expression.OptionalKind, elements: values[0].kinds}
	case operators.Index:
		if values[0].kinds == expression.ListKind {
			return value{kinds: values[0].holds()}
		}
	case operators.Add:
		if result == expression.ListKind {
			return value{kinds: result, elements: values[0].holds() | values[1].holds()}
		}
	}
	return value{kinds: result}
}

// coalesced is the first of two that is there and not null.
func coalesced(first, otherwise value) value {
	given := first.kinds
	if given == expression.OptionalKind {
		given = first.holds()
	}
	if given != expression.AnyKind {
		given &^= expression.NullKind
	}
	return value{kinds: given | otherwise.kinds}
}

func misfit(function string, arguments []expression.Kinds) string {
	texts := make([]string, len(arguments))
	for k, kinds := range arguments {
		texts[k] = kinds.String()
	}
	return fmt.Sprintf("%s does not take %s", displayName(function), strings.Join(texts, " and "))
}
