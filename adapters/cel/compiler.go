// Package cel compiles and evaluates expressions written in CEL
// (https://cel.dev), with the additions of the workflow document: mixed
// arithmetic, coalesce, canonical numbers and a limit on cost. It also says what
// can be said about an expression before it runs.
package cel

import (
	"fmt"

	"github.com/google/cel-go/cel"

	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
)

// DefaultCostLimit is what one evaluation may cost: a step costs one unit, ten
// characters of a text that is read or made cost one more. The limit stands for
// some tens of milliseconds.
const DefaultCostLimit = 500_000

// Compiler compiles and analyzes CEL expressions. It is safe for concurrent use and
// remembers what it made.
type Compiler struct {
	costLimit    uint64
	environments map[expression.Scope]*cel.Env
	overloads    overloads
	outlines     *memory[outlined]
	programs     *memory[expression.Program]
}

type source struct {
	scope expression.Scope
	text  string
}

var _ expression.Compiler = (*Compiler)(nil)

// New makes a compiler whose programs may cost DefaultCostLimit.
func New() (*Compiler, error) { return NewWithCostLimit(DefaultCostLimit) }

// NewWithCostLimit makes a compiler whose programs fail with expression.Cost when
// an evaluation costs more than limit.
func NewWithCostLimit(limit uint64) (*Compiler, error) {
	compiler := &Compiler{
		costLimit:    limit,
		environments: make(map[expression.Scope]*cel.Env),
		outlines:     newMemory[outlined](),
		programs:     newMemory[expression.Program](),
	}
	language, err := newLanguage(limit)
	if err != nil {
		return nil, fmt.Errorf("set up the expression language: %w", err)
	}
	compiler.overloads = overloadsOf(language)
	for _, scope := range expression.Scopes() {
		environment, err := language.Extend(variables(scope)...)
		if err != nil {
			return nil, fmt.Errorf("set up the scope %s: %w", scope, err)
		}
		compiler.environments[scope] = environment
	}
	return compiler, nil
}

func variables(scope expression.Scope) []cel.EnvOption {
	var options []cel.EnvOption
	for _, name := range scope.Variables() {
		options = append(options, cel.Variable(name, cel.MapType(cel.StringType, cel.DynType)))
	}
	return options
}

// Compile returns the program of text in the scope; see expression.Compiler.
func (c *Compiler) Compile(scope expression.Scope, text string) (expression.Program, error) {
	key := source{scope, text}
	if known, found := c.programs.recall(key); found {
		return known, nil
	}
	checked, err := c.check(scope, text)
	if err != nil {
		return nil, err
	}
	planned, planErr := c.environments[scope].Program(checked, cel.CustomDecoratorV2(decorate))
	if planErr != nil {
		return nil, expression.Errorf(expression.Type, "%v", planErr)
	}
	compiled := &program{planned: planned, scope: scope, costLimit: c.costLimit}
	c.programs.remember(key, compiled)
	return compiled, nil
}

// check parses and checks text in the scope, where nothing is known about the variables.
func (c *Compiler) check(scope expression.Scope, text string) (*cel.Ast, *expression.Error) {
	environment, known := c.environments[scope]
	if !known {
		return nil, expression.Errorf(expression.Type, "there is no scope %q; %s", scope, spelling.Listing("scopes", expression.Scopes()))
	}
	parsed, issues := environment.Parse(text)
	if issues.Err() != nil {
		return nil, compileError(expression.Parse, issues, scope)
	}
	checked, issues := environment.Check(parsed)
	if issues.Err() != nil {
		return nil, compileError(expression.Type, issues, scope)
	}
	return checked, nil
}
