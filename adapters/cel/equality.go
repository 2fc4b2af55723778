package cel

import (
	"errors"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// equality declares == or != on any two values, where the standard library demands
// one type on both sides: numbers of different types are equal when they are the same
// number, and a value may be compared with null. That a comparison can't be true is
// found by Analyze. It is evaluated by the step comparison. One overload for all
// also halves the time that checking takes.
func equality(operator, name string) cel.EnvOption {
	return cel.Function(operator,
		cel.Overload(name, []*cel.Type{cel.DynType, cel.DynType}, cel.BoolType),
		cel.SingletonBinaryBinding(evaluatedElsewhere))
}

func evaluatedElsewhere(_, _ ref.Val) ref.Val {
	return types.WrapErr(errors.New("equality is evaluated by the interpreter"))
}

// membership declares `in` on lists and maps, for any value as == does.
func membership() cel.EnvOption {
	return cel.Function(operators.In,
		cel.Overload("in_list", []*cel.Type{cel.DynType, cel.ListType(cel.DynType)}, cel.BoolType),
		cel.Overload("in_map", []*cel.Type{cel.DynType, cel.MapType(cel.DynType, cel.DynType)}, cel.BoolType),
		cel.SingletonBinaryBinding(contains))
}

// contains implements `in`.
func contains(value, collection ref.Val) ref.Val {
	container, ok := collection.(traits.Container)
	if !ok {
		return types.MaybeNoSuchOverloadErr(collection)
	}
	if weigh(value, maxWeight) > maxWeight {
		return types.WrapErr(tooCostly())
	}
	return container.Contains(value)
}
