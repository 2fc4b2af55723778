package cel

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// guards estimates, by function, what a call will cost from its arguments. The
// interpreter prices a call after it was made, which is too late for those that
// make much of little, such as a replacement that fills the memory.
func guards() map[string]func(args []ref.Val) float64 {
	return map[string]func(args []ref.Val) float64{
		"replace":         replaceCost,
		"join":            joinCost,
		"format":          formatCost,
		"indexOf":         searchCost,
		"lastIndexOf":     searchCost,
		"lists.range":     rangeCost,
		"distinct":        func(args []ref.Val) float64 { return pairCost(args[0], args[0]) },
		"sets.contains":   func(args []ref.Val) float64 { return pairCost(args[0], args[1]) },
		"sets.equivalent": func(args []ref.Val) float64 { return pairCost(args[0], args[1]) },
		"sets.intersects": func(args []ref.Val) float64 { return pairCost(args[0], args[1]) },
	}
}

// guardOptions redefines the guarded functions of base: each refuses a call that
// by itself would cost more than limit, and else does what it did.
func guardOptions(base *cel.Env, limit uint64) ([]cel.EnvOption, error) {
	var options []cel.EnvOption
	for name, cost := range guards() {
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
				if implementation.Operator != overload.ID() {
					continue
				}
				declare := cel.Overload
				if overload.IsMemberFunction() {
					declare = cel.MemberOverload
				}
				options = append(options, cel.Function(name, declare(overload.ID(), overload.ArgTypes(), overload.ResultType(),
					guarded(implementation, cost, float64(limit)))))
			}
		}
	}
	return options, nil
}

func guarded(implementation *functions.Overload, cost func([]ref.Val) float64, limit float64) cel.OverloadOpt {
	switch {
	case implementation.Unary != nil:
		return cel.UnaryBinding(func(a ref.Val) ref.Val {
			if cost([]ref.Val{a}) > limit {
				return types.WrapErr(tooCostly())
			}
			return implementation.Unary(a)
		})
	case implementation.Binary != nil:
		return cel.BinaryBinding(func(a, b ref.Val) ref.Val {
			if cost([]ref.Val{a, b}) > limit {
				return types.WrapErr(tooCostly())
			}
			return implementation.Binary(a, b)
		})
	default:
		return cel.FunctionBinding(func(args ...ref.Val) ref.Val {
			if cost(args) > limit {
				return types.WrapErr(tooCostly())
			}
			return implementation.Function(args...)
		})
	}
}

func replaceCost(args []ref.Val) float64 {
	text, from, to := asText(args[0]), asText(args[1]), asText(args[2])
	times := utf8.RuneCountInString(text) + 1
	if from != "" {
		times = strings.Count(text, from)
	}
	return (float64(len(text)) + float64(times)*float64(len(to))) / weightPerUnit
}

func joinCost(args []ref.Val) float64 {
	total := float64(weigh(args[0], math.MaxInt))
	if list, isList := args[0].(traits.Lister); isList && len(args) > 1 {
		total += float64(size(list)) * float64(len(asText(args[1])))
	}
	return total / weightPerUnit
}

// formatCost takes every placeholder for the heaviest argument.
func formatCost(args []ref.Val) float64 {
	template := asText(args[0])
	heaviest := maxPrecision
	if list, isList := args[1].(traits.Lister); isList {
		for it := list.Iterator(); it.HasNext() == types.True; {
			heaviest = max(heaviest, weigh(it.Next(), maxWeight))
		}
	}
	return (float64(len(template)) + float64(strings.Count(template, "%"))*float64(heaviest)) / weightPerUnit
}

func searchCost(args []ref.Val) float64 {
	return float64(len(asText(args[0]))) * float64(len(asText(args[1]))) / (weightPerUnit * weightPerUnit)
}

func rangeCost(args []ref.Val) float64 {
	count, _ := args[0].(types.Int)
	return float64(count)
}

// pairCost is for functions that compare each element of one list with each of another.
func pairCost(a, b ref.Val) float64 {
	left, leftIsList := a.(traits.Lister)
	right, rightIsList := b.(traits.Lister)
	if !leftIsList || !rightIsList {
		return 0
	}
	n, m := float64(size(left)), float64(size(right))
	read := min(n*float64(weigh(b, maxWeight)), m*float64(weigh(a, maxWeight)))
	return n*m + read/weightPerUnit
}

func asText(value ref.Val) string {
	text, _ := value.(types.String)
	return string(text)
}

func size(list traits.Lister) int {
	count, _ := list.Size().(types.Int)
	return int(count)
}
