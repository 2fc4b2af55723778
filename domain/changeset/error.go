package changeset

import (
	"fmt"
	"strconv"

	"heddle.dev/heddle/domain/fault"
)

// Code says why a change set was refused.
type Code string

// The codes. ReadOnly is for editors that may not change a document; the functions
// of this package never return it. NotExpressible comes from Diff, Invert and Undo.
const (
	TargetMissing       Code = "target-missing"
	DuplicateID         Code = "duplicate-id"
	EdgeEndpointMissing Code = "edge-endpoint-missing"
	Malformed           Code = "malformed"
	ReadOnly            Code = "read-only"
	Stale               Code = "stale"
	NotExpressible      Code = "not-expressible"
)

// Error is the refusal of a change set, or the reason why there can be none. The
// document is as it was before.
type Error struct {
	Code    Code     `json:"code"`
	OpIndex *int     `json:"opIndex,omitempty"` // the op refused, from 0; nil when it is the set as a whole
	Reason  string   `json:"reason"`            // names the thing and what exists instead
	Paths   []string `json:"paths,omitempty"`   // of NotExpressible: JSON Pointers (RFC 6901) to what no op can say
}

func refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Reason: fmt.Sprintf(format, args...)}
}

// at returns the error as one about the op with the given index.
func (e *Error) at(index int) *Error {
	return &Error{Code: e.Code, OpIndex: &index, Reason: e.Reason}
}

func (e *Error) Error() string {
	if e.OpIndex == nil {
		return string(e.Code) + ": " + e.Reason
	}
	return fmt.Sprintf("%s: op %d: %s", e.Code, *e.OpIndex, e.Reason)
}

// Fault is the error as a fault with the same code and paths. Its detail "opIndex" is there
// when the error has one.
func (e *Error) Fault() *fault.Error {
	f := fault.New(e.kind(), string(e.Code), "%s", e.Reason).At(e.Paths...)
	if e.OpIndex != nil {
		f = f.With("opIndex", strconv.Itoa(*e.OpIndex))
	}
	return f
}

// Unwrap makes the error one of fault's kinds for callers that look no closer.
func (e *Error) Unwrap() error { return e.Fault() }

func (e *Error) kind() fault.Kind {
	switch e.Code {
	case Stale:
		return fault.KindStale
	case ReadOnly:
		return fault.KindForbidden
	default:
		return fault.KindInvalid
	}
}
