package definition

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
)

// NodeTypeUnavailable is the code of the problem that a document has a node that this server can't run.
const NodeTypeUnavailable = "NODE_TYPE_UNAVAILABLE"

// Unrunnable lists what would make an instance of a valid document wait for ever: nodes that wait for events, while
// no event can reach the server.
func Unrunnable(d *document.Document) (problems []fault.Problem) {
	for _, node := range d.Nodes() {
		if node.Type() == document.ReceiveEventNode {
			problems = append(problems, fault.Problem{
				Severity: fault.SeverityError, Code: NodeTypeUnavailable, NodeID: node.ID(),
				Message: "receive-event nodes can be edited and checked, but not run by this version of Heddle",
			})
		}
	}
	return problems
}

// ExpressionNotCompiled is the code of the problem that a document has an expression that no run could evaluate.
const ExpressionNotCompiled = "EXPRESSION_NOT_COMPILED"

// Uncompiled lists, of the problems that validation found in a document, those about expressions that do not compile,
// each as an error. A draft may live with them for a while, so that validation only warns of some; a version may not,
// since it is frozen, and every run of it would fail or go wrong there.
func Uncompiled(found []fault.Problem) (problems []fault.Problem) {
	for _, problem := range found {
		switch validation.Code(problem.Code) {
		case validation.InvalidCondition, validation.InvalidTaskTitleExpression:
			problem.Severity, problem.Code = fault.SeverityError, ExpressionNotCompiled
			problem.Message = "it can't be published: " + problem.Message
			problems = append(problems, problem)
		default: // an error already, or about something else
		}
	}
	return problems
}
