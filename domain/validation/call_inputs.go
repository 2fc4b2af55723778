package validation

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

const inputsPath = "inputs."

// checkCallInputs checks the inputs that an action gives to its action type.
func (c *context) checkCallInputs(node *document.Node, called *action.ActionType) {
	inputs, _ := node.Config("inputs")
	given := make(map[string]bool)
	for key, value := range rawjson.Members(inputs) {
		name := string(key)
		given[name] = !isBlank(value)
		if field, declared := called.Input(name); declared {
			c.checkLiteral(node, called, field, value)
		} else if declares(called, "inputs") {
			problem := c.node(UnknownActionInput, node, inputsPath+name, "the action type %q has no input %q", called.Name, name)
			c.guess(problem, name, "inputs", func() []string { return fieldNames(called.Inputs) })
		}
	}
	for _, field := range called.Inputs {
		if field.Required && rawjson.IsNull(field.DefaultValue) && !given[field.Name] {
			c.node(MissingRequiredActionInput, node, inputsPath+field.Name,
				"the action type %q requires the input %q, which is not given", called.Name, field.Name)
		}
	}
}

// checkLiteral checks an input that is no expression against the type that is declared.
func (c *context) checkLiteral(node *document.Node, called *action.ActionType, field document.Field, value jsontext.Value) {
	if _, isExpression := textOf(value); isExpression || rawjson.IsNull(value) || fits(field.Type, value) {
		return
	}
	if field.Type == "string" && isScalar(value) {
		return
	}
	c.node(ExpressionTypeMismatch, node, inputsPath+field.Name,
		"the action type %q takes %s as %q, not %s", called.Name, inputKinds(field), field.Name, shown(value))
}

func isScalar(value jsontext.Value) bool {
	switch value.Kind() {
	case jsontext.KindTrue, jsontext.KindFalse, jsontext.KindNumber:
		return true
	default:
		return false
	}
}

// checkCallInput checks an input that is an expression against the type that is
// declared. One that may be of the type is let pass, and so is one that is null.
func (c *context) checkCallInput(e foundExpression, result expression.Kinds) {
	if e.scope != expression.ActionInput || !c.catalog.knowsActionTypes() {
		return
	}
	name, _ := ActionTypeOf(e.node)
	called, known := c.catalog.actionTypes[name]
	if !known {
		return
	}
	field, declared := called.Input(strings.TrimPrefix(e.field, inputsPath))
	if !declared || inputKinds(field).Overlaps(result) || result == expression.NullKind {
		return
	}
	c.problemAt(e, ExpressionTypeMismatch,
		"the action type %q takes %s as %q, and this is %s", called.Name, inputKinds(field), field.Name, result)
}

// inputKinds gives the kinds of values that are of use as an input. Text is the type of
// inputs that declare none, and a script reads numbers and booleans as text as well.
func inputKinds(field document.Field) expression.Kinds {
	kinds := expression.KindsOfField(field.Type)
	if field.Type == "string" {
		kinds |= expression.NumberKind | expression.BooleanKind
	}
	return kinds
}
