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
	array, ok := rawjson.ParseArray(value)
	if !ok {
		return nil
	}
	fields := make([]Field, 0, array.Len())
	for _, text := range array.Values() {
		object, ok := rawjson.ParseObject(text)
		if !ok {
			continue
		}
		if field := parseField(object); field.Key() != "" {
			fields = append(fields, field)
		}
	}
	return fields
}

func parseField(object rawjson.Object) Field {
	field := Field{
		Name:        stringOf(object, "name"),
		Type:        stringOf(object, "type"),
		Label:       stringOf(object, "label"),
		Description: stringOf(object, "description"),
		Widget:      stringOf(object, "widget"),
		ContextKey:  stringOf(object, "contextKey"),
		Required:    boolOf(object, "required"),
		Sensitive:   boolOf(object, "sensitive"),
	}
	if field.Type == "" {
		field.Type = "string"
	}
	field.DefaultValue, _ = object.Get("defaultValue")
	options, _ := object.Get("options")
	field.Options = parseOptions(options)
	return field
}

func parseOptions(value jsontext.Value) []Option {
	array, ok := rawjson.ParseArray(value)
	if !ok {
		return nil
	}
	options := make([]Option, 0, array.Len())
	for _, text := range array.Values() {
		if object, ok := rawjson.ParseObject(text); ok {
			options = append(options, Option{Label: stringOf(object, "label"), Value: stringOf(object, "value")})
		}
	}
	return options
}

// boolOf decodes a member leniently.
func boolOf(object rawjson.Object, key string) bool {
	value, _ := object.Get(key)
	flag, _ := rawjson.Bool(value)
	return flag
}
