package cel

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// firstGiven is the function behind coalesce; its name cannot be written in CEL.
const firstGiven = "@coalesce"

// coalesceOptions declare coalesce(x, y): y when x is null or missing. It is a
// macro, since a key that does not exist is an error before a function sees it: a
// path such as context.a.b becomes context.?a.?b.
func coalesceOptions() []cel.EnvOption {
	return []cel.EnvOption{
		cel.Macros(cel.GlobalMacro("coalesce", 2, expandCoalesce)),
		cel.Function(firstGiven, cel.Overload("coalesce_dyn_dyn",
			[]*cel.Type{cel.DynType, cel.DynType}, cel.DynType,
			cel.OverloadIsNonStrict(), cel.BinaryBinding(coalesce))),
	}
}

func expandCoalesce(factory cel.MacroExprFactory, _ ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
	return factory.NewCall(firstGiven, optionalPath(factory, args[0]), args[1]), nil
}

// optionalPath rewrites selections and indexes to their optional forms, from the
// end of the path to its start.
func optionalPath(factory cel.MacroExprFactory, expr ast.Expr) ast.Expr {
	switch expr.Kind() {
	case ast.SelectKind:
		selection := expr.AsSelect()
		if selection.IsTestOnly() {
			return expr
		}
		name := factory.NewLiteral(types.String(selection.FieldName()))
		return factory.NewCall(operators.OptSelect, optionalPath(factory, selection.Operand()), name)
	case ast.CallKind:
		call := expr.AsCall()
		if call.FunctionName() != operators.Index {
			return expr
		}
		return factory.NewCall(operators.OptIndex, optionalPath(factory, call.Args()[0]), call.Args()[1])
	default:
		return expr
	}
}

// coalesce gives x unless it is null or an empty optional, then y. It is not
// strict, so that an error in y counts only where y is needed.
func coalesce(x, y ref.Val) ref.Val {
	if optional, ok := x.(*types.Optional); ok {
		if !optional.HasValue() {
			return y
		}
		x = optional.GetValue()
	}
	if x == types.NullValue {
		return y
	}
	return x
}
