package validation

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

// checkMeaning checks what one node's config says. Its shape is clean.
func (c *context) checkMeaning(node *document.Node) {
	switch node.Type() {
	case document.StartNode:
		c.requireKey(node, "inputs", MissingStartInputs, "the start declares no inputs; an empty list says that there are none")
		c.checkFieldMeaning(node, "inputs", DuplicateInputName)
	case document.ActionNode:
		c.requireKey(node, "actionType", MissingActionType, "the action names no action type")
		c.requireKey(node, "inputs", MissingActionInputs, "the action declares no inputs; an empty object says that there are none")
		c.requireKey(node, "outputs", MissingActionOutputs, "the action declares no outputs; an empty list says that there are none")
		c.checkInputs(node, EmptyActionInputExpression)
		c.checkFieldMeaning(node, "outputs", DuplicateOutputName)
	case document.HumanTaskNode:
		c.checkTitle(node)
		c.requireKey(node, "description", MissingTaskDescription, "the task has no description")
		c.requireKey(node, "outputs", MissingTaskOutputs, "the task has no form; an empty list says that it needs none")
		c.checkInputs(node, EmptyTaskInputExpression)
		c.checkFieldMeaning(node, "outputs", DuplicateOutputName)
	case document.ReceiveEventNode:
		c.checkEventType(node)
		c.checkMatches(node)
		c.checkMappings(node)
		c.checkCorrelation(node)
	case document.WaitNode:
		c.requireKey(node, "duration", MissingWaitDuration, "the wait has no duration")
	case document.EndNode:
	}
}

// requireKey reports a config key that is absent or null.
func (c *context) requireKey(node *document.Node, key string, code Code, message string) {
	if value, _ := node.Config(key); rawjson.IsNull(value) {
		c.node(code, node, key, "%s", message)
	}
}

func (c *context) checkTitle(node *document.Node) {
	value, _ := node.Config("title")
	title, isText := textOf(value)
	if !isText || strings.TrimSpace(title) == "" {
		return // the task goes by the name of its node
	}
	c.checkExpression(foundExpression{
		node: node, field: "title", scope: expression.HumanTaskTitle, source: title,
	}, InvalidTaskTitleExpression)
}

// checkInputs checks the inputs that are expressions, which text is; other values are literals.
func (c *context) checkInputs(node *document.Node, empty Code) {
	inputs, _ := node.Config("inputs")
	for name, value := range rawjson.Members(inputs) {
		source, isExpression := textOf(value)
		if !isExpression {
			continue
		}
		field := "inputs." + string(name)
		if strings.TrimSpace(source) == "" {
			c.node(empty, node, field, "the expression of input %q is blank", name)
			continue
		}
		c.checkExpression(foundExpression{
			node: node, field: field, scope: expression.ActionInput, source: source,
		}, InvalidInputExpression)
	}
}

func (c *context) checkEventType(node *document.Node) {
	value, _ := node.Config("eventType")
	text, isText := textOf(value)
	switch {
	case rawjson.IsNull(value):
		c.node(MissingEventType, node, "eventType", "the node names no event type to wait for")
	case !isText:
		c.node(InvalidEventTypeValue, node, "eventType", "the event type must be text, not %s", rawjson.Kind(value))
	case strings.TrimSpace(text) == "":
		c.node(InvalidEventTypeValue, node, "eventType", "the event type must not be blank")
	}
}

func (c *context) checkMatches(node *document.Node) {
	value, _ := node.Config("match")
	for i, element := range rawjson.Elements(value) {
		source, _ := textOf(element)
		c.checkExpression(foundExpression{
			node: node, field: elementPath{"match", i}.String(), scope: expression.ReceiveEventMatch, source: source,
		}, InvalidMatchExpression)
	}
}

func (c *context) checkMappings(node *document.Node) {
	value, _ := node.Config("outputs")
	for i, mapping := range rawjson.Elements(value) {
		field := elementPath{"outputs", i}.String()
		key, _ := rawjson.Get(mapping, "contextKey")
		if isBlank(key) {
			c.node(MissingOutputContextKey, node, field, "%s names no context key", field)
		}
		written, _ := rawjson.Get(mapping, "expression")
		if isBlank(written) {
			c.node(MissingOutputExpression, node, field, "%s has no expression", field)
			continue
		}
		source, _ := textOf(written)
		c.checkExpression(foundExpression{
			node: node, field: field, scope: expression.ReceiveEventOutput, source: source,
		}, InvalidOutputExpression)
	}
}

func (c *context) checkCorrelation(node *document.Node) {
	value, _ := node.Config("correlationKey")
	if rawjson.IsNull(value) {
		return
	}
	c.checkCorrelationSide(node, value, "subscriptionKey", expression.CorrelationSubscriptionKey)
	c.checkCorrelationSide(node, value, "eventKey", expression.CorrelationEventKey)
}

func (c *context) checkCorrelationSide(node *document.Node, correlation jsontext.Value, key string, scope expression.Scope) {
	value, _ := rawjson.Get(correlation, key)
	field := "correlationKey." + key
	if isBlank(value) {
		c.node(MissingCorrelationKeyExpression, node, field, "the correlation key needs both its expressions, and %s is missing", key)
		return
	}
	source, _ := textOf(value)
	c.checkExpression(foundExpression{node: node, field: field, scope: scope, source: source}, InvalidCorrelationKeyExpression)
}
