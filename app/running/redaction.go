package running

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/ports"
)

// withoutSensitive gives the attempt as the logs keep it. Sensitive is what the context holds under such a key, and what
// the action type or the node declares so.
func (a *attempt) withoutSensitive(row ports.ActionAttempt, context *expression.Object) ports.ActionAttempt {
	hidden := a.version.engine.Redaction(context)
	outputs := jsontext.Value(row.Outputs)
	hidden.HideFields(a.actionType.Inputs, a.args.Inputs)
	hidden.HideFields(a.actionType.Outputs, outputs)
	if node, ok := a.version.document.Node(a.args.NodeID); ok {
		hidden.HideFields(node.Fields("outputs"), outputs)
	}
	row.Outputs = string(hidden.Object(outputs))
	row.Stdout, row.Stderr, row.Error = hidden.Text(row.Stdout), hidden.Text(row.Stderr), hidden.Text(row.Error)
	return row
}
