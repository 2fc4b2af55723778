package cel

import (
	"errors"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// The standard library declares == on two values of any one type. An overload on
// an int and a double would collide with that, so each type is declared by itself.

// equality declares == or != on equal types, on null with anything, and on every
// pair of number types. Both are evaluated by the step comparison.
func equality(operator, name string) cel.EnvOption {
	var overloads []cel.FunctionOpt
	declare := func(left, right *cel.Type) {
		overloads = append(overloads, cel.Overload(overloadID(name, left, right), []*cel.Type{left, right}, cel.BoolType))
	}
	for _, each := range comparableTypes() {
		declare(each, each)
		if each != cel.NullType {
			declare(each, cel.NullType)
			declare(cel.NullType, each)
		}
	}
	forMixedNumbers(declare)
	return cel.Function(operator, append(overloads, cel.SingletonBinaryBinding(evaluatedElsewhere))...)
}

func evaluatedElsewhere(_, _ ref.Val) ref.Val {
	return types.WrapErr(errors.New("equality is evaluated by the interpreter"))
}

// membership declares `in` on lists and maps, and for a number on lists of any numbers.
func membership() cel.EnvOption {
	var overloads []cel.FunctionOpt
	declare := func(element, collection *cel.Type) {
		overloads = append(overloads, cel.Overload(overloadID("in", element, collection), []*cel.Type{element, collection}, cel.BoolType))
	}
	for _, each := range comparableTypes() {
		declare(each, cel.ListType(each))
	}
	for _, key := range []*cel.Type{cel.StringType, cel.IntType, cel.UintType, cel.DoubleType, cel.BoolType} {
		declare(key, cel.MapType(key, cel.TypeParamType("V")))
	}
	forMixedNumbers(func(left, right *cel.Type) { declare(left, cel.ListType(right)) })
	return cel.Function(operators.In, append(overloads, cel.SingletonBinaryBinding(contains))...)
}

func comparableTypes() []*cel.Type {
	return []*cel.Type{
		cel.NullType, cel.BoolType, cel.IntType, cel.UintType, cel.DoubleType, cel.StringType, cel.BytesType,
		cel.TimestampType, cel.DurationType, cel.ListType(cel.TypeParamType("A")),
		cel.MapType(cel.TypeParamType("A"), cel.TypeParamType("B")),
		cel.OptionalType(cel.TypeParamType("A")), types.NewTypeTypeWithParam(cel.TypeParamType("A")),
	}
}

func overloadID(name string, left, right *cel.Type) string {
	id := name + "_" + left.String() + "_" + right.String()
	return strings.NewReplacer("(", "_", ")", "", ", ", "_", ".", "_").Replace(id)
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
