package cel

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"

	"heddle.dev/heddle/domain/expression"
)

// signature is what one overload of a function takes and gives.
type signature struct {
	parameters []expression.Kinds
	result     expression.Kinds
}

// overloads are the signatures of all functions by the overload's id. The checker
// leaves with each call the ids of those that its arguments may fit.
type overloads map[string]signature

func overloadsOf(language *cel.Env) overloads {
	known := make(overloads)
	for _, function := range language.Functions() {
		for _, overload := range function.OverloadDecls() {
			s := signature{result: kindsOf(overload.ResultType())}
			for _, parameter := range overload.ArgTypes() {
				s.parameters = append(s.parameters, kindsOf(parameter))
			}
			known[overload.ID()] = s
		}
	}
	return known
}

// kindsOf gives the kinds of values that have a CEL type.
func kindsOf(t *types.Type) expression.Kinds {
	switch t.Kind() {
	case types.NullTypeKind:
		return expression.NullKind
	case types.BoolKind:
		return expression.BooleanKind
	case types.IntKind, types.UintKind, types.DoubleKind:
		return expression.NumberKind
	case types.StringKind:
		return expression.TextKind
	case types.ListKind:
		return expression.ListKind
	case types.MapKind:
		return expression.ObjectKind
	case types.BytesKind:
		return expression.BytesKind
	case types.TimestampKind:
		return expression.TimestampKind
	case types.DurationKind:
		return expression.DurationKind
	case types.TypeKind:
		return expression.TypeKind
	case types.OpaqueKind:
		if t.TypeName() == types.OptionalType.TypeName() {
			return expression.OptionalKind
		}
		return expression.AnyKind
	default:
		return expression.AnyKind
	}
}

// fit gives the kinds of the results of those candidates that take arguments of the
// given kinds; false if none does.
func (o overloads) fit(candidates []string, arguments []expression.Kinds) (result expression.Kinds, fits bool) {
	for _, id := range candidates {
		s, known := o[id]
		if !known {
			return expression.AnyKind, true
		}
		if s.takes(arguments) {
			result, fits = result|s.result, true
		}
	}
	return result, fits
}

func (s signature) takes(arguments []expression.Kinds) bool {
	for i, kinds := range arguments {
		if i < len(s.parameters) && !s.parameters[i].Overlaps(kinds) {
			return false
		}
	}
	return true
}

// refuseNull tells whether null as the argument at the index fails with every candidate.
func (o overloads) refuseNull(candidates []string, index int) bool {
	for _, id := range candidates {
		s, known := o[id]
		if !known || index >= len(s.parameters) || s.parameters[index].Overlaps(expression.NullKind) {
			return false
		}
	}
	return len(candidates) > 0
}
