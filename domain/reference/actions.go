package reference

import (
	"strings"

	"heddle.dev/heddle/domain/action"
)

// ActionType is what Document calls.
const ActionType = `{
  "name": "check-return",
  "label": "Check a return",
  "description": "Tells whether a person has to approve the return.",
  "mode": "script",
  "inputs": [
    {"name": "amount", "type": "number", "required": true},
    {"name": "limit", "type": "number", "required": true}
  ],
  "outputs": [{"name": "needsApproval", "type": "boolean", "required": true}],
  "script": {
    "language": "node",
    "source": "import {readFileSync, writeFileSync} from 'node:fs';\nconst {amount, limit} = JSON.parse(readFileSync(process.env.HEDDLE_INPUT_FILE, 'utf8'));\nwriteFileSync(process.env.HEDDLE_OUTPUT_FILE, JSON.stringify({needsApproval: amount > limit}));\n"
  },
  "environment": {"TZ": "UTC"},
  "secrets": ["ORDERS_API_KEY"],
  "timeout": "PT10S",
  "maxAttempts": 3,
  "backoff": "PT1S"
}`

// ActionTypeKeys are the members of an action type.
var ActionTypeKeys = []Key{
	{"name", "what nodes call it by: lower-case letters, digits and hyphens, 64 at most"},
	{"label", "for people"},
	{"description", "for people and agents"},
	{"mode", "script; the others are not available yet"},
	{"inputs", "fields; a node must give the required ones"},
	{"outputs", "fields; what the script returns is checked against them"},
	{"script", "{language, source}"},
	{"environment", "an object of texts, variables for the script; none that begin with HEDDLE_ or INPUT_"},
	{"secrets", "names of secrets; the script gets each as a variable of that name; list_secrets has those that are set"},
	{"timeout", "of one attempt; PT60S if absent, PT1H at most"},
	{"maxAttempts", "1 to 20; 3 if absent"},
	{"backoff", "the pause before the second attempt, doubled each time; PT1S if absent"},
}

// Tool is a tool for agents.
const Tool = `{
  "name": "order-status",
  "description": "Tells how far an order is. Use it before answering where a parcel is.",
  "parameters": {"type": "object", "properties": {"orderId": {"type": "string"}}, "required": ["orderId"]},
  "requires": ["RequireWorkflow"],
  "language": "node",
  "source": "import {readFileSync} from 'node:fs';\nconst {orderId} = JSON.parse(readFileSync(0, 'utf8'));\nconsole.log(JSON.stringify({orderId, status: 'shipped'}));\n",
  "environment": {"TZ": "UTC"},
  "secrets": ["ORDERS_API_KEY"],
  "timeout": "PT10S"
}`

// ToolKeys are the members of a tool.
var ToolKeys = []Key{
	{"name", "as of action types"},
	{"description", "what it does and when to use it: agents choose tools by it"},
	{"parameters", "a JSON Schema of an object"},
	{"requires", "where the tool is offered; absent means everywhere"},
	{"language", "of the script"},
	{"source", "the script"},
	{"environment", "as of action types"},
	{"secrets", "as of action types"},
	{"timeout", "PT60S if absent"},
}

func actionTypesText() string {
	var text strings.Builder
	text.WriteString("An action type is a script with declared inputs and outputs, which action nodes call by its name.\n")
	table(&text, "Members", ActionTypeKeys)
	text.WriteString(`
Modes: ` + strings.Join(action.Modes(), ", ") + `. Languages: ` + strings.Join(action.Languages(), ", ") + ` (prefer node; its sources are ES modules).
Types of fields: ` + strings.Join(action.FieldTypes(), ", ") + `.

The script gets its inputs as one JSON object on stdin and in the file HEDDLE_INPUT_FILE. It returns a JSON object in the file
HEDDLE_OUTPUT_FILE, or as the last line of stdout. Exit code 0 with fitting outputs is a success; anything else is tried again. Use
HEDDLE_IDEMPOTENCY_KEY for effects outside, since a step may run more than once.
`)
	example(&text, "Example", ActionType)
	return text.String()
}

func toolsText() string {
	var text strings.Builder
	text.WriteString("A tool is a script that agents may call by its name.\n")
	table(&text, "Members", ToolKeys)
	text.WriteString("\nLanguages: " + strings.Join(action.Languages(), ", ") + ". Predicates for requires: " + strings.Join(action.Predicates(), ", ") + ".\n")
	example(&text, "Example", Tool)
	return text.String()
}
