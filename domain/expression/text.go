package expression

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// KindName names a JSON kind for a person: "an object", "a number", ….
func KindName(kind jsontext.Kind) string {
	switch kind {
	case jsontext.KindNull:
		return "null"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "a boolean"
	case jsontext.KindString:
		return "a text"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "a list"
	default:
		return "no JSON value"
	}
}

// Quote gives text as a JSON string. Invalid UTF-8 becomes U+FFFD.
func Quote(text string) jsontext.Value { return appendQuoted(nil, text) }

func appendQuoted(to []byte, text string) []byte {
	// The only error is invalid UTF-8, which is replaced and written all the same.
	quoted, _ := jsontext.AppendQuote(to, text)
	return quoted
}

// Timestamp gives a time as documents show it: RFC 3339, UTC, milliseconds.
func Timestamp(at time.Time) string {
	return at.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
