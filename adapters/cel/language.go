package cel

import (
	"slices"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/env"
	"github.com/google/cel-go/ext"
)

// Limits on an expression's text. They keep compiling cheap; what evaluating costs
// is limited by the cost limit.
const (
	maxSourceLength = 64 * 1024 // code points
	maxNesting      = 200
	maxPrecision    = 100 // decimals of a formatted number
)

// newLanguage makes the environment all scopes share: the standard library with
// our own operators, the extensions, and guards on what can make much of little.
func newLanguage(costLimit uint64) (*cel.Env, error) {
	base, err := cel.NewCustomEnv(
		cel.StdLib(cel.StdLibSubset(standardLibrary())),
		cel.OptionalTypes(),
		ext.Strings(ext.StringsMaxPrecision(maxPrecision)),
		ext.Math(),
		ext.Lists(),
		ext.Sets(),
		ext.Encoders(),
		cel.CrossTypeNumericComparisons(true),
		cel.DefaultUTCTimeZone(true),
		cel.ParserExpressionSizeLimit(maxSourceLength),
		cel.ParserRecursionLimit(maxNesting),
		cel.EnableHiddenAccumulatorName(true),
	)
	if err != nil {
		return nil, err
	}
	guards, err := guardOptions(base, costLimit)
	if err != nil {
		return nil, err
	}
	return base.Extend(slices.Concat(operatorOptions(), coalesceOptions(), numberTextOptions(), guards)...)
}

// standardLibrary leaves out the operators that are declared anew in operators.go,
// since a function that has one implementation for all its overloads takes no more.
func standardLibrary() *env.LibrarySubset {
	subset := env.NewLibrarySubset()
	for _, name := range ownOperators() {
		subset.AddExcludedFunctions(env.NewFunction(name))
	}
	return subset
}
