package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/simulation"
)

type docEvalCmd struct {
	Expression string `arg:"" help:"The expression."`
	Scope      string `help:"Where in a document it stands: edge-condition, action-input, human-task-title, correlation-subscription-key, correlation-event-key, receive-event-match or receive-event-output." required:""`
	Context    string `help:"The context, a JSON object; - for stdin." placeholder:"FILE"`
	Event      string `help:"The event, a JSON object; - for stdin. One without type and payload counts as a payload." placeholder:"FILE"`
	Instance   string `help:"The instance's id, workflowId, version and startedAt, a JSON object; - for stdin. Without it they have sample values." placeholder:"FILE"`
	JSON       bool   `help:"Print JSON." name:"json"`
}

// evalOutput is the JSON form of "heddle doc eval": a value with its type, or an error.
type evalOutput struct {
	Value jsontext.Value `json:"value,omitzero"`
	Type  string         `json:"type,omitempty"`
	Error *evalError     `json:"error,omitempty"`
}

type evalError struct {
	Code    expression.Code `json:"code"`
	Message string          `json:"message"`
}

// Run prints what an expression comes out as.
func (c *docEvalCmd) Run(env *environment) error {
	scope := expression.Scope(c.Scope)
	if !slices.Contains(expression.Scopes(), scope) {
		return usageError("there is no scope %q; there are %v", c.Scope, expression.Scopes())
	}
	variables, err := c.variables(env)
	if err != nil {
		return err
	}
	result, err := evaluate(scope, c.Expression, variables)
	failure := new(expression.Error)
	switch {
	case errors.As(err, &failure):
		return c.fail(env, failure)
	case err != nil:
		return err
	case c.JSON:
		return writeJSON(env, evalOutput{Value: result.Value, Type: result.Type})
	}
	_, err = fmt.Fprintf(env.stdout, "%s\n", result.Value)
	return err
}

func (c *docEvalCmd) fail(env *environment, failure *expression.Error) error {
	if !c.JSON {
		return refused("%s (%s)", failure.Message, failure.Code)
	}
	if err := writeJSON(env, evalOutput{Error: &evalError{failure.Code, failure.Message}}); err != nil {
		return err
	}
	return refused("")
}

func evaluate(scope expression.Scope, text string, variables expression.Variables) (expression.Result, error) {
	compiler, err := cel.New()
	if err != nil {
		return expression.Result{}, err
	}
	program, err := compiler.Compile(scope, text)
	if err != nil {
		return expression.Result{}, err
	}
	return program.Evaluate(variables)
}

func (c *docEvalCmd) variables(env *environment) (variables expression.Variables, err error) {
	if err := onlyOneStdin(c.Context, c.Event, c.Instance); err != nil {
		return variables, err
	}
	if variables.Context, err = readVariable(env, c.Context, emptyObject); err != nil {
		return variables, err
	}
	if variables.Instance, err = readVariable(env, c.Instance, simulation.SampleInstance()); err != nil {
		return variables, err
	}
	event, err := readVariable(env, c.Event, emptyObject)
	if err != nil {
		return variables, err
	}
	variables.Event, err = eventOf(event)
	return variables, err
}

var emptyObject = jsontext.Value("{}")

// readVariable reads the file that a flag names; without one the variable is as given.
func readVariable(env *environment, path string, without jsontext.Value) (*expression.Object, error) {
	text, err := readObject(env, path)
	if err != nil {
		return nil, err
	}
	if path == "" {
		text = without
	}
	object, err := expression.ParseObject(text)
	if err != nil {
		return nil, unreadable(path, err)
	}
	return object, nil
}

func eventOf(given *expression.Object) (*expression.Object, error) {
	_, hasType := given.Lookup("type")
	_, hasPayload := given.Lookup("payload")
	if !hasType && !hasPayload {
		return expression.EventOfPayload(given)
	}
	return expression.Event(given)
}
