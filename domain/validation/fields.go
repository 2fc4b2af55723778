package validation

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// checkFieldMeaning checks the declared fields of a node. Their shape is clean, so
// that Fields decodes each of them.
func (c *context) checkFieldMeaning(node *document.Node, key string, duplicate Code) {
	seen := make(map[string]bool)
	for i, field := range c.fieldsOf(node, key) {
		path := elementPath{key, i}
		if seen[field.Name] {
			c.node(duplicate, node, path.String(), "another field before this is named %q", field.Name)
		}
		seen[field.Name] = true
		c.checkWidget(node, path, field)
		for k, option := range field.Options {
			if option.Value == "" {
				c.node(MalformedOutputOption, node, path.String(), "option %d of %q has no value", k, field.Name).Severity = severityWarning
			}
		}
		if !rawjson.IsNull(field.DefaultValue) && !fits(field.Type, field.DefaultValue) {
			c.node(DefaultValueTypeMismatch, node, path.String(), "the default value of %q must be of type %s, not %s",
				field.Name, field.Type, shown(field.DefaultValue))
		}
	}
}

// fieldsOf decodes the fields of a node, of which its type has one list only.
func (c *context) fieldsOf(node *document.Node, key string) []document.Field {
	fields, known := c.fields[node]
	if !known {
		fields = node.Fields(key)
		c.fields[node] = fields
	}
	return fields
}

func (c *context) checkWidget(node *document.Node, path elementPath, field document.Field) {
	types := widgetTypes(field.Widget)
	if types != nil && !slices.Contains(types, field.Type) {
		c.node(WidgetTypeMismatch, node, path.String(), "the widget %s of %q can't edit a value of type %s", field.Widget, field.Name, field.Type)
	}
	if (field.Widget == "select" || field.Widget == "radio") && len(field.Options) == 0 {
		c.node(SelectMissingOptions, node, path.String(), "the widget %s of %q needs options to choose from", field.Widget, field.Name)
	}
}

// widgetTypes lists the types that a widget edits; nil for a widget that only a host knows.
func widgetTypes(widget string) []string {
	switch widget {
	case "text":
		return []string{"string", "number", "integer", "date", "datetime"}
	case "textarea":
		return []string{"string", "object", "array"}
	case "select", "radio":
		return []string{"string", "number", "integer", "boolean"}
	case "checkbox":
		return []string{"boolean"}
	case "date":
		return []string{"string", "date", "datetime"}
	case "email", "url", "phone":
		return []string{"string"}
	default:
		return nil
	}
}

// fits tells whether a value is of a field's type. Types that only a host knows, and
// files, take any value.
func fits(fieldType string, value jsontext.Value) bool {
	text, isText := textOf(value)
	switch fieldType {
	case "string":
		return isText
	case "number":
		return value.Kind() == jsontext.KindNumber
	case "integer":
		number, ok := rawjson.Number(value)
		return ok && number == float64(int64(number))
	case "boolean":
		_, ok := rawjson.Bool(value)
		return ok
	case "date":
		_, err := time.Parse(time.DateOnly, text)
		return isText && err == nil
	case "datetime":
		_, err := time.Parse(time.RFC3339, text)
		return isText && err == nil
	case "object":
		return value.Kind() == jsontext.KindBeginObject
	case "array":
		return value.Kind() == jsontext.KindBeginArray
	default:
		return true
	}
}
