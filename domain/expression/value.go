package expression

import (
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// Value is one JSON value kept as its text, so that key order and the way
// numbers are written survive. It is immutable.
type Value struct {
	text jsontext.Value
	memo atomic.Pointer[any]
}

// NewValue wraps JSON text, which must be valid and must not be changed afterwards.
func NewValue(text jsontext.Value) *Value { return &Value{text: text} }

// Text gives the JSON text; callers must not change it.
func (v *Value) Text() jsontext.Value { return v.text }

// Convert gives what convert makes of the text, computing it at most a few times
// however often the value is read: an evaluator keeps its own form of a value here.
// All callers must pass functions that convert alike.
func (v *Value) Convert(convert func(jsontext.Value) any) any {
	if known := v.memo.Load(); known != nil {
		return *known
	}
	converted := convert(v.text)
	v.memo.Store(&converted)
	return converted
}
