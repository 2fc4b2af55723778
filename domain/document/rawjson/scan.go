package rawjson

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// skipSpace returns the offset of the first byte at or after i that is not JSON white space.
func skipSpace(text []byte, i int) int {
	for i < len(text) {
		switch text[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// skipString returns the offset behind the string whose opening quote is at i.
func skipString(text []byte, i int) int {
	for i++; ; {
		length := bytes.IndexByte(text[i:], '"')
		if length < 0 {
			return len(text)
		}
		before := text[i : i+length]
		i += length + 1
		if !endsInBackslash(before) {
			return i
		}
	}
}

// endsInBackslash tells whether the text ends in a backslash that no other one escapes.
func endsInBackslash(text []byte) bool {
	count := 0
	for i := len(text); i > 0 && text[i-1] == '\\'; i-- {
		count++
	}
	return count%2 == 1
}

// skipValue returns the offset behind the value that starts at i.
func skipValue(text []byte, i int) int {
	depth := 0
	for i < len(text) {
		switch text[i] {
		case '"':
			i = skipString(text, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\n', '\r':
			i++
		default:
			i = skipScalar(text, i)
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// skipScalar returns the offset behind the number or literal that starts at i.
func skipScalar(text []byte, i int) int {
	for i < len(text) {
		switch text[i] {
		case ',', ':', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
		i++
	}
	return i
}

// trim removes the white space around a value.
func trim(value jsontext.Value) jsontext.Value {
	start := skipSpace(value, 0)
	end := len(value)
	for end > start && strings.IndexByte(" \t\n\r", value[end-1]) >= 0 {
		end--
	}
	return value[start:end]
}
