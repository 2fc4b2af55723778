// Package cel compiles and evaluates expressions written in CEL
// (https://cel.dev), with the additions of the workflow document: mixed
// arithmetic, coalesce, canonical numbers and a limit on cost.
package cel

import (
	"fmt"
	"sync"

	"github.com/google/cel-go/cel"

	"heddle.dev/heddle/domain/expression"
)

// DefaultCostLimit is what one evaluation may cost: a step costs one unit, ten
// characters of a text that is read or made cost one more. The limit stands for
// some tens of milliseconds.
const DefaultCostLimit = 500_000

// rememberedPrograms bounds the compiler's memory of programs. Documents hold at
// most a few thousand expressions; beyond that everything is compiled anew.
const rememberedPrograms = 8192

// Compiler compiles CEL expressions. It is safe for concurrent use and remembers
// the programs it made.
type Compiler struct {
	costLimit    uint64
	environments map[expression.Scope]*cel.Env

	mu       sync.Mutex
	programs map[source]expression.Program
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
		programs:     make(map[source]expression.Program),
	}
	language, err := newLanguage(limit)
	if err != nil {
		return nil, fmt.Errorf("set up the expression language: %w", err)
	}
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
	if known := c.remembered(key); known != nil {
		return known, nil
	}
	compiled, err := c.compile(scope, text)
	if err != nil {
		return nil, err
	}
	c.remember(key, compiled)
	return compiled, nil
}

func (c *Compiler) remembered(key source) expression.Program {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.programs[key]
}

func (c *Compiler) remember(key source, compiled expression.Program) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.programs) >= rememberedPrograms {
		clear(c.programs)
	}
	c.programs[key] = compiled
}

func (c *Compiler) compile(scope expression.Scope, text string) (expression.Program, error) {
	environment, known := c.environments[scope]
	if !known {
		return nil, expression.Errorf(expression.Type, "there is no scope %q; the scopes are %v", scope, expression.Scopes())
	}
	parsed, issues := environment.Parse(text)
	if issues.Err() != nil {
		return nil, compileError(expression.Parse, issues, scope)
	}
	checked, issues := environment.Check(parsed)
	if issues.Err() != nil {
		return nil, compileError(expression.Type, issues, scope)
	}
	planned, err := environment.Program(checked, cel.CustomDecoratorV2(decorate))
	if err != nil {
		return nil, expression.Errorf(expression.Type, "%v", err)
	}
	return &program{planned: planned, scope: scope, costLimit: c.costLimit}, nil
}
