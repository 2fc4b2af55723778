package validation

import (
	"errors"
	"strconv"
	"strings"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/expression/jakarta"
	"heddle.dev/heddle/domain/fault"
)

// foundExpression is an expression with the place it stands in.
type foundExpression struct {
	node   *document.Node // nil for a condition
	edge   *document.Edge // of a condition
	field  string
	scope  expression.Scope
	source string
}

// title is what messages call the expression.
func (e foundExpression) title() string {
	switch e.scope {
	case expression.EdgeCondition, expression.HumanTaskTitle:
		return "the " + e.field
	case expression.ActionInput:
		return "the expression of input " + strconv.Quote(strings.TrimPrefix(e.field, "inputs."))
	default:
		return strings.TrimPrefix(e.field, "correlationKey.")
	}
}

// problemAt reports a problem at the place of an expression.
func (c *context) problemAt(e foundExpression, code Code, format string, args ...any) *fault.Problem {
	if e.edge != nil {
		return c.edge(code, e.edge, e.field, format, args...)
	}
	return c.node(code, e.node, e.field, format, args...)
}

// checkExpression reports an expression that can't work whatever the context holds,
// and keeps any other for the rules of data flow.
func (c *context) checkExpression(e foundExpression, invalid Code) {
	if c.analyst == nil {
		return
	}
	_, err := c.analyst.Analyze(e.scope, e.source, nil)
	if err == nil {
		c.expressions = append(c.expressions, e)
		return
	}
	message := err.Error()
	if failure := new(expression.Error); errors.As(err, &failure) {
		message = failure.Message
	}
	problem := c.problemAt(e, invalid, "%s does not compile: %s", e.title(), message)
	if cel, ok := c.translated(e); ok {
		problem.Message += "; it looks like Jakarta EL, and expressions here are CEL: " + cel
		problem.Suggestion = cel
	}
}

// translated gives the CEL form of an expression in Jakarta EL, if that compiles.
func (c *context) translated(e foundExpression) (string, bool) {
	cel, ok := jakarta.ToCEL(e.source)
	if !ok {
		return "", false
	}
	_, err := c.analyst.Analyze(e.scope, cel, nil)
	return cel, err == nil
}
