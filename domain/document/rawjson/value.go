package rawjson

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind names the JSON type of a value as a person would: "object", "list",
// "text", "number", "boolean", "null", and "nothing" for an absent value.
func Kind(value jsontext.Value) string {
	switch value.Kind() {
	case jsontext.KindBeginObject:
		return "object"
	case jsontext.KindBeginArray:
		return "list"
	case jsontext.KindString:
		return "text"
	case jsontext.KindNumber:
		return "number"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "boolean"
	case jsontext.KindNull:
		return "null"
	default:
		return "nothing"
	}
}

// IsNull tells whether the value is absent or an explicit null.
func IsNull(value jsontext.Value) bool {
	return len(value) == 0 || value.Kind() == jsontext.KindNull
}

// String gives the text of a JSON string; false for every other value.
func String(value jsontext.Value) (string, bool) {
	value = trim(value)
	if value.Kind() != jsontext.KindString {
		return "", false
	}
	return unquote(value), true
}

// Bool gives the value of a JSON boolean; ok is false for every other value.
func Bool(value jsontext.Value) (result, ok bool) {
	switch value.Kind() {
	case jsontext.KindTrue:
		return true, true
	case jsontext.KindFalse:
		return false, true
	default:
		return false, false
	}
}

// Number gives the value of a JSON number as IEEE 754 double; false for every other value.
func Number(value jsontext.Value) (float64, bool) {
	value = trim(value)
	if value.Kind() != jsontext.KindNumber {
		return 0, false
	}
	number, err := strconv.ParseFloat(string(value), 64)
	return number, err == nil
}

// Int32 gives the value of a JSON number that is whole and fits 32 bits, however
// it is written (1, 1.0, 1e0); false for every other value.
func Int32(value jsontext.Value) (int32, bool) {
	number, ok := Number(value)
	if !ok || number != math.Trunc(number) || number < math.MinInt32 || number > math.MaxInt32 {
		return 0, false
	}
	return int32(number), true
}

// Quote gives the text as a JSON string. Bytes that are not UTF-8 become U+FFFD.
func Quote(text string) jsontext.Value {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		quoted, _ = jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD")) // valid now
	}
	return quoted
}

// unquote decodes a checked JSON string.
func unquote(quoted []byte) string {
	if len(quoted) >= 2 && bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	decoded, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return "" // not reached: the text passed Check
	}
	return string(decoded)
}
