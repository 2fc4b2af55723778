package cel

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"heddle.dev/heddle/domain/expression"
)

// inference follows the kinds that the parts of one expression may be of, in one
// environment.
type inference struct {
	overloads   overloads
	checked     *ast.AST
	guarded     map[int64]bool         // parts, by id, that are not null where they are evaluated
	environment expression.Environment // nil: nothing is known
	mismatches  []expression.Mismatch
}

// binding is a variable of a loop, the innermost first.
type binding struct {
	name   string
	value  value
	around *binding
}

// written gives the kinds of the JSON that a result is written as.
func (i *inference) written(result value) expression.Kinds {
	if result.kinds == expression.OptionalKind {
		return (result.element().kinds | expression.NullKind).Stored()
	}
	return result.kinds.Stored()
}

func (i *inference) infer(e ast.Expr, bound *binding) value {
	switch e.Kind() {
	case ast.LiteralKind:
		return value{kinds: kindsOfValue(e.AsLiteral())}
	case ast.IdentKind:
		return i.guard(e, i.variable(e.AsIdent(), bound))
	case ast.SelectKind:
		return i.guard(e, i.selected(e.AsSelect(), bound))
	case ast.CallKind:
		return i.called(e, e.AsCall(), bound)
	case ast.ListKind:
		return i.list(e.AsList(), bound)
	case ast.MapKind:
		return i.object(e.AsMap(), bound)
	case ast.ComprehensionKind:
		return i.loop(e.AsComprehension(), bound)
	default:
		return anything
	}
}

// guard gives what is known of the value of e where guards stand before it.
func (i *inference) guard(e ast.Expr, of value) value {
	if i.guarded[e.ID()] {
		return of.notNull()
	}
	return of
}

func (i *inference) variable(name string, bound *binding) value {
	if b := bound.find(name); b != nil {
		return b.value
	}
	switch name {
	case expression.ContextVariable, expression.InstanceVariable, expression.EventVariable:
		return value{kinds: expression.ObjectKind}
	default: // the name of a type
		return anything
	}
}

func (b *binding) find(name string) *binding {
	for b != nil && b.name != name {
		b = b.around
	}
	return b
}

func (i *inference) selected(selection ast.SelectExpr, bound *binding) value {
	operand := selection.Operand()
	if selection.IsTestOnly() {
		i.infer(operand, bound)
		return value{kinds: expression.BooleanKind}
	}
	if i.isOuter(operand, bound) {
		return i.member(operand.AsIdent(), selection.FieldName())
	}
	from := i.infer(operand, bound)
	if from.kinds == expression.OptionalKind {
		return value{kinds: expression.OptionalKind}
	}
	if !from.kinds.Overlaps(expression.ObjectKind | expression.OptionalKind) {
		i.mismatch("%s is %s, which has no key %q", i.show(operand), from.kinds, selection.FieldName())
	}
	if member, known := from.member(types.String(selection.FieldName())); known {
		return member
	}
	return anything
}

// isOuter tells whether e is a variable of the scope that no loop's variable hides.
func (i *inference) isOuter(e ast.Expr, bound *binding) bool {
	return e.Kind() == ast.IdentKind && bound.find(e.AsIdent()) == nil
}

// member gives what is known of a key of a variable.
func (i *inference) member(variable, key string) value {
	switch variable {
	case expression.InstanceVariable:
		return i.instanceKey(key)
	case expression.ContextVariable:
		return i.contextKey(key)
	default:
		return anything
	}
}

func (i *inference) contextKey(name string) value {
	if i.environment == nil {
		return anything
	}
	key, known := i.environment.Key(name)
	if !known {
		return anything
	}
	return value{kinds: key.Kinds}
}

func (i *inference) list(list ast.ListExpr, bound *binding) value {
	elements, members := nothing, make(map[ref.Val]value, list.Size())
	for k, element := range list.Elements() {
		of := i.infer(element, bound)
		if list.IsOptional(int32(k)) {
			of = of.element()
		}
		elements = elements.or(of)
		members[types.Int(k)] = of
	}
	if len(list.OptionalIndices()) > 0 { // it is not known where the others come to stand
		members = nil
	}
	return partlyKnown(expression.ListKind, &elements, members)
}

func (i *inference) object(object ast.MapExpr, bound *binding) value {
	members := make(map[ref.Val]value, object.Size())
	for _, entry := range object.Entries() {
		member := entry.AsMapEntry()
		i.infer(member.Key(), bound)
		of := i.infer(member.Value(), bound)
		if key := keyLiteral(member.Key()); key != nil && !member.IsOptional() {
			members[key] = of
		}
	}
	return partlyKnown(expression.ObjectKind, nil, members)
}

// loop follows what a macro such as exists or map became: an accumulator that starts
// with one value and is given another at each step.
func (i *inference) loop(loop ast.ComprehensionExpr, bound *binding) value {
	over := i.infer(loop.IterRange(), bound)
	if !over.kinds.Overlaps(expression.ListKind | expression.ObjectKind) {
		i.mismatch("%s is %s, and only lists and objects can be gone through", i.show(loop.IterRange()), over.kinds)
	}
	element := anything
	switch {
	case over.isList():
		element = over.element()
	case over.kinds == expression.ObjectKind:
		element.kinds = expression.TextKind | expression.NumberKind | expression.BooleanKind
	}
	start := i.infer(loop.AccuInit(), bound)
	start.members = nil // what stands where is not known after the first step
	inside := &binding{loop.AccuVar(), start, &binding{loop.IterVar(), element, bound}}
	i.infer(loop.LoopCondition(), inside)
	step := i.infer(loop.LoopStep(), inside)
	end := &binding{loop.AccuVar(), start.or(step), bound}
	return i.infer(loop.Result(), end)
}

// mustOverlap reports a part that can't be of the kinds that its place takes.
func (i *inference) mustOverlap(e ast.Expr, of value, wanted expression.Kinds, place string) {
	if !of.kinds.Overlaps(wanted) {
		i.mismatch("%s is %s, where %s takes %s", i.show(e), of.kinds, place, wanted)
	}
}

// displayName is how an operator or function is written.
func displayName(function string) string {
	if symbol, isOperator := operators.FindReverse(function); isOperator && symbol != "" {
		return symbol
	}
	return function
}
