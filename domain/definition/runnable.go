package definition

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
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
