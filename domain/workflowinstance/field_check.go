package workflowinstance

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// The codes of problems with a field's value.
const (
	FieldMissing  = "FIELD_MISSING"   // required, and not given or null
	FieldType     = "FIELD_TYPE"      // not of the declared type
	FieldNoOption = "FIELD_NO_OPTION" // none of the options
)

// checkField says what is wrong with the value of a field; nil if it fits. Null
// counts as not given.
func checkField(field document.Field, value jsontext.Value, found bool) *fault.Problem {
	if !found || rawjson.IsNull(value) {
		if field.Required {
			return fieldProblem(field, FieldMissing, "%q is required", field.Name)
		}
		return nil
	}
	if expected, fits := fitsType(field.Type, value); !fits {
		return fieldProblem(field, FieldType, "%q must be %s; it is a value of type %s", field.Name, expected, rawjson.Kind(value))
	}
	if !fitsOptions(field.Options, value) {
		return fieldProblem(field, FieldNoOption, "%q must be one of %s", field.Name, optionValues(field.Options))
	}
	return nil
}

func fieldProblem(field document.Field, code, format string, args ...any) *fault.Problem {
	return &fault.Problem{Severity: "error", Code: code, Field: field.Name, Message: fmt.Sprintf(format, args...)}
}

// fitsType tells whether a value is of a field's type, and what such a value is
// called. Types that do not exist take anything.
func fitsType(fieldType string, value jsontext.Value) (expected string, fits bool) {
	kind := value.Kind()
	switch fieldType {
	case "string", "":
		return "a text", kind == jsontext.KindString
	case "number":
		return "a number", kind == jsontext.KindNumber
	case "integer":
		return "a whole number", isWhole(value)
	case "boolean":
		return "true or false", kind == jsontext.KindTrue || kind == jsontext.KindFalse
	case "date":
		return "a date like 2026-01-31", isTime(value, time.DateOnly)
	case "datetime":
		return "a time like 2026-01-31T09:30:00Z", isTime(value, time.RFC3339)
	case "object":
		return "an object", kind == jsontext.KindBeginObject
	case "array":
		return "a list", kind == jsontext.KindBeginArray
	case "file":
		return "a file's reference, a text or an object", kind == jsontext.KindString || kind == jsontext.KindBeginObject
	default:
		return "anything", true
	}
}

func isWhole(value jsontext.Value) bool {
	number, isNumber := rawjson.Number(value)
	return isNumber && number == math.Trunc(number)
}

func isTime(value jsontext.Value, layout string) bool {
	text, isText := rawjson.String(value)
	_, err := time.Parse(layout, text)
	return isText && err == nil
}

// fitsOptions tells whether the value, or each of a list, is one of the options.
// Options are texts; a number or boolean is compared as it is written.
func fitsOptions(options []document.Option, value jsontext.Value) bool {
	if len(options) == 0 {
		return true
	}
	if list, isList := rawjson.ParseArray(value); isList {
		for _, element := range list.Values() {
			if !isOption(options, element) {
				return false
			}
		}
		return true
	}
	return isOption(options, value)
}

func isOption(options []document.Option, value jsontext.Value) bool {
	text, isText := rawjson.String(value)
	if !isText {
		text = string(bytes.TrimSpace(value))
	}
	return slices.ContainsFunc(options, func(o document.Option) bool { return o.Value == text })
}

func optionValues(options []document.Option) string {
	values := make([]string, len(options))
	for i, option := range options {
		values[i] = fmt.Sprintf("%q", option.Value)
	}
	return strings.Join(values, ", ")
}
