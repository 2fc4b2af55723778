package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
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
		return usageError("there is no scope %q; %s", c.Scope, spelling.Listing("scopes", expression.Scopes()))
	}
	question, err := c.question(env)
	if err != nil {
		return err
	}
	examine, err := examiner()
	if err != nil {
		return err
	}
	result, err := examine.Evaluate(question)
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

// question reads the files that the flags name.
func (c *docEvalCmd) question(env *environment) (q examining.Question, err error) {
	q = examining.Question{Expression: c.Expression, Scope: expression.Scope(c.Scope)}
	if err := onlyOneStdin(c.Context, c.Event, c.Instance); err != nil {
		return q, err
	}
	for _, variable := range []struct {
		path string
		into *jsontext.Value
	}{{c.Context, &q.Context}, {c.Event, &q.Event}, {c.Instance, &q.Instance}} {
		if *variable.into, err = readVariable(env, variable.path); err != nil {
			return q, err
		}
	}
	return q, nil
}

// readVariable reads the JSON object that a flag names; nil without one.
func readVariable(env *environment, path string) (jsontext.Value, error) {
	text, err := readObject(env, path)
	if err != nil || path == "" {
		return nil, err
	}
	if _, err := expression.ParseObject(text); err != nil {
		return nil, unreadable(path, err)
	}
	return text, nil
}
