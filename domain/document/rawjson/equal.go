package rawjson

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Equal tells whether two checked values are the same content, however they are
// written. An absent value equals only another.
func Equal(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	return len(a) > 0 && len(b) > 0 && a.Kind() == b.Kind() && bytes.Equal(Canonical(a), Canonical(b))
}
