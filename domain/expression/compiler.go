// Package expression says what an expression of a workflow document is: the
// scopes it may stand in, the variables it reads, how it is compiled and what
// can go wrong. The language itself is brought by an adapter.
package expression

import "github.com/go-json-experiment/json/jsontext"

// Compiler turns the text of an expression into a program.
//
// Compiling is deterministic and safe for concurrent use. An implementation may
// remember programs, so callers need not.
type Compiler interface {
	Analyst
	// Compile returns the program of source in the scope. The error is an *Error
	// with the code Parse or Type.
	Compile(scope Scope, source string) (Program, error)
}

// Program is a compiled expression. It is immutable and safe for concurrent use.
type Program interface {
	// Evaluate computes the result from the variables; those that the program's
	// scope does not have are ignored. The result depends on the variables alone:
	// there is no clock, and only a cost limit, never a time-out, ends an evaluation
	// early. The error is an *Error with the code UnknownKey, Evaluation or Cost.
	Evaluate(variables Variables) (Result, error)
}

// Variables are the values an expression reads. A nil object reads as an empty one.
type Variables struct {
	Context  *Object
	Instance *Object
	Event    *Object
	// Numbers holds the declared types of the context's keys; a key that is not there
	// goes by its text.
	Numbers map[string]NumberType
}

// Result is what an expression came out as.
type Result struct {
	// Value is JSON text: numbers in their canonical form (RFC 8785), times as
	// RFC 3339, durations as ISO 8601, an empty optional as null.
	Value jsontext.Value
	// Type is the language's name of the result's type, such as "bool" or "map".
	Type string
}

// True tells whether the result is exactly the boolean true.
func (r Result) True() bool { return string(r.Value) == "true" }

// Text gives the result as text: a string's characters, any number or boolean as
// it is written in JSON. It is false for null, lists and objects.
func (r Result) Text() (string, bool) {
	switch r.Value.Kind() {
	case jsontext.KindString:
		text, err := jsontext.AppendUnquote(nil, r.Value)
		return string(text), err == nil
	case jsontext.KindNumber, jsontext.KindTrue, jsontext.KindFalse:
		return string(r.Value), true
	default:
		return "", false
	}
}
