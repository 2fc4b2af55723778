// Package examining answers questions about documents and expressions that come with the question. It stores nothing,
// and gives the API, agents and the command line the same answers.
package examining

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/simulation"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/domain/workflowinstance"
)

// Service is the use cases of examining.
type Service struct {
	expressions expression.Compiler
}

// New makes the service.
func New(expressions expression.Compiler) *Service { return &Service{expressions: expressions} }

// Validate lists what is wrong with a document; without a catalog, names are not looked up.
func (s *Service) Validate(text []byte, catalog *validation.Catalog) []fault.Problem {
	return validation.Validator{Expressions: s.expressions}.Validate(text, catalog)
}

// Apply applies a change set to a document, both as text, if its base is the document's revision.
func (s *Service) Apply(text, changeSet []byte) (*document.Document, error) {
	d, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	set, err := changeset.Parse(changeSet)
	if err != nil {
		return nil, err
	}
	return changeset.ApplyChecked(d, set)
}

// Diff finds the change set that leads from one document to the other.
func (s *Service) Diff(before, after []byte) (changeset.Difference, error) {
	b, err := document.Parse(before)
	if err != nil {
		return changeset.Difference{}, err
	}
	a, err := document.Parse(after)
	if err != nil {
		return changeset.Difference{}, err
	}
	return changeset.Diff(b, a)
}

// CodeInvalidDocument is the code of the fault of a document with errors; the fault lists its problems.
const CodeInvalidDocument = "invalid-document"

// Ready is a document made ready to run.
type Ready struct {
	Document *document.Document
	Version  *workflowinstance.Version
}

// Compile makes a document ready to run, unless it has errors.
func (s *Service) Compile(text []byte) (Ready, error) {
	problems := s.Validate(text, nil)
	if validation.HasErrors(problems) {
		return Ready{}, fault.New(fault.KindInvalid, CodeInvalidDocument,
			"the document has errors, so it can't run: see its problems").WithProblems(problems)
	}
	d, err := document.Parse(text)
	if err != nil {
		return Ready{}, err
	}
	version, err := workflowinstance.Compile(d, s.expressions)
	return Ready{Document: d, Version: version}, err
}

// Simulate plays a document with given outputs, unless it has errors.
func (s *Service) Simulate(text []byte, in simulation.Input) (simulation.Result, error) {
	ready, err := s.Compile(text)
	if err != nil {
		return simulation.Result{}, err
	}
	return simulation.Run(ready.Version, ready.Document.ID(), in), nil
}

// Question is an expression with the values to evaluate it on. Nil values are sample ones: an empty context and event,
// an instance that was made up. An event without type and payload counts as a payload.
type Question struct {
	Expression string
	Scope      expression.Scope
	Context    jsontext.Value
	Event      jsontext.Value
	Instance   jsontext.Value
}

// Evaluate answers what an expression comes out as. The error is an *expression.Error, or a fault where the question
// itself can't be understood.
func (s *Service) Evaluate(q Question) (expression.Result, error) {
	if !q.Scope.Valid() {
		return expression.Result{}, fault.New(fault.KindInvalid, "unknown-scope", "there is no scope %q; %s", q.Scope, spelling.Listing("scopes", expression.Scopes()))
	}
	variables, err := q.variables()
	if err != nil {
		return expression.Result{}, err
	}
	program, err := s.expressions.Compile(q.Scope, q.Expression)
	if err != nil {
		return expression.Result{}, err
	}
	return program.Evaluate(variables)
}

func (q Question) variables() (variables expression.Variables, err error) {
	if variables.Context, err = object("context", q.Context, emptyObject); err != nil {
		return variables, err
	}
	if variables.Instance, err = object("instance", q.Instance, simulation.SampleInstance()); err != nil {
		return variables, err
	}
	event, err := object("event", q.Event, emptyObject)
	if err != nil {
		return variables, err
	}
	variables.Event, err = eventOf(event)
	return variables, err
}

var emptyObject = jsontext.Value("{}")

func object(name string, given, without jsontext.Value) (*expression.Object, error) {
	if len(given) == 0 {
		given = without
	}
	read, err := expression.ParseObject(given)
	if err != nil {
		return nil, fault.New(fault.KindInvalid, "invalid-"+name, "the %s is no JSON object: %v", name, err)
	}
	return read, nil
}

func eventOf(given *expression.Object) (*expression.Object, error) {
	_, hasType := given.Lookup("type")
	_, hasPayload := given.Lookup("payload")
	if !hasType && !hasPayload {
		return expression.EventOfPayload(given)
	}
	return expression.Event(given)
}
