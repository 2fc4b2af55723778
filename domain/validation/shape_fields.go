package validation

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// checkFields checks a list of field declarations.
func checkFields(r *report, node *document.Node, key string, notAList, notAField Code) {
	value, _ := node.Config(key)
	if rawjson.IsNull(value) {
		return
	}
	if value.Kind() != jsontext.KindBeginArray {
		r.node(notAList, node, key, "%s must be a list of fields, not %s", key, rawjson.Kind(value))
	}
	for i, element := range rawjson.Elements(value) {
		path := elementPath{key, i}
		if wrong := fieldFault(element); wrong != "" {
			r.node(notAField, node, path.String(), "%s %s", path, wrong)
		}
		checkOptions(r, node, path, element)
	}
}

// fieldFault says what is wrong with one field declaration besides its options.
func fieldFault(field jsontext.Value) string {
	if field.Kind() != jsontext.KindBeginObject {
		return "must be an object, not " + rawjson.Kind(field)
	}
	name, _ := rawjson.Get(field, "name")
	if text, isText := textOf(name); !isText || strings.TrimSpace(text) == "" {
		return "needs a name that is text and not blank"
	}
	for key, value := range rawjson.Members(field) {
		switch string(key) {
		case "type", "label", "description", "widget", "contextKey":
			if !isTextOrNull(value) {
				return fmt.Sprintf("has a %s that must be text, not %s", key, rawjson.Kind(value))
			}
		case "required", "sensitive":
			if !isBoolOrNull(value) {
				return fmt.Sprintf("has a value of %s that must be true or false, not %s", key, rawjson.Kind(value))
			}
		}
	}
	return ""
}

func checkOptions(r *report, node *document.Node, path elementPath, field jsontext.Value) {
	value, _ := rawjson.Get(field, "options")
	if rawjson.IsNull(value) {
		return
	}
	list := path.String() + ".options"
	if value.Kind() != jsontext.KindBeginArray {
		r.node(MalformedOutputOption, node, list, "the options of %s must be a list, not %s", path, rawjson.Kind(value))
	}
	for i, option := range rawjson.Elements(value) {
		optionPath := elementPath{list, i}.String()
		if option.Kind() != jsontext.KindBeginObject {
			r.node(MalformedOutputOption, node, optionPath, "%s must be an object, not %s", optionPath, rawjson.Kind(option))
			continue
		}
		for _, key := range []string{"label", "value"} {
			if member, _ := rawjson.Get(option, key); !isTextOrNull(member) {
				r.node(MalformedOutputOption, node, optionPath, "%s of %s must be text, not %s", key, optionPath, rawjson.Kind(member))
			}
		}
	}
}
