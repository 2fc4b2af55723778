package validation

import (
	"strconv"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// UnknownActionType is the code for an action node whose action type is neither a draft nor published.
const UnknownActionType Code = "UNKNOWN_ACTION_TYPE"

// ActionTypeOf gives the name of the action type that a node calls; false if the node is no action or names none.
func ActionTypeOf(node *document.Node) (string, bool) {
	if node.Type() != document.ActionNode {
		return "", false
	}
	value, _ := node.Config("actionType")
	name, ok := rawjson.String(value)
	return name, ok && strings.TrimSpace(name) != ""
}

// UnknownActionTypes judges a valid document against the catalog: each action node must call an action type that
// exists.
func UnknownActionTypes(d *document.Document, exists func(name string) bool) (problems []fault.Problem) {
	for _, node := range d.Nodes() {
		name, ok := ActionTypeOf(node)
		if ok && !exists(name) {
			problems = append(problems, fault.Problem{
				Severity: fault.SeverityError, Code: string(UnknownActionType), NodeID: node.ID(), Field: "actionType",
				Message: "there is no action type " + strconv.Quote(name) + ", neither as a draft here nor in the catalog",
			})
		}
	}
	return problems
}
