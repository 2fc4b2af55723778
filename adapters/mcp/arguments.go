package mcp

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// arguments are what a tool was called with, as raw text: decoding and encoding
// them again would lose the order of keys and the digits of numbers.
type arguments struct{ object rawjson.Object }

// text reads an argument that readArguments has checked.
func (a arguments) text(name string) string {
	value, _ := a.object.Get(name)
	text, _ := rawjson.String(value)
	return text
}

// value is an argument as it was written.
func (a arguments) value(name string) jsontext.Value {
	value, _ := a.object.Get(name)
	return value
}

// optional is the text of an argument that may be left out; nil where it is.
func (a arguments) optional(name string) *string {
	if _, given := a.object.Get(name); !given {
		return nil
	}
	text := a.text(name)
	return &text
}

// number is an argument that readArguments has checked to be an integer; nil where it is left out.
func (a arguments) number(name string) *int {
	value, given := a.object.Get(name)
	if !given {
		return nil
	}
	whole, _ := rawjson.Int32(value)
	number := int(whole)
	return &number
}

// whole is the object of all arguments, as it was written.
func (a arguments) whole() jsontext.Value { return a.object.Text() }

// expectation is one argument of a tool, taken from the tool's schema.
type expectation struct {
	name     string
	kind     string // "string", "integer" or "object", as JSON Schema says; empty for any
	required bool
	values   []string // the only ones allowed; nil for any
	least    float64  // of an integer
	most     float64
}

func expectationsOf(schema *jsonschema.Schema) []expectation {
	list := make([]expectation, 0, len(schema.Properties))
	for _, name := range schema.PropertyOrder {
		property := schema.Properties[name]
		e := expectation{name: name, kind: property.Type, required: slices.Contains(schema.Required, name)}
		if property.Minimum != nil && property.Maximum != nil {
			e.least, e.most = *property.Minimum, *property.Maximum
		}
		for _, value := range property.Enum {
			if text, ok := value.(string); ok {
				e.values = append(e.values, text)
			}
		}
		list = append(list, e)
	}
	return list
}

const codeArguments = "invalid-arguments"

func invalidArguments(format string, args ...any) error {
	return fault.New(fault.KindInvalid, codeArguments, format, args...)
}

// readArguments refuses what is not JSON as RFC 8785 has it (a key given twice,
// for one), unknown arguments, missing ones, and wrong types. The error names all
// there is to know about the argument, since an agent reads it.
func readArguments(text []byte, expected []expectation) (arguments, error) {
	if len(text) == 0 || rawjson.IsNull(text) {
		text = []byte("{}")
	}
	if err := document.CheckText(text); err != nil {
		return arguments{}, err
	}
	object, ok := rawjson.ParseObject(text)
	if !ok {
		return arguments{}, invalidArguments("the arguments must be an object, not %s", rawjson.Kind(text))
	}
	names := make([]string, len(expected))
	for i, e := range expected {
		names[i] = e.name
	}
	for name := range object.Members() {
		if !slices.Contains(names, name) {
			return arguments{}, invalidArguments("there is no argument %q%s", name, spelling.DidYouMean(name, "arguments", names))
		}
	}
	for _, e := range expected {
		if err := e.check(object); err != nil {
			return arguments{}, err
		}
	}
	return arguments{object: object}, nil
}

func (e expectation) check(object rawjson.Object) error {
	value, given := object.Get(e.name)
	switch {
	case !given && e.required:
		return invalidArguments("the argument %q is missing; it must be %s", e.name, e.article())
	case !given, e.kind == "":
		return nil
	case e.kind == "object":
		return e.checkObject(value)
	case e.kind == "integer":
		return e.checkInteger(value)
	}
	text, ok := rawjson.String(value)
	switch {
	case !ok:
		return invalidArguments("the argument %q must be a text that is not empty, not %s", e.name, rawjson.Kind(value))
	case text == "":
		return invalidArguments("the argument %q is empty; it must be a text that says something", e.name)
	}
	if len(e.values) > 0 && !slices.Contains(e.values, text) {
		return invalidArguments("the argument %q can't be %q%s", e.name, text, spelling.DidYouMean(text, "values", e.values))
	}
	return nil
}

func (e expectation) checkObject(value jsontext.Value) error {
	if _, ok := rawjson.ParseObject(value); ok {
		return nil
	}
	if _, isText := rawjson.String(value); isText {
		return invalidArguments("the argument %q must be an object, not a text: pass the object itself, not its JSON in quotes", e.name)
	}
	return invalidArguments("the argument %q must be an object, not %s", e.name, rawjson.Kind(value))
}

func (e expectation) checkInteger(value jsontext.Value) error {
	number, ok := rawjson.Int32(value)
	if ok && float64(number) >= e.least && float64(number) <= e.most {
		return nil
	}
	return invalidArguments("the argument %q must be a whole number from %g to %g, not %s", e.name, e.least, e.most, value)
}

func (e expectation) article() string {
	switch e.kind {
	case "object":
		return "an object"
	case "integer":
		return "a whole number"
	default:
		return "a text"
	}
}
