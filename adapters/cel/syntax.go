package cel

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"heddle.dev/heddle/domain/expression"
)

// readOf recognises the two ways to read a key of the context that fail when there
// is none: context.key and context["key"].
func readOf(e ast.Expr) (key string, ok bool) {
	switch e.Kind() {
	case ast.SelectKind:
		selection := e.AsSelect()
		if !selection.IsTestOnly() && isContext(selection.Operand()) {
			return selection.FieldName(), true
		}
	case ast.CallKind:
		if call := e.AsCall(); call.FunctionName() == operators.Index {
			return keyOfContext(call.Args())
		}
	}
	return "", false
}

// variablePrefix is before the name of a variable in facts, where all other keys are
// of the context.
const variablePrefix = "\x00"

func variableKey(name string) string { return variablePrefix + name }

// subjectOf recognises what facts are about: a read of the context, or a variable of a loop.
func subjectOf(e ast.Expr) (key string, ok bool) {
	if e.Kind() == ast.IdentKind {
		return variableKey(e.AsIdent()), true
	}
	return readOf(e)
}

// typeOf recognises type(subject).
func typeOf(e ast.Expr) (key string, ok bool) {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != "type" {
		return "", false
	}
	return subjectOf(e.AsCall().Args()[0])
}

// optionalReadOf recognises context.?key and context[?"key"].
func optionalReadOf(e ast.Expr) (key string, ok bool) {
	if e.Kind() != ast.CallKind {
		return "", false
	}
	call := e.AsCall()
	if name := call.FunctionName(); name == operators.OptSelect || name == operators.OptIndex {
		return keyOfContext(call.Args())
	}
	return "", false
}

func keyOfContext(args []ast.Expr) (key string, ok bool) {
	if len(args) != 2 || !isContext(args[0]) {
		return "", false
	}
	return textLiteral(args[1])
}

// testOf recognises what asks whether a key exists: has(context.key) and "key" in context.
func testOf(e ast.Expr) (key string, ok bool) {
	switch e.Kind() {
	case ast.SelectKind:
		selection := e.AsSelect()
		if selection.IsTestOnly() && isContext(selection.Operand()) {
			return selection.FieldName(), true
		}
	case ast.CallKind:
		call := e.AsCall()
		if call.FunctionName() == operators.In && isContext(call.Args()[1]) {
			return textLiteral(call.Args()[0])
		}
	}
	return "", false
}

// defaultedReadOf recognises coalesce(context.key, literal) and context.?key.orValue(literal).
func defaultedReadOf(e ast.Expr) (key string, otherwise ast.Expr, ok bool) {
	if e.Kind() != ast.CallKind {
		return "", nil, false
	}
	call := e.AsCall()
	parts := operands(call)
	if name := call.FunctionName(); len(parts) != 2 || name != firstGiven && name != "orValue" {
		return "", nil, false
	}
	key, ok = optionalReadOf(parts[0])
	return key, parts[1], ok && parts[1].Kind() == ast.LiteralKind
}

// operands lists what a call works on, the target of a member call first.
func operands(call ast.CallExpr) []ast.Expr {
	if !call.IsMemberFunction() {
		return call.Args()
	}
	return append([]ast.Expr{call.Target()}, call.Args()...)
}

func isContext(e ast.Expr) bool {
	return e.Kind() == ast.IdentKind && e.AsIdent() == expression.ContextVariable
}

func textLiteral(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

func isNull(e ast.Expr) bool {
	return e.Kind() == ast.LiteralKind && e.AsLiteral() == types.NullValue
}

// isNeverNull tells whether a look at an expression shows that it is not null.
func isNeverNull(e ast.Expr) bool {
	switch e.Kind() {
	case ast.LiteralKind:
		return !isNull(e)
	case ast.ListKind, ast.MapKind:
		return true
	default:
		return false
	}
}

// isType tells whether an expression may be the name of a type, and isNullType whether
// it is that of null.
func isType(e ast.Expr) bool { return e.Kind() == ast.IdentKind }

func isNullType(e ast.Expr) bool { return isType(e) && e.AsIdent() == types.NullType.TypeName() }
