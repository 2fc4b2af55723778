package workflowinstance

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// CheckOutput says what does not fit when an output, a JSON object, is held against declared fields, by the rules that
// Complete applies to what a node declares. Fields that are not declared are not judged.
func CheckOutput(fields []document.Field, output jsontext.Value) []fault.Problem {
	object, err := expression.ParseObject(output)
	if err != nil {
		return []fault.Problem{{Severity: fault.SeverityError, Code: FieldType, Message: "the output is no JSON object: " + err.Error()}}
	}
	var problems []fault.Problem
	for _, field := range fields {
		value, found := object.Get(field.Name)
		if problem := checkField(field, value, found); problem != nil {
			problems = append(problems, *problem)
		}
	}
	return problems
}
