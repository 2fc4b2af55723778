package cel

import (
	"fmt"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
)

// Analyze says what can be said about text before it runs; see expression.Analyst.
//
// CEL's own checker, given declared types, would raise false alarms: an int where a
// double is declared, has() on a key that is not declared, a choice between null and
// text. So the expression is checked with dynamic variables, and then followed with
// the set of kinds that each of its parts may be of. It is reported only where no
// kinds fit. That takes a fraction of the time of checking, so that it is not remembered.
func (c *Compiler) Analyze(scope expression.Scope, text string, in expression.Environment) (expression.Analysis, error) {
	known, failure := c.outline(scope, text)
	if failure != nil {
		return expression.Analysis{}, failure
	}
	i := &inference{overloads: c.overloads, checked: known.checked, environment: in}
	result := i.infer(known.checked.Expr(), nil)
	kinds := i.written(result)
	if accepted := scope.Results(); !accepted.Overlaps(kinds) && !(scope == expression.HumanTaskTitle && kinds == expression.NullKind) {
		i.mismatch("%s is %s, where %s must be %s", i.show(known.checked.Expr()), kinds, scopeNoun(scope), accepted)
	}
	return expression.Analysis{
		Kinds: kinds, Reads: known.reads, Mismatches: i.mismatches,
		WhenTrue: known.whenTrue, WhenFalse: known.whenFalse,
		CanBeOnlyBoolean: result.kinds == expression.BooleanKind,
	}, nil
}

func scopeNoun(scope expression.Scope) string {
	switch scope {
	case expression.EdgeCondition:
		return "a condition"
	case expression.ReceiveEventMatch:
		return "a match"
	case expression.HumanTaskTitle:
		return "a title"
	default:
		return "a correlation key"
	}
}

// maxShown bounds how much of an expression a message shows, in bytes.
const maxShown = 80

// show gives the text of a part of the expression.
func (i *inference) show(e ast.Expr) string {
	text, err := cel.ExprToString(e, i.checked.SourceInfo())
	if err != nil {
		return "the expression"
	}
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}

// maxMismatches bounds what is reported of one expression.
const maxMismatches = 5

func (i *inference) mismatch(format string, args ...any) {
	if len(i.mismatches) < maxMismatches {
		i.mismatches = append(i.mismatches, expression.Mismatch{Message: fmt.Sprintf(format, args...)})
	}
}

// instanceKey gives what is known of a key of the variable `instance`.
func (i *inference) instanceKey(name string) value {
	var names []string
	for _, key := range expression.InstanceKeys() {
		if key.Name == name {
			return value{kinds: key.Kinds}
		}
		names = append(names, key.Name)
	}
	i.mismatch("instance has no %q; %s", name, spelling.Listing("keys", names))
	if near, ok := spelling.Nearest(name, names); ok && len(i.mismatches) > 0 {
		i.mismatches[len(i.mismatches)-1].Suggestion = near
	}
	return anything
}
