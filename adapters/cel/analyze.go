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
// kinds fit.
func (c *Compiler) Analyze(scope expression.Scope, text string, in expression.Environment) (expression.Analysis, error) {
	known, failure := c.outline(scope, text)
	if failure != nil {
		return expression.Analysis{}, failure
	}
	if in == nil {
		return known.unknowing, nil
	}
	if last := known.last.Load(); last != nil && last.holdsIn(in) {
		return last.analysis, nil
	}
	analysis := known.analyze(in)
	known.last.Store(&analyzed{read: known.kindsIn(in), analysis: analysis})
	return analysis, nil
}

// analyzed is an analysis with what it depends on: the kinds of the keys that the
// expression reads.
type analyzed struct {
	read     []expression.Kinds
	analysis expression.Analysis
}

// holdsIn tells whether the analysis is also that of another environment.
func (a *analyzed) holdsIn(in expression.Environment) bool {
	for i, read := range a.analysis.Reads {
		if key, _ := in.Key(read.Key); key.Kinds != a.read[i] {
			return false
		}
	}
	return true
}

// kindsIn gives the kinds of the keys that the expression reads; zero for an unknown key.
func (o *outline) kindsIn(in expression.Environment) []expression.Kinds {
	kinds := make([]expression.Kinds, len(o.reads))
	for i, read := range o.reads {
		key, _ := in.Key(read.Key)
		kinds[i] = key.Kinds
	}
	return kinds
}

// analyze follows the kinds of the expression's parts.
func (o *outline) analyze(in expression.Environment) expression.Analysis {
	i := &inference{overloads: o.overloads, checked: o.checked, guarded: o.guarded, environment: in}
	whole := o.checked.Expr()
	result := i.infer(whole, nil)
	kinds := i.written(result)
	if accepted := o.scope.Results(); !accepted.Overlaps(kinds) && (kinds != expression.NullKind || accepted == expression.BooleanKind) {
		i.mismatch("%s is %s, where %s must be %s", i.show(whole), kinds, scopeNoun(o.scope), accepted)
	}
	return expression.Analysis{
		Kinds: kinds, Reads: o.reads, Mismatches: i.mismatches,
		WhenTrue: o.whenTrue, WhenFalse: o.whenFalse,
		CanBeOnlyBoolean: result.kinds == expression.BooleanKind,
	}
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
