// Package action holds action types and tools: named, typed units of automated
// work, kept as the JSON text they were given and read for what a run needs.
package action

import (
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// Mode tells how an action type does its work.
type Mode string

// The modes. Only ScriptMode can run so far.
const (
	ScriptMode   Mode = "script"
	HTTPMode     Mode = "http"
	AgentMode    Mode = "agent"
	WorkflowMode Mode = "workflow"
)

// Modes lists all modes.
func Modes() []string {
	return []string{string(ScriptMode), string(HTTPMode), string(AgentMode), string(WorkflowMode)}
}

// Available tells whether action types of this mode can be published and run.
func (m Mode) Available() bool { return m == ScriptMode }

// ActionType is one action type, as far as its JSON makes sense. The text keeps
// the rest: unknown fields, order, and what is wrong.
type ActionType struct {
	text jsontext.Value

	Name        string
	Label       string
	Description string
	Mode        Mode
	Inputs      []document.Field
	Outputs     []document.Field
	Script      Script
	Retry       Retry
	Timeout     time.Duration // of one attempt
	Environment map[string]string
	Secrets     []string // names
}

// Text is the JSON text the action type was read from.
func (a *ActionType) Text() []byte { return a.text }

// Input finds a declared input by name.
func (a *ActionType) Input(name string) (document.Field, bool) { return fieldNamed(a.Inputs, name) }

// CompleteInputs adds the defaults of declared inputs to the inputs of a call, a JSON
// object. Null counts as not given.
func (a *ActionType) CompleteInputs(given *expression.Object) *expression.Object {
	var added []expression.Member
	for _, field := range a.Inputs {
		value, _ := given.Get(field.Name)
		if rawjson.IsNull(value) && !rawjson.IsNull(field.DefaultValue) {
			added = append(added, expression.Member{Name: field.Name, Value: field.DefaultValue})
		}
	}
	return given.Merge(expression.NewObject(added...))
}

// Output finds a declared output by name.
func (a *ActionType) Output(name string) (document.Field, bool) { return fieldNamed(a.Outputs, name) }

// AllowedTools lists the tools of the catalog that the action type allows, each once. Tools of programs outside, as agents
// name them (mcp__server__tool), are not ours to know.
func (a *ActionType) AllowedTools() (names []string) {
	allowed, _ := rawjson.Get(a.text, "allowedTools")
	for _, element := range rawjson.Elements(allowed) {
		name, isText := rawjson.String(element)
		if isText && !strings.HasPrefix(name, "mcp__") && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func fieldNamed(fields []document.Field, name string) (document.Field, bool) {
	i := slices.IndexFunc(fields, func(f document.Field) bool { return f.Name == name })
	if i < 0 {
		return document.Field{}, false
	}
	return fields[i], true
}

var actionTypeFields = []string{
	"name", "label", "description", "mode", "inputs", "outputs", "script", "http", "prompt", "allowedTools", "engine",
	"model", "timeout", "maxAttempts", "backoff", "priority", "concurrency", "network", "maxSteps", "maxBudgetUSD",
	"environment", "secrets",
}

// ParseActionType reads an action type within DefaultRules.
func ParseActionType(text []byte) (*ActionType, []fault.Problem) {
	return DefaultRules.ParseActionType(text)
}

// ParseActionType reads an action type and lists what is wrong with it, by field.
// It is usable (can be published and run) if no problem is an error. The action
// type is nil only when the text is no JSON object that the content revision can
// represent; else it holds what could be read.
func (r Rules) ParseActionType(text []byte) (*ActionType, []fault.Problem) {
	object, problem := parseObject(text, "an action type")
	if problem != nil {
		return nil, []fault.Problem{*problem}
	}
	in := newReader(object)
	a := &ActionType{
		text:        text,
		Name:        in.name(),
		Label:       in.text("label"),
		Description: in.text("description"),
		Mode:        Mode(in.oneOf("mode", Modes())),
		Inputs:      in.fields("inputs", CodeInvalidInput, CodeDuplicateInput),
		Outputs:     in.fields("outputs", CodeInvalidOutput, CodeDuplicateOutput),
		Timeout:     in.timeout(r.MaxTimeout),
		Retry:       in.retry(),
		Environment: in.environment(),
	}
	a.Secrets = in.secrets(a.Environment)
	a.readMode(in, object)
	in.reportMisspelled(actionTypeFields)
	return a, in.problems()
}

// readMode reads what only one mode has.
func (a *ActionType) readMode(in *reader, object rawjson.Object) {
	switch {
	case a.Mode == "":
		return // reported already
	case !a.Mode.Available():
		in.report(CodeModeUnavailable, "mode", "mode %s is not available yet; use mode script", a.Mode)
		return
	}
	value, given := object.Get("script")
	script, ok := rawjson.ParseObject(value)
	switch {
	case !given:
		in.report(CodeMissingScript, "script", `mode script needs a script: {"language": "node", "source": "…"}`)
	case !ok:
		in.report(CodeMissingScript, "script", "the script must be an object with language and source, not %s", rawjson.Kind(value))
	default:
		inside := in.inside("script", script)
		a.Script = inside.script()
		inside.reportMisspelled(scriptFields)
	}
}
