// Package validation judges workflow documents. There is one validator for the API,
// the agents' tools, the command line, the editor and publishing.
//
// It works in two steps. The shape of the JSON comes first: wrong types, missing
// ids. Only a document of clean shape is judged by what it means: structure, edges,
// the configuration of nodes, parallel regions, the names it takes from the catalog,
// and what its expressions find in the context. Errors stop publishing and starting;
// warnings do not.
package validation

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// Validator judges documents. It holds no state of its own: what it finds depends on
// the document and the catalog alone. An analyst that remembers expressions makes it
// fast for a document that was judged before. It is safe for concurrent use.
type Validator struct {
	// Expressions judges expressions; without it they are not looked at.
	Expressions expression.Analyst
}

// Validate judges the text of a document, against the catalog if one is given. A text
// that is no JSON object RFC 8785 can represent is the one problem INVALID_WORKFLOW.
func (v Validator) Validate(text []byte, catalog *Catalog) []fault.Problem {
	d, err := document.Parse(text)
	if err != nil {
		r := &report{}
		r.add(InvalidWorkflow, "the workflow document can't be read: %v", err)
		return r.problems
	}
	return v.Document(d, catalog)
}

// Document judges a document, against the catalog if one is given. The problems come
// in document order within each group of rules; the result is never nil.
func (v Validator) Document(d *document.Document, catalog *Catalog) []fault.Problem {
	r := &report{problems: []fault.Problem{}}
	checkShape(r, d)
	if HasErrors(r.problems) {
		return r.problems
	}
	c := newContext(r, d, v.Expressions, catalog)
	c.checkStructure()
	c.checkEdges()
	for _, node := range d.Nodes() {
		c.checkMeaning(node)
	}
	c.checkReceivers()
	c.checkAutomatedCycles()
	c.checkParallel()
	c.checkCatalog()
	c.checkDataFlow()
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
