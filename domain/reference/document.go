package reference

import "strings"

// Document is a workflow with one node of each type. It has no problems beside ActionType.
const Document = `{
  "id": "order-returns",
  "name": "Order returns",
  "nodes": [
    {"id": "requested", "type": "start", "name": "Return requested",
     "config": {"inputs": [{"name": "orderId", "required": true}, {"name": "amount", "type": "number", "required": true}]}},
    {"id": "check", "type": "action", "name": "Check the amount",
     "config": {"actionType": "check-return", "inputs": {"amount": "context.amount", "limit": 100},
                "outputs": [{"name": "needsApproval", "type": "boolean", "required": true}]}},
    {"id": "approve", "type": "human-task", "name": "Approve",
     "config": {"title": "'Return of order ' + context.orderId", "description": "Is it paid back?",
                "inputs": {"Amount": "context.amount"},
                "outputs": [{"name": "verdict", "widget": "radio", "required": true,
                             "options": [{"label": "Pay", "value": "pay"}, {"label": "Refuse", "value": "refuse"}]}]}},
    {"id": "arrived", "type": "receive-event", "name": "Parcel arrived",
     "config": {"eventType": "parcel.arrived", "match": ["event.payload.condition == 'good'"],
                "correlationKey": {"subscriptionKey": "context.orderId", "eventKey": "event.payload.orderId"},
                "outputs": [{"contextKey": "arrivedAt", "expression": "event.time"}],
                "timeout": "P14D", "lookback": "run-start"}},
    {"id": "cool-off", "type": "wait", "name": "Cool off", "config": {"duration": "PT1H"}},
    {"id": "done", "type": "end", "name": "Done", "config": {}},
    {"id": "late", "type": "end", "name": "Nothing arrived", "config": {}}
  ],
  "edges": [
    {"id": "requested-check", "source": "requested", "target": "check", "priority": 0, "isDefault": false},
    {"id": "check-approve", "source": "check", "target": "approve", "condition": "context.needsApproval", "priority": 0, "isDefault": false},
    {"id": "check-arrived", "source": "check", "target": "arrived", "priority": 1, "isDefault": true},
    {"id": "approve-arrived", "source": "approve", "target": "arrived", "condition": "context.verdict == 'pay'", "priority": 0, "isDefault": false},
    {"id": "approve-done", "source": "approve", "target": "done", "priority": 1, "isDefault": true},
    {"id": "arrived-cool-off", "source": "arrived", "target": "cool-off", "priority": 0, "isDefault": false},
    {"id": "arrived-late", "source": "arrived", "target": "late", "priority": 1, "isDefault": false, "isTimeout": true},
    {"id": "cool-off-done", "source": "cool-off", "target": "done", "priority": 0, "isDefault": false}
  ]
}`

// DocumentKeys are the members of a document.
var DocumentKeys = []Key{
	{"id", "its own name: letters, digits and hyphens"},
	{"name", "for people"},
	{"description", "for people; optional"},
	{"version", "a whole number; optional"},
	{"nodes", "the nodes, see node types; exactly one start and at least one end"},
	{"edges", "how nodes follow each other"},
}

// NodeKeys are the members of a node.
var NodeKeys = []Key{
	{"id", "its own id"},
	{"type", "one of the node types"},
	{"name", "for people"},
	{"config", "an object, see node types"},
	{"position", "where it stands on the canvas; leave it out, the editor places nodes"},
}

// EdgeKeys are the members of an edge.
var EdgeKeys = []Key{
	{"id", "its own id"},
	{"source", "the id of the node that it leaves"},
	{"target", "the id of the node that it enters"},
	{"condition", "an expression; only exactly true takes the edge; absent counts as true"},
	{"priority", "a whole number; the lowest is tried first"},
	{"isDefault", "taken when no other edge applies"},
	{"isTimeout", "taken when the timeout of a receive-event has passed, never else"},
	{"label", "for the canvas; optional"},
}

// FieldKeys are the members of a declared field: an input of a start, an output of an action, an entry of a form.
var FieldKeys = []Key{
	{"name", "what the value is called; the only member that is required"},
	{"type", "string (if absent), number, integer, boolean, date, datetime, object, array or file"},
	{"required", "absent and null are refused"},
	{"options", "the only values allowed: a list of {label, value}, both text"},
	{"defaultValue", "stands for a value that is not given"},
	{"contextKey", "the key of the context that gets the value, instead of name"},
	{"label", "for forms"},
	{"description", "for forms"},
	{"widget", "for forms: text, textarea, select, radio, checkbox, date, email, url or phone"},
	{"sensitive", "marks a confidential value"},
}

func documentText() string {
	var text strings.Builder
	text.WriteString("A workflow is one JSON object. In a composition it is changed by change sets only. Members that Heddle does not know are kept.\n")
	table(&text, "Members of the document", DocumentKeys)
	table(&text, "Members of a node", NodeKeys)
	table(&text, "Members of an edge", EdgeKeys)
	table(&text, "Members of a field (inputs of a start, outputs of actions and human tasks)", FieldKeys)
	text.WriteString(`
The *context* is the data of one run: the start's inputs, and what nodes put out, each under its key. A node that declares
outputs keeps only those.

Two or more edges without a condition start parallel branches, and no conditional or default edge may stand beside them. All
branches meet again in one node, which waits for all of them.

Durations are ISO 8601 with days, hours, minutes and seconds: P1DT2H, PT90S.
`)
	example(&text, "A whole document", Document)
	return text.String()
}
