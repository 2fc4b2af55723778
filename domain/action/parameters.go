package action

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// CodeParameter is the code of a parameter that does not fit what a tool declares.
const CodeParameter = "PARAMETER_MISMATCH"

// CheckParameters says what does not fit when parameters, a checked JSON object, are held against the JSON Schema that
// the tool declares. It knows the keywords type, enum, properties, required, additionalProperties, items, minimum,
// maximum, minLength, maxLength and pattern (JSON Schema 2020-12, sections 6 and 10.3); the others are left to the script.
func (t *Tool) CheckParameters(parameters jsontext.Value) []fault.Problem {
	c := schemaCheck{}
	if len(t.Parameters) > 0 {
		c.check(t.Parameters, parameters, "")
	}
	return c.found
}

// schemaCheck collects what does not fit.
type schemaCheck struct{ found []fault.Problem }

func (c *schemaCheck) report(field, format string, args ...any) {
	subject := "the parameters"
	if field != "" {
		subject = fmt.Sprintf("%q", field)
	}
	c.found = append(c.found, fault.Problem{
		Severity: fault.SeverityError, Code: CodeParameter, Field: field, Message: subject + " " + fmt.Sprintf(format, args...),
	})
}

// check holds a value against a schema, and what is inside against the schemas inside.
func (c *schemaCheck) check(schema, value jsontext.Value, field string) {
	if types := typesIn(schema); len(types) > 0 && !slices.ContainsFunc(types, func(name string) bool { return isOfType(name, value) }) {
		c.report(field, "must be of the type %s, not %s", strings.Join(types, " or "), rawjson.Kind(value))
		return
	}
	enum := member(schema, "enum")
	if allowed, ok := rawjson.ParseArray(enum); ok && !isAmong(allowed, value) {
		c.report(field, "must be one of %s", enum)
	}
	switch value.Kind() {
	case jsontext.KindBeginObject:
		c.checkObject(schema, value, field)
	case jsontext.KindBeginArray:
		list, _ := rawjson.ParseArray(value)
		if items := member(schema, "items"); items.Kind() == jsontext.KindBeginObject {
			for i, element := range list.Values() {
				c.check(items, element, fmt.Sprintf("%s[%d]", field, i))
			}
		}
	case jsontext.KindString:
		c.checkText(schema, value, field)
	case jsontext.KindNumber:
		c.checkNumber(schema, value, field)
	}
}

func (c *schemaCheck) checkObject(schema, value jsontext.Value, field string) {
	object, _ := rawjson.ParseObject(value)
	properties, _ := rawjson.ParseObject(member(schema, "properties"))
	required, _ := rawjson.ParseArray(member(schema, "required"))
	for _, name := range required.Values() {
		text, _ := rawjson.String(name)
		if _, given := object.Get(text); !given {
			c.report(inside(field, text), "is required")
		}
	}
	other := member(schema, "additionalProperties")
	for name, inner := range object.Members() {
		declared, known := properties.Get(name)
		isOpen, isFlag := rawjson.Bool(other)
		switch {
		case known:
			c.check(declared, inner, inside(field, name))
		case isFlag && !isOpen:
			c.report(inside(field, name), "is not declared%s", spelling.DidYouMean(name, "parameters", namesOf(properties)))
		case other.Kind() == jsontext.KindBeginObject:
			c.check(other, inner, inside(field, name))
		}
	}
}

func (c *schemaCheck) checkText(schema, value jsontext.Value, field string) {
	text, _ := rawjson.String(value)
	length := float64(utf8.RuneCountInString(text))
	if least, ok := rawjson.Number(member(schema, "minLength")); ok && length < least {
		c.report(field, "must have at least %g characters", least)
	}
	if most, ok := rawjson.Number(member(schema, "maxLength")); ok && length > most {
		c.report(field, "must have at most %g characters", most)
	}
	source, ok := rawjson.String(member(schema, "pattern"))
	if pattern, err := regexp.Compile(source); ok && err == nil && !pattern.MatchString(text) { // one that Go can't read is the script's
		c.report(field, "must match %s", source)
	}
}

func (c *schemaCheck) checkNumber(schema, value jsontext.Value, field string) {
	number, _ := rawjson.Number(value)
	if least, ok := rawjson.Number(member(schema, "minimum")); ok && number < least {
		c.report(field, "must be at least %g", least)
	}
	if most, ok := rawjson.Number(member(schema, "maximum")); ok && number > most {
		c.report(field, "must be at most %g", most)
	}
}

func member(object jsontext.Value, name string) jsontext.Value {
	value, _ := rawjson.Get(object, name)
	return value
}

func inside(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

func namesOf(object rawjson.Object) (names []string) {
	for name := range object.Members() {
		names = append(names, name)
	}
	return names
}

// typesIn lists the types that a schema allows; none for any.
func typesIn(schema jsontext.Value) (types []string) {
	value := member(schema, "type")
	if name, ok := rawjson.String(value); ok {
		return []string{name}
	}
	list, _ := rawjson.ParseArray(value)
	for _, element := range list.Values() {
		if name, ok := rawjson.String(element); ok {
			types = append(types, name)
		}
	}
	return types
}

// isOfType tells whether a value is of a type as JSON Schema names them. Types that do not exist take anything.
func isOfType(name string, value jsontext.Value) bool {
	switch name {
	case "string":
		return value.Kind() == jsontext.KindString
	case "number":
		return value.Kind() == jsontext.KindNumber
	case "integer":
		number, ok := rawjson.Number(value)
		return ok && number == float64(int64(number))
	case "boolean":
		_, ok := rawjson.Bool(value)
		return ok
	case "object":
		return value.Kind() == jsontext.KindBeginObject
	case "array":
		return value.Kind() == jsontext.KindBeginArray
	case "null":
		return value.Kind() == jsontext.KindNull
	default:
		return true
	}
}

func isAmong(list rawjson.Array, value jsontext.Value) bool {
	for _, element := range list.Values() {
		if rawjson.Equal(element, value) {
			return true
		}
	}
	return false
}
