package workflowinstance

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// collection is what is kept of an output.
type collection struct {
	values  *expression.Object // by context key
	ignored []string           // keys left out since the node does not declare them
}

// collect checks an output against the fields that are asked and says what is kept of
// it. A node that declares nothing keeps everything, a wait nothing.
func collect(n *node, fields []document.Field, output *expression.Object) (collection, error) {
	switch {
	case n.kind == document.WaitNode:
		return collection{}, nil
	case len(n.fields) == 0:
		return collection{values: output}, nil
	}
	values, problems := completeFields(n.id, fields, func(field document.Field) (jsontext.Value, bool) { return output.Get(field.Name) })
	if len(problems) > 0 {
		return collection{}, fault.New(fault.KindInvalid, CodeInvalidOutput,
			"the output does not fit what node %q declares: %s", n.id, summary(problems)).WithProblems(problems)
	}
	asked := make(map[string]bool, len(fields))
	for _, field := range fields {
		asked[field.Name] = true
	}
	return collection{values: values, ignored: unasked(output, asked)}, nil
}

// unasked lists the keys of an output that nobody asked for.
func unasked(output *expression.Object, asked map[string]bool) []string {
	var ignored []string
	for _, name := range output.Names() {
		if !asked[name] {
			ignored = append(ignored, name)
		}
	}
	return ignored
}

// startContext checks the initial context against the start node's inputs and
// completes it. An input is given under its name, or already under its context key;
// what is not declared is kept as it is.
func startContext(start *node, given *expression.Object) (*expression.Object, error) {
	values, problems := completeFields(start.id, start.fields, func(field document.Field) (jsontext.Value, bool) {
		if value, found := given.Get(field.Name); found {
			return value, true
		}
		return given.Get(field.Key())
	})
	if len(problems) > 0 {
		return nil, fault.New(fault.KindInvalid, CodeInvalidContext,
			"the context does not fit the workflow's inputs: %s", summary(problems)).WithProblems(problems)
	}
	renamed := make(map[string]bool)
	for _, field := range start.fields {
		renamed[field.Name] = field.Key() != field.Name
	}
	return given.Without(func(name string) bool { return renamed[name] }).Merge(values), nil
}

// completeFields checks a node's fields and gives each under its context key: the
// value given, else the default, else null.
func completeFields(
	nodeID string, fields []document.Field, given func(document.Field) (jsontext.Value, bool),
) (*expression.Object, []fault.Problem) {
	var problems []fault.Problem
	values := make([]expression.Member, 0, len(fields))
	for _, field := range fields {
		value, found := given(field)
		if problem := checkField(field, value, found); problem != nil {
			problem.NodeID = nodeID
			problems = append(problems, *problem)
			continue
		}
		if !found {
			value = field.DefaultValue
		}
		if len(value) == 0 {
			value = nothing
		}
		values = append(values, expression.Member{Name: field.Key(), Value: value})
	}
	return expression.NewObject(values...), problems
}

func summary(problems []fault.Problem) string {
	if len(problems) == 1 {
		return problems[0].Message
	}
	return fmt.Sprintf("%s, and %d more", problems[0].Message, len(problems)-1)
}
