package cel

import (
	"errors"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"heddle.dev/heddle/domain/expression"
)

type program struct {
	planned   cel.Program
	scope     expression.Scope
	costLimit uint64
}

// Evaluate computes the result; see expression.Program.
func (p *program) Evaluate(variables expression.Variables) (expression.Result, error) {
	vars := &activation{variables: variables, meter: meter{limit: p.costLimit}}
	value, _, err := p.planned.Eval(vars)
	if vars.meter.exhausted() { // even where the expression went on without the step's result
		return expression.Result{}, tooCostly()
	}
	if err != nil {
		return expression.Result{}, evaluationError(err)
	}
	if _, isBool := value.(types.Bool); !isBool && p.scope == expression.ReceiveEventMatch {
		return expression.Result{}, expression.Errorf(expression.Evaluation, "a match must be true or false, this is %s", typeName(value))
	}
	text, err := encode(value)
	if err != nil {
		return expression.Result{}, evaluationError(err)
	}
	return expression.Result{Value: text, Type: typeName(value)}, nil
}

func typeName(value ref.Val) string { return value.Type().TypeName() }

// missingKeyPrefix starts the interpreter's message about a key that does not exist.
const missingKeyPrefix = "no such key: "

func evaluationError(err error) *expression.Error {
	if ours := new(expression.Error); errors.As(err, &ours) {
		return ours
	}
	message := err.Error()
	if strings.HasPrefix(message, missingKeyPrefix) {
		return expression.Errorf(expression.UnknownKey, "%s", message)
	}
	return expression.Errorf(expression.Evaluation, "%s", message)
}

func tooCostly() *expression.Error {
	return expression.Errorf(expression.Cost, "the expression needs more work than an expression may; read or build less")
}

// activation gives a program its variables and its meter.
type activation struct {
	variables expression.Variables
	meter     meter
}

// ResolveName gives the variable called name.
func (a *activation) ResolveName(name string) (any, bool) {
	switch name {
	case expression.ContextVariable:
		return variable(a.variables.Context, a.variables.Numbers), true
	case expression.InstanceVariable:
		return variable(a.variables.Instance, nil), true
	case expression.EventVariable:
		return variable(a.variables.Event, nil), true
	case meterName:
		return &a.meter, true
	default:
		return nil, false
	}
}

// Parent gives nil: there are no variables beyond these.
func (a *activation) Parent() interpreter.Activation { return nil }
