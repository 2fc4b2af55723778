package expression

import "fmt"

// Code says at which step, and why, an expression failed.
type Code string

// The codes.
const (
	Parse      Code = "parse"       // the text is no expression
	Type       Code = "type"        // it cannot work: wrong types, undeclared variables or functions
	UnknownKey Code = "unknown-key" // it selects a key that does not exist
	Evaluation Code = "evaluation"  // it failed on these values, or JSON cannot hold its result
	Cost       Code = "cost"        // it needs more work than an expression may
)

// Error is the failure of one expression.
type Error struct {
	Code    Code
	Message string
}

// Errorf makes an error with the code and a formatted message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string { return e.Message }
