package cel

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// ownOperators lists the standard operators that are declared anew here, so that
// they take numbers of different types.
func ownOperators() []string {
	return []string{
		operators.Add, operators.Subtract, operators.Multiply, operators.Divide,
		operators.Equals, operators.NotEquals, operators.In,
	}
}

func operatorOptions() []cel.EnvOption {
	return []cel.EnvOption{
		addition(), subtraction(),
		arithmetic(operators.Multiply, "multiply", traits.MultiplierType, func(a, b ref.Val) ref.Val { return a.(traits.Multiplier).Multiply(b) }),
		arithmetic(operators.Divide, "divide", traits.DividerType, func(a, b ref.Val) ref.Val { return a.(traits.Divider).Divide(b) }),
		equality(operators.Equals, "equals"),
		equality(operators.NotEquals, "not_equals"),
		membership(),
	}
}

func addition() cel.EnvOption {
	list := cel.ListType(cel.TypeParamType("A"))
	overloads := append(numericOverloads("add"),
		cel.Overload("add_string", []*cel.Type{cel.StringType, cel.StringType}, cel.StringType),
		cel.Overload("add_bytes", []*cel.Type{cel.BytesType, cel.BytesType}, cel.BytesType),
		cel.Overload("add_list", []*cel.Type{list, list}, list),
		cel.Overload("add_duration_duration", []*cel.Type{cel.DurationType, cel.DurationType}, cel.DurationType),
		cel.Overload("add_duration_timestamp", []*cel.Type{cel.DurationType, cel.TimestampType}, cel.TimestampType),
		cel.Overload("add_timestamp_duration", []*cel.Type{cel.TimestampType, cel.DurationType}, cel.TimestampType),
		cel.SingletonBinaryBinding(mixed(func(a, b ref.Val) ref.Val { return a.(traits.Adder).Add(b) }), traits.AdderType),
	)
	return cel.Function(operators.Add, overloads...)
}

func subtraction() cel.EnvOption {
	overloads := append(numericOverloads("subtract"),
		cel.Overload("subtract_duration_duration", []*cel.Type{cel.DurationType, cel.DurationType}, cel.DurationType),
		cel.Overload("subtract_timestamp_duration", []*cel.Type{cel.TimestampType, cel.DurationType}, cel.TimestampType),
		cel.Overload("subtract_timestamp_timestamp", []*cel.Type{cel.TimestampType, cel.TimestampType}, cel.DurationType),
		cel.SingletonBinaryBinding(mixed(func(a, b ref.Val) ref.Val { return a.(traits.Subtractor).Subtract(b) }), traits.SubtractorType),
	)
	return cel.Function(operators.Subtract, overloads...)
}

func arithmetic(operator, name string, trait int, compute func(a, b ref.Val) ref.Val) cel.EnvOption {
	return cel.Function(operator, append(numericOverloads(name), cel.SingletonBinaryBinding(mixed(compute), trait))...)
}

// numericOverloads declares an operator on every pair of number types. Two of the
// same type give that type; any other pair gives a double.
func numericOverloads(name string) []cel.FunctionOpt {
	var overloads []cel.FunctionOpt
	declare := func(left, right, result *cel.Type) {
		overloads = append(overloads, cel.Overload(overloadID(name, left, right), []*cel.Type{left, right}, result))
	}
	for _, number := range numberTypes() {
		declare(number, number, number)
	}
	forMixedNumbers(func(left, right *cel.Type) { declare(left, right, cel.DoubleType) })
	return overloads
}

func numberTypes() []*cel.Type { return []*cel.Type{cel.IntType, cel.UintType, cel.DoubleType} }

// forMixedNumbers calls do for every pair of different number types.
func forMixedNumbers(do func(left, right *cel.Type)) {
	for _, left := range numberTypes() {
		for _, right := range numberTypes() {
			if left != right {
				do(left, right)
			}
		}
	}
}

// mixed makes an operator take numbers of different types, by computing in doubles.
func mixed(compute func(a, b ref.Val) ref.Val) func(a, b ref.Val) ref.Val {
	return func(a, b ref.Val) ref.Val {
		if isNumber(a) && isNumber(b) && a.Type() != b.Type() {
			return compute(a.ConvertToType(types.DoubleType), b.ConvertToType(types.DoubleType))
		}
		return compute(a, b)
	}
}

func isNumber(value ref.Val) bool {
	switch value.(type) {
	case types.Int, types.Uint, types.Double:
		return true
	default:
		return false
	}
}

func overloadID(name string, left, right *cel.Type) string {
	return name + "_" + left.String() + "_" + right.String()
}
