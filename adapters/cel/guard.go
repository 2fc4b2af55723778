package cel

import (
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// guardOptions redefines the functions of base that have a steep price: a call that
// by itself would cost more than limit is refused before it is made, since it could
// fill the memory; any other does what it did.
func guardOptions(base *cel.Env, limit uint64) ([]cel.EnvOption, error) {
	var options []cel.EnvOption
	for name, cost := range steepPrices() {
		declared, found := base.Functions()[name]
		if !found {
			return nil, fmt.Errorf("there is no function %s to guard", name)
		}
		implementations, err := declared.Bindings()
		if err != nil {
			return nil, fmt.Errorf("guard %s: %w", name, err)
		}
		for _, overload := range declared.OverloadDecls() {
			for _, implementation := range implementations {
				if implementation.Operator == overload.ID() {
					options = append(options, redefined(name, overload, guarded(implementation, cost, float64(limit))))
				}
			}
		}
	}
	return options, nil
}

func redefined(function string, overload *decls.OverloadDecl, binding cel.OverloadOpt) cel.EnvOption {
	declare := cel.Overload
	if overload.IsMemberFunction() {
		declare = cel.MemberOverload
	}
	return cel.Function(function, declare(overload.ID(), overload.ArgTypes(), overload.ResultType(), binding))
}

func guarded(implementation *functions.Overload, cost price, limit float64) cel.OverloadOpt {
	refused := func(args ...ref.Val) bool { return cost(args, nil) > limit }
	switch {
	case implementation.Unary != nil:
		return cel.UnaryBinding(func(a ref.Val) ref.Val {
			if refused(a) {
				return types.WrapErr(tooCostly())
			}
			return implementation.Unary(a)
		})
	case implementation.Binary != nil:
		return cel.BinaryBinding(func(a, b ref.Val) ref.Val {
			if refused(a, b) {
				return types.WrapErr(tooCostly())
			}
			return implementation.Binary(a, b)
		})
	default:
		return cel.FunctionBinding(func(args ...ref.Val) ref.Val {
			if refused(args...) {
				return types.WrapErr(tooCostly())
			}
			return implementation.Function(args...)
		})
	}
}
