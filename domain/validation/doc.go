// Package validation judges workflow documents. There is one validator for the API,
// the agents' tools, the command line, the editor and publishing.
//
// It works in two steps. The shape of the JSON comes first: wrong types, missing
// ids. Only a document of clean shape is judged by what it means: structure, edges,
// the configuration of nodes, and parallel regions. Errors stop publishing and
// starting; warnings do not.
package validation

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

// CheckExpression compiles an expression for a scope ("edge-condition",
// "action-input", …) and returns what is wrong with it.
type CheckExpression func(scope, source string) error

// Validate judges the text of a document. A text that is no JSON object RFC 8785
// can represent is the one problem INVALID_WORKFLOW. Without check, expressions are
// not compiled.
func Validate(text []byte, check CheckExpression) []fault.Problem {
	d, err := document.Parse(text)
	if err != nil {
		r := &report{}
		r.add(InvalidWorkflow, "the workflow document can't be read: %v", err)
		return r.problems
	}
	return Document(d, check)
}

// Document judges a document. The problems come in document order within each
// group of rules; the result is never nil.
func Document(d *document.Document, check CheckExpression) []fault.Problem {
	r := &report{problems: []fault.Problem{}}
	checkShape(r, d)
	if HasErrors(r.problems) {
		return r.problems
	}
	c := newContext(r, d, check)
	c.checkStructure()
	c.checkEdges()
	for _, node := range d.Nodes() {
		c.checkMeaning(node)
	}
	c.checkReceivers()
	c.checkAutomatedCycles()
	c.checkParallel()
	return r.problems
}

// HasErrors tells whether any of the problems stops publishing and starting.
func HasErrors(problems []fault.Problem) bool {
	for i := range problems {
		if problems[i].Severity == severityError {
			return true
		}
	}
	return false
}

// isBlank tells whether a text value is absent, null or nothing but white space.
func isBlank(value jsontext.Value) bool {
	text, isText := textOf(value)
	return isText && text == "" || len(value) == 0 || value.Kind() == jsontext.KindNull
}
