// Package fault is the one error type that crosses layers: a kind that edges
// map to a protocol status, a stable code that programs compare, and a message
// fit for a person.
package fault

import (
	"errors"
	"fmt"
)

// Kind groups errors by what a caller can do about them. Edges map kinds, never
// codes, to protocol statuses (HTTP, MCP, exit codes).
type Kind string

// The kinds. Anything that is not a fault counts as KindInternal.
const (
	KindInvalid         Kind = "invalid"         // the input is wrong; sending it again cannot help
	KindNotFound        Kind = "not-found"       // the named thing does not exist (or not for this caller)
	KindConflict        Kind = "conflict"        // the state of the thing forbids it now
	KindStale           Kind = "stale"           // based on content that is no longer current
	KindLocked          Kind = "locked"          // somebody else holds the thing for a while
	KindForbidden       Kind = "forbidden"       // known caller, missing permission
	KindUnauthenticated Kind = "unauthenticated" // no or wrong credentials
	KindTooLarge        Kind = "too-large"       // a limit on size was exceeded
	KindUnavailable     Kind = "unavailable"     // try again later
	KindStorageFull     Kind = "storage-full"    // nothing more can be stored until somebody makes room
	KindInternal        Kind = "internal"        // a defect; the message is not for callers
)

// How bad a problem is: errors stop publishing and starting, warnings do not.
const (
	SeverityError   = "error"
	SeverityWarning = "warning"
)

// Problem is one thing that is wrong, where several can be at once.
type Problem struct {
	Severity   string `json:"severity"` // SeverityError or SeverityWarning
	Code       string `json:"code"`
	Message    string `json:"message"`
	Item       string `json:"item,omitempty"` // "type/name", where several items are checked
	NodeID     string `json:"nodeId,omitempty"`
	EdgeID     string `json:"edgeId,omitempty"`
	Field      string `json:"field,omitempty"`
	Suggestion string `json:"suggestion,omitempty"`
}

// Error is an error with a kind, a stable code and a message fit for a person.
type Error struct {
	Kind     Kind
	Code     string
	Message  string
	Problems []Problem         // where several things are wrong
	Details  map[string]string // named facts a program needs, e.g. the current revision
	Paths    []string          // JSON Pointers (RFC 6901) to the parts of a document that it is about
	Cause    error             // never shown to callers
}

// New makes an error of the given kind and code.
func New(kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// With returns a copy that carries one more named detail.
func (e *Error) With(key, value string) *Error {
	c := *e
	c.Details = make(map[string]string, len(e.Details)+1)
	for k, v := range e.Details {
		c.Details[k] = v
	}
	c.Details[key] = value
	return &c
}

// WithProblems returns a copy that lists what is wrong.
func (e *Error) WithProblems(problems []Problem) *Error {
	c := *e
	c.Problems = problems
	return &c
}

// At returns a copy that points to the parts of a document that it is about.
func (e *Error) At(paths ...string) *Error {
	c := *e
	c.Paths = paths
	return &c
}

// Because returns a copy that remembers its cause for logs.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.Cause = cause
	return &c
}

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Cause)
	}
	return e.Code + ": " + e.Message
}

func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is compare faults by code.
func (e *Error) Is(target error) bool {
	t := new(Error)
	return errors.As(target, &t) && t.Code == e.Code
}

// KindOf gives the kind of the first fault in the chain of err, KindInternal if there is none.
func KindOf(err error) Kind {
	if f := new(Error); errors.As(err, &f) {
		return f.Kind
	}
	return KindInternal
}

// CodeOf gives the code of the first fault in the chain of err, "internal" if there is none.
func CodeOf(err error) string {
	if f := new(Error); errors.As(err, &f) {
		return f.Code
	}
	return "internal"
}

// As gives the first fault in the chain of err, nil if there is none.
func As(err error) *Error {
	if f := new(Error); errors.As(err, &f) {
		return f
	}
	return nil
}
