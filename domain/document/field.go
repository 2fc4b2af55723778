package document

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Field is one declared input of a start node, output of an action, or entry of a
// human task's form.
type Field struct {
	Name         string
	Type         string // "string" unless another type is given
	Label        string
	Description  string
	Widget       string
	ContextKey   string
	Required     bool
	Sensitive    bool           // masked in prompts, logs and previews
	DefaultValue jsontext.Value // nil when absent
	Options      []Option       // the values allowed, nil for any
}

// Option is one value that a field may take.
type Option struct {
	Label string
	Value string
}

// Key is the context key under which the field's value is stored.
func (f Field) Key() string {
	if strings.TrimSpace(f.ContextKey) != "" {
		return f.ContextKey
	}
	return f.Name
}

// Fields decodes a list of fields in the config ("inputs" of a start node,
// "outputs" of an action or human task). What is no field is left out.
func (n *Node) Fields(key string) []Field {
	value, _ := n.Config(key)
	if value.Kind() != jsontext.KindBeginArray {
		return nil
	}
	fields := []Field{}
	for _, text := range rawjson.Elements(value) {
		if field := parseField(text); field.Key() != "" {
			fields = append(fields, field)
		}
	}
	return fields
}

// parseField decodes a field leniently; what is no field has no name.
func parseField(text jsontext.Value) Field {
	var field Field
	for name, value := range rawjson.Members(text) {
		switch string(name) {
		case "name":
			field.Name, _ = rawjson.String(value)
		case "type":
			field.Type, _ = rawjson.String(value)
		case "label":
			field.Label, _ = rawjson.String(value)
		case "description":
			field.Description, _ = rawjson.String(value)
		case "widget":
			field.Widget, _ = rawjson.String(value)
		case "contextKey":
			field.ContextKey, _ = rawjson.String(value)
		case "required":
			field.Required, _ = rawjson.Bool(value)
		case "sensitive":
			field.Sensitive, _ = rawjson.Bool(value)
		case "defaultValue":
			field.DefaultValue = value
		case "options":
			field.Options = parseOptions(value)
		}
	}
	if field.Type == "" {
		field.Type = "string"
	}
	return field
}

func parseOptions(value jsontext.Value) []Option {
	if value.Kind() != jsontext.KindBeginArray {
		return nil
	}
	options := []Option{}
	for _, text := range rawjson.Elements(value) {
		if text.Kind() == jsontext.KindBeginObject {
			options = append(options, parseOption(text))
		}
	}
	return options
}

func parseOption(text jsontext.Value) Option {
	var option Option
	for name, value := range rawjson.Members(text) {
		switch string(name) {
		case "label":
			option.Label, _ = rawjson.String(value)
		case "value":
			option.Value, _ = rawjson.String(value)
		}
	}
	return option
}
