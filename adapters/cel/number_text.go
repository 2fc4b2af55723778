package cel

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// numberTextOptions make string(x) write a double in its canonical JSON form:
// 1234567, never 1.234567e+06. What JSON has no form for keeps CEL's own.
func numberTextOptions() []cel.EnvOption {
	return []cel.EnvOption{
		cel.Function("string", cel.Overload("double_to_string", []*cel.Type{cel.DoubleType}, cel.StringType,
			cel.UnaryBinding(func(value ref.Val) ref.Val {
				if text, err := numberText(value); err == nil {
					return types.String(text)
				}
				return value.ConvertToType(types.StringType)
			}))),
	}
}
