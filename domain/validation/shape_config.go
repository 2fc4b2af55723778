package validation

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// checkConfigShape checks the config keys that the node's type knows; others belong
// to whoever wrote them.
func checkConfigShape(r *report, node *document.Node) {
	switch node.Type() {
	case document.StartNode:
		checkFields(r, node, "inputs", InvalidInputsType, InvalidInputDefinition)
	case document.ActionNode:
		checkActionType(r, node)
		checkInputMap(r, node)
		checkFields(r, node, "outputs", InvalidOutputsType, InvalidOutputDefinition)
	case document.HumanTaskNode:
		checkText(r, node, "title", InvalidTaskTitle)
		checkText(r, node, "description", InvalidTaskDescription)
		checkInputMap(r, node)
		checkFields(r, node, "outputs", InvalidOutputsType, InvalidOutputDefinition)
		checkStageSettings(r, node)
	case document.ReceiveEventNode:
		checkMatch(r, node)
		checkMappings(r, node)
		checkCorrelationKey(r, node)
		checkTimeout(r, node)
		checkLookback(r, node)
	case document.WaitNode:
		checkWaitDuration(r, node)
	case document.EndNode:
	}
}

func checkText(r *report, node *document.Node, key string, code Code) {
	if value, _ := node.Config(key); !isTextOrNull(value) {
		r.node(code, node, key, "the %s must be text, not %s", key, rawjson.Kind(value))
	}
}

func checkActionType(r *report, node *document.Node) {
	value, _ := node.Config("actionType")
	text, isText := textOf(value)
	switch {
	case isText && strings.TrimSpace(text) == "":
		r.node(InvalidActionTypeValue, node, "actionType", "the action type must not be blank")
	case !isTextOrNull(value):
		r.node(InvalidActionTypeValue, node, "actionType", "the action type must be a name (text), not %s", rawjson.Kind(value))
	}
}

func checkInputMap(r *report, node *document.Node) {
	if value, _ := node.Config("inputs"); !isNullOr(jsontext.KindBeginObject, value) {
		r.node(InvalidInputsType, node, "inputs", "inputs must be an object, not %s", rawjson.Kind(value))
	}
}

func checkMatch(r *report, node *document.Node) {
	value, _ := node.Config("match")
	if rawjson.IsNull(value) {
		return
	}
	if value.Kind() != jsontext.KindBeginArray {
		r.node(InvalidMatchType, node, "match", "match must be a list of expressions, not %s", rawjson.Kind(value))
	}
	for i, element := range rawjson.Elements(value) {
		if element.Kind() != jsontext.KindString {
			field := elementPath{"match", i}.String()
			r.node(InvalidMatchType, node, field, "%s must be an expression (text), not %s", field, rawjson.Kind(element))
		}
	}
}

func checkMappings(r *report, node *document.Node) {
	value, _ := node.Config("outputs")
	if rawjson.IsNull(value) {
		return
	}
	if value.Kind() != jsontext.KindBeginArray {
		r.node(InvalidOutputsType, node, "outputs", "outputs must be a list, not %s", rawjson.Kind(value))
	}
	for i, element := range rawjson.Elements(value) {
		field := elementPath{"outputs", i}.String()
		if element.Kind() != jsontext.KindBeginObject {
			r.node(InvalidOutputDefinition, node, field, "%s must be an object, not %s", field, rawjson.Kind(element))
			continue
		}
		for _, key := range []string{"contextKey", "expression"} {
			if member, _ := rawjson.Get(element, key); !isTextOrNull(member) {
				r.node(InvalidOutputDefinition, node, field, "%s of %s must be text, not %s", key, field, rawjson.Kind(member))
			}
		}
	}
}

func checkCorrelationKey(r *report, node *document.Node) {
	const field = "correlationKey"
	value, _ := node.Config(field)
	if !isNullOr(jsontext.KindBeginObject, value) {
		r.node(InvalidCorrelationKey, node, field, "the correlation key must be an object, not %s", rawjson.Kind(value))
		return
	}
	for _, key := range []string{"subscriptionKey", "eventKey"} {
		member, ok := rawjson.Get(value, key)
		if _, isText := textOf(member); ok && !isText {
			r.node(InvalidCorrelationKey, node, field+"."+key, "%s must be an expression (text), not %s", key, rawjson.Kind(member))
		}
	}
}

func checkTimeout(r *report, node *document.Node) {
	value, _ := node.Config("timeout")
	if !rawjson.IsNull(value) && !isPositiveDuration(value) {
		r.node(InvalidTimeout, node, "timeout", "the timeout must be a positive duration such as PT30M, not %s", shown(value))
	}
}

func checkLookback(r *report, node *document.Node) {
	value, _ := node.Config("lookback")
	text, _ := textOf(value)
	if !rawjson.IsNull(value) && text != "run-start" && text != "none" && !isPositiveDuration(value) {
		r.node(InvalidLookback, node, "lookback",
			"lookback must be run-start, none or a positive duration such as PT30M, not %s", shown(value))
	}
}

func checkWaitDuration(r *report, node *document.Node) {
	value, _ := node.Config("duration")
	text, _ := textOf(value)
	if _, err := document.ParseDuration(text); !rawjson.IsNull(value) && err != nil {
		r.node(InvalidWaitDuration, node, "duration",
			"the duration must be written with days, hours, minutes and seconds as in P1DT2H30M, not %s", shown(value))
	}
}

func isPositiveDuration(value jsontext.Value) bool {
	text, _ := textOf(value)
	duration, err := document.ParseDuration(text)
	return err == nil && duration > 0
}

// shown is a value as a message shows it: short ones as written.
func shown(value jsontext.Value) string {
	const longest = 60
	if len(value) > longest {
		return rawjson.Kind(value)
	}
	return string(value)
}
