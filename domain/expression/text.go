package expression

import (
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Quote gives text as a JSON string. Invalid UTF-8 becomes U+FFFD.
func Quote(text string) jsontext.Value { return rawjson.Quote(text) }

// Timestamp gives a time as documents show it: RFC 3339, UTC, milliseconds.
func Timestamp(at time.Time) string {
	return at.UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
