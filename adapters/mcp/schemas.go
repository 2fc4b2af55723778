package mcp

import (
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
)

// The types of this file exist for their schemas: they tell an agent what to send.
// Nothing is ever decoded into them, since documents are passed on as text.

var itemTypes = []string{"action-type", "tool"}

type getCompositionArguments struct{}

type validateCompositionArguments struct{}

type evaluateArguments struct {
	Expression string         `json:"expression" jsonschema:"the CEL expression"`
	Scope      string         `json:"scope" jsonschema:"where in the document it stands"`
	Context    map[string]any `json:"context,omitzero" jsonschema:"the context to evaluate it on; empty if left out"`
	Event      map[string]any `json:"event,omitzero" jsonschema:"an event, or just its payload, for the scopes that read one"`
	EventID    string         `json:"eventId,omitzero" jsonschema:"the id of a stored event, in the place of event"`
}

type simulateArguments struct {
	Context map[string]any `json:"context,omitzero" jsonschema:"the initial context: the values of the start inputs"`
	Outputs any            `json:"outputs,omitzero" jsonschema:"what nodes that wait are given (actions, human tasks, events): an object by node id, or a list of {node, output} in that order"`
}

type getItemArguments struct {
	Type string `json:"type" jsonschema:"what it is"`
	Name string `json:"name" jsonschema:"its name"`
}

type removeItemArguments struct {
	Type string `json:"type" jsonschema:"what it is"`
	Name string `json:"name" jsonschema:"the draft's name"`
}

type finishArguments struct {
	Summary string `json:"summary,omitzero" jsonschema:"your last word to the user: what you changed, and what not"`
}

type listArguments struct {
	Cursor string `json:"cursor,omitzero" jsonschema:"the nextCursor of the page before; left out for the first page"`
}

type getEntryArguments struct {
	Name string `json:"name" jsonschema:"its name, as the list gives it"`
}

type proposeArguments struct {
	ChangeSet changeSetShape `json:"changeSet" jsonschema:"the change set, an object"`
}

type changeSetShape struct {
	ID           string    `json:"id" jsonschema:"a name of your choice for this change set"`
	BaseRevision string    `json:"baseRevision" jsonschema:"the contentRevision that get_composition or the last change set gave: sha256:…"`
	Summary      string    `json:"summary" jsonschema:"one line for the user: what this changes and why"`
	Author       string    `json:"author,omitzero" jsonschema:"set by the server; leave it out"`
	Ops          []opShape `json:"ops" jsonschema:"applied in order, later ones see earlier ones, all or nothing"`
}

type opShape struct {
	Op    string         `json:"op" jsonschema:"addNode{node}, updateNode{id, patch{name?, config?}, unset?}, renameNode{id, newId}, removeNode{id} (with its edges), addEdge{edge}, updateEdge{id, patch, unset?}, removeEdge{id}, metadata{patch{name?, description?, version?}}"`
	ID    string         `json:"id,omitzero" jsonschema:"the node or edge concerned"`
	NewID string         `json:"newId,omitzero" jsonschema:"renameNode: the new id; the edges follow"`
	Node  *nodeShape     `json:"node,omitzero" jsonschema:"addNode: the whole node, without position"`
	Edge  *edgeShape     `json:"edge,omitzero" jsonschema:"addEdge: the whole edge; both ends must exist by then"`
	Patch map[string]any `json:"patch,omitzero" jsonschema:"the keys to set; config is merged one level deep; null is stored, it does not remove"`
	Unset []string       `json:"unset,omitzero" jsonschema:"the config keys (of a node) or fields (of an edge) to remove"`
}

type nodeShape struct {
	ID     string         `json:"id"`
	Type   string         `json:"type"`
	Name   string         `json:"name"`
	Config map[string]any `json:"config" jsonschema:"start{inputs[]}, action{actionType, inputs{name: CEL expression}, outputs[]}, human-task{title (CEL), description, inputs{label: CEL}, outputs[] (the form)}, receive-event{eventType, match[], correlationKey, outputs[], timeout}, wait{duration: ISO 8601}, end{}"`
}

type edgeShape struct {
	ID        string `json:"id"`
	Source    string `json:"source"`
	Target    string `json:"target"`
	Condition string `json:"condition,omitzero" jsonschema:"CEL over context and instance; absent means always"`
	Priority  int    `json:"priority" jsonschema:"0 is tried first"`
	IsDefault bool   `json:"isDefault" jsonschema:"taken when no condition holds"`
	IsTimeout bool   `json:"isTimeout,omitzero" jsonschema:"taken when the node's timeout passes"`
	Label     string `json:"label,omitzero"`
}

type actionTypeArguments struct {
	Item actionTypeShape `json:"item" jsonschema:"the action type, whole"`
}

