package validation

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// report collects problems.
type report struct{ problems []fault.Problem }

// add reports a problem of the document as a whole and returns it for details.
func (r *report) add(code Code, format string, args ...any) *fault.Problem {
	r.problems = append(r.problems, fault.Problem{
		Severity: severityOf(code), Code: string(code), Message: fmt.Sprintf(format, args...),
	})
	return &r.problems[len(r.problems)-1]
}

// node reports a problem of a node; field is the path in its config, if any.
func (r *report) node(code Code, node *document.Node, field, format string, args ...any) *fault.Problem {
	problem := r.add(code, "%s: %s", nodeTitle(node), fmt.Sprintf(format, args...))
	problem.NodeID, problem.Field = node.ID(), field
	return problem
}

// edge reports a problem of an edge.
func (r *report) edge(code Code, edge *document.Edge, field, format string, args ...any) *fault.Problem {
	problem := r.add(code, "edge %q: %s", edge.ID(), fmt.Sprintf(format, args...))
	problem.EdgeID, problem.Field = edge.ID(), field
	return problem
}

func nodeTitle(node *document.Node) string {
	if node.Name() == "" || node.Name() == node.ID() {
		return fmt.Sprintf("node %q", node.ID())
	}
	return fmt.Sprintf("node %q (%s)", node.ID(), node.Name())
}

// elementPath is the path of an element in a list, as problems name it: "outputs[0]".
type elementPath struct {
	list  string
	index int
}

func (p elementPath) String() string { return p.list + "[" + strconv.Itoa(p.index) + "]" }

// textOf decodes a text value.
func textOf(value jsontext.Value) (string, bool) { return rawjson.String(value) }
