package action

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// FieldTypes lists the types of declared inputs and outputs.
func FieldTypes() []string {
	return []string{"string", "number", "integer", "boolean", "date", "datetime", "object", "array", "file"}
}

// fields reads a list of declared inputs or outputs. A field that is wrong is
// reported and left out.
func (in *reader) fields(key, invalid, duplicate string) []document.Field {
	value, given := in.object.Get(key)
	if !given || rawjson.IsNull(value) {
		return nil
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		in.report(invalid, key, "%s must be a list of fields, not %s", key, rawjson.Kind(value))
		return nil
	}
	fields := make([]document.Field, 0, array.Len())
	for i, element := range array.Values() {
		place := fmt.Sprintf("%s[%d]", key, i)
		object, ok := rawjson.ParseObject(element)
		if !ok {
			in.report(invalid, place, `a field is an object such as {"name": "amount", "type": "number"}, not %s`, rawjson.Kind(element))
			continue
		}
		field, ok := in.inside(place, object).field(invalid)
		if !ok {
			continue
		}
		if _, taken := fieldNamed(fields, field.Name); taken {
			in.report(duplicate, place+".name", "%s already has a field named %q", key, field.Name)
			continue
		}
		fields = append(fields, field)
	}
	return fields
}

// field reads one field strictly, where document.Node.Fields reads leniently:
// drafts of workflows are run only when valid, and report problems elsewhere.
func (in *reader) field(invalid string) (document.Field, bool) {
	before := len(*in.found)
	text := func(key string) string {
		value, _ := in.object.Get(key)
		s, ok := rawjson.String(value)
		if !ok && !rawjson.IsNull(value) {
			in.report(invalid, key, "%s must be text, not %s", key, rawjson.Kind(value))
		}
		return s
	}
	flag := func(key string) bool {
		value, _ := in.object.Get(key)
		b, ok := rawjson.Bool(value)
		if !ok && !rawjson.IsNull(value) {
			in.report(invalid, key, "%s must be true or false, not %s", key, rawjson.Kind(value))
		}
		return b
	}
	field := document.Field{
		Name: text("name"), Type: text("type"), Label: text("label"), Description: text("description"),
		Widget: text("widget"), ContextKey: text("contextKey"), Required: flag("required"), Sensitive: flag("sensitive"),
		Options: in.options(invalid),
	}
	field.DefaultValue, _ = in.object.Get("defaultValue")
	if field.Name == "" && !in.reported("name") {
		in.report(invalid, "name", "the field has no name")
	}
	if field.Type == "" {
		field.Type = "string"
	} else if !slices.Contains(FieldTypes(), field.Type) {
		in.reportUnknown(invalid, "type", field.Type, "types", FieldTypes())
	}
	return field, len(*in.found) == before
}

func (in *reader) options(invalid string) []document.Option {
	value, given := in.object.Get("options")
	if !given || rawjson.IsNull(value) {
		return nil
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		in.report(invalid, "options", "options must be a list, not %s", rawjson.Kind(value))
		return nil
	}
	options := make([]document.Option, 0, array.Len())
	for i, element := range array.Values() {
		option, ok := readOption(element)
		if !ok {
			in.report(invalid, fmt.Sprintf("options[%d]", i), `an option is an object such as {"label": "Yes", "value": "yes"}, not %s`, shorten(element))
			continue
		}
		options = append(options, option)
	}
	return options
}

func readOption(element jsontext.Value) (document.Option, bool) {
	object, ok := rawjson.ParseObject(element)
	if !ok {
		return document.Option{}, false
	}
	labelText, _ := object.Get("label")
	valueText, _ := object.Get("value")
	label, labelOK := rawjson.String(labelText)
	value, valueOK := rawjson.String(valueText)
	return document.Option{Label: label, Value: value}, valueOK && (labelOK || rawjson.IsNull(labelText))
}
