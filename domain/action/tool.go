package action

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// Tool is one tool: a script that agents, personas and agent-mode action types may
// call. The text keeps what is not read here.
type Tool struct {
	text jsontext.Value

	Name        string
	Description string
	Parameters  jsontext.Value // a JSON Schema of an object; nil for none
	Requires    []string       // predicates that say where the tool is available
	Script      Script
	Timeout     time.Duration
	Environment map[string]string
	Secrets     []string
}

// Text is the JSON text the tool was read from.
func (t *Tool) Text() []byte { return t.text }

// Predicates lists the predicates a tool may require.
func Predicates() []string {
	return []string{"RequireWorkspace", "RequireWorkflow", "RequireTeam", "RequireNoWorkspace", "DenyVisitor", "All"}
}

var toolFields = []string{
	"name", "description", "parameters", "requires", "language", "source", "timeout", "environment", "secrets",
}

// ParseTool reads a tool within DefaultRules.
func ParseTool(text []byte) (*Tool, []fault.Problem) { return DefaultRules.ParseTool(text) }

// ParseTool reads a tool and lists what is wrong with it, as ParseActionType does.
func (r Rules) ParseTool(text []byte) (*Tool, []fault.Problem) {
	object, problem := parseObject(text, "a tool")
	if problem != nil {
		return nil, []fault.Problem{*problem}
	}
	in := newReader(object)
	t := &Tool{
		text:        text,
		Name:        in.name(),
		Description: in.text("description"),
		Parameters:  in.parameters(),
		Requires:    in.requires(),
		Script:      in.script(),
		Timeout:     in.timeout(r.MaxTimeout),
		Environment: in.environment(),
	}
	t.Secrets = in.secrets(t.Environment)
	if t.Description == "" {
		in.warn(CodeMissingDescription, "description", "a tool without a description can't be chosen: agents know tools by name and description only")
	}
	in.reportMisspelled(toolFields)
	return t, in.problems()
}

// parameters checks no more of the schema than a caller relies on: that it
// describes an object.
func (in *reader) parameters() jsontext.Value {
	value, given := in.object.Get("parameters")
	if !given || rawjson.IsNull(value) {
		return nil
	}
	schema, ok := rawjson.ParseObject(value)
	if !ok {
		in.report(CodeInvalidParameters, "parameters", "the parameters are a JSON Schema, an object, not %s", rawjson.Kind(value))
		return nil
	}
	schemaType, _ := schema.Get("type")
	if text, _ := rawjson.String(schemaType); text != "object" {
		in.report(CodeInvalidParameters, "parameters.type", `the parameters' schema must have "type": "object"`)
		return nil
	}
	return value
}

func (in *reader) requires() []string {
	names := in.texts("requires", CodeInvalidRequires)
	for _, name := range names {
		if !slices.Contains(Predicates(), name) {
			in.reportUnknown(CodeInvalidRequires, "requires", name, "predicates", Predicates())
		}
	}
	return names
}