type actionTypeShape struct {
	Name        string            `json:"name" jsonschema:"lower-case letters, digits and hyphens, 64 at most"`
	Label       string            `json:"label,omitzero"`
	Description string            `json:"description,omitzero"`
	Mode        string            `json:"mode" jsonschema:"only script is available"`
	Inputs      []fieldShape      `json:"inputs,omitzero"`
	Outputs     []fieldShape      `json:"outputs,omitzero"`
	Script      *scriptShape      `json:"script,omitzero"`
	Timeout     string            `json:"timeout,omitzero" jsonschema:"of one attempt, ISO 8601; PT60S if absent"`
	MaxAttempts int               `json:"maxAttempts,omitzero" jsonschema:"3 if absent"`
	Backoff     string            `json:"backoff,omitzero" jsonschema:"pause before the second attempt, doubled each time; PT1S if absent"`
	Environment map[string]string `json:"environment,omitzero"`
	Secrets     []string          `json:"secrets,omitzero" jsonschema:"names of secrets, as list_secrets gives them; the script gets each as a variable of that name"`
}

type scriptShape struct {
	Language string `json:"language"`
	Source   string `json:"source" jsonschema:"reads its inputs as JSON from stdin or the file HEDDLE_INPUT_FILE, returns a JSON object in the file HEDDLE_OUTPUT_FILE or as the last line of stdout; node scripts are ES modules"`
}

type fieldShape struct {
	Name         string        `json:"name"`
	Type         string        `json:"type,omitzero" jsonschema:"string if absent"`
	Label        string        `json:"label,omitzero"`
	Description  string        `json:"description,omitzero"`
	Required     bool          `json:"required,omitzero"`
	DefaultValue any           `json:"defaultValue,omitzero"`
	Options      []optionShape `json:"options,omitzero" jsonschema:"the only values allowed"`
}

type optionShape struct {
	Label string `json:"label,omitzero"`
	Value string `json:"value"`
}

type toolArguments struct {
	Item toolShape `json:"item" jsonschema:"the tool, whole"`
}

type toolShape struct {
	Name        string            `json:"name" jsonschema:"lower-case letters, digits and hyphens, 64 at most"`
	Description string            `json:"description" jsonschema:"what it does and when to use it: agents choose tools by it"`
	Parameters  map[string]any    `json:"parameters,omitzero" jsonschema:"a JSON Schema with type object"`
	Requires    []string          `json:"requires,omitzero" jsonschema:"where the tool is available; absent means everywhere"`
	Language    string            `json:"language"`
	Source      string            `json:"source"`
	Timeout     string            `json:"timeout,omitzero" jsonschema:"ISO 8601; PT60S if absent"`
	Environment map[string]string `json:"environment,omitzero"`
	Secrets     []string          `json:"secrets,omitzero" jsonschema:"names of secrets, as list_secrets gives them; the script gets each as a variable of that name"`
}

// schemaOf makes the schema of a tool's arguments. Unknown arguments are refused,
// but documents may hold more than is described here.
func schemaOf[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		panic(fmt.Sprintf("the type %T has no schema: %v", *new(T), err)) // a test makes every schema
	}
	for _, property := range schema.Properties {
		openUp(property)
	}
	return schema
}

func openUp(schema *jsonschema.Schema) {
	if schema == nil {
		return
	}
	if len(schema.Properties) > 0 {
		schema.AdditionalProperties = nil
	}
	openUp(schema.Items)
	for _, property := range schema.Properties {
		openUp(property)
	}
}

// withEnum bounds the property at the end of a path of properties and, written as
// "[]", elements.
func withEnum[S ~string](schema *jsonschema.Schema, property string, values []S, path ...string) *jsonschema.Schema {
	inner := schema
	for _, step := range path {
		if step == "[]" {
			inner = inner.Items
		} else {
			inner = inner.Properties[step]
		}
	}
	for _, value := range values {
		inner.Properties[property].Enum = append(inner.Properties[property].Enum, string(value))
	}
	return schema
}

func changeSetSchema() *jsonschema.Schema {
	schema := withEnum(schemaOf[proposeArguments](), "op", changeset.OpKinds(), "changeSet", "ops", "[]")
	return withEnum(schema, "type", document.NodeTypes(), "changeSet", "ops", "[]", "node")
}

func actionTypeSchema() *jsonschema.Schema {
	schema := withEnum(schemaOf[actionTypeArguments](), "mode", action.Modes(), "item")
	withEnum(schema, "language", action.Languages(), "item", "script")
	withEnum(schema, "type", action.FieldTypes(), "item", "inputs", "[]")
	return withEnum(schema, "type", action.FieldTypes(), "item", "outputs", "[]")
}

func toolSchema() *jsonschema.Schema {
	return withEnum(schemaOf[toolArguments](), "language", action.Languages(), "item")
}
