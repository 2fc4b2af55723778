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

// collect checks an output against what the node declares and says what is kept of
// it. A node that declares nothing keeps everything.
func (r *run) collect(n *node, output *expression.Object) (collection, *Failure, error) {
	switch {
	case n.kind == document.WaitNode:
		return collection{}, nil, nil
	case n.kind == document.ReceiveEventNode && len(n.event.mappings) > 0:
		values, failure := r.mapEvent(n, output)
		return collection{values: values}, failure, nil
	case len(n.fields) == 0:
		return collection{values: output}, nil, nil
	default:
		collected, problems := collectFields(n, output)
		if len(problems) > 0 {
			return collection{}, nil, fault.New(fault.KindInvalid, CodeInvalidOutput,
				"the output does not fit what node %q declares: %s", n.id, summary(problems)).WithProblems(problems)
		}
		return collected, nil, nil
	}
}

// mapEvent evaluates a node's event mappings, all against the context before the merge.
func (r *run) mapEvent(n *node, payload *expression.Object) (*expression.Object, *Failure) {
	event, err := expression.EventOfPayload(payload)
	if err != nil {
		return nil, &Failure{Code: ExpressionError, NodeID: n.id, Message: fmt.Sprintf("the event's payload: %v", err)}
	}
	variables := r.variables()
	variables.Event = event
	var values []expression.Member
	for _, m := range n.event.mappings {
		result, err := m.formula.evaluate(variables)
		if err != nil {
			return nil, n.expressionFailure(m.formula, err, "output %q of node %q", m.contextKey, n.id)
		}
		values = append(values, expression.Member{Name: m.contextKey, Value: result.Value})
	}
	return expression.NewObject(values...), nil
}

// collectFields takes the declared fields out of an output.
func collectFields(n *node, output *expression.Object) (collection, []fault.Problem) {
	values, problems := completeFields(n, func(field document.Field) (jsontext.Value, bool) { return output.Get(field.Name) })
	declared := make(map[string]bool, len(n.fields))
	for _, field := range n.fields {
		declared[field.Name] = true
	}
	var ignored []string
	for _, name := range output.Names() {
		if !declared[name] {
			ignored = append(ignored, name)
		}
	}
	return collection{values: values, ignored: ignored}, problems
}

// startContext checks the initial context against the start node's inputs and
// completes it. An input is given under its name, or already under its context key;
// what is not declared is kept as it is.
func startContext(start *node, given *expression.Object) (*expression.Object, error) {
	values, problems := completeFields(start, func(field document.Field) (jsontext.Value, bool) {
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

// completeFields checks the node's fields and gives each under its context key: the
// value given, else the default, else null.
func completeFields(n *node, given func(document.Field) (jsontext.Value, bool)) (*expression.Object, []fault.Problem) {
	var problems []fault.Problem
	values := make([]expression.Member, 0, len(n.fields))
	for _, field := range n.fields {
		value, found := given(field)
		if problem := checkField(field, value, found); problem != nil {
			problem.NodeID = n.id
			problems = append(problems, *problem)
			continue
		}
		if !found {
			value = field.DefaultValue
		}
		if len(value) == 0 {
			value = jsontext.Value("null")
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
