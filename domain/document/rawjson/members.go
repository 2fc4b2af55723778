package rawjson

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Members iterates over the names and values of a checked object without keeping
// anything. A name is valid during its step only. A value that is no object has
// no members.
func Members(value jsontext.Value) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		for span := range spans(value) {
			if !yield(decodedName(value[span.name:span.nameEnd]), value[span.value:span.valueEnd:span.valueEnd]) {
				return
			}
		}
	}
}

// Get gives the named member of a checked object.
func Get(value jsontext.Value, name string) (jsontext.Value, bool) {
	for found, member := range Members(value) {
		if string(found) == name {
			return member, true
		}
	}
	return nil, false
}

// Elements iterates over the indexes and values of a checked array without keeping
// anything. A value that is no array has no elements.
func Elements(value jsontext.Value) iter.Seq2[int, jsontext.Value] {
	return func(yield func(int, jsontext.Value) bool) {
		i := 0
		for s := range elementSpans(value) {
			if !yield(i, value[s.value:s.valueEnd:s.valueEnd]) {
				return
			}
			i++
		}
	}
}

// elementSpan is where an element stands: from behind the bracket or comma before it to
// the bracket or comma after it.
type elementSpan struct{ start, value, valueEnd, end int }

// elementSpans iterates over the elements of a checked array.
func elementSpans(text []byte) iter.Seq[elementSpan] {
	return func(yield func(elementSpan) bool) {
		i := skipSpace(text, 0)
		if i == len(text) || text[i] != '[' {
			return
		}
		for i++; ; i++ {
			s := elementSpan{start: i, value: skipSpace(text, i)}
			if text[s.value] == ']' {
				return
			}
			s.valueEnd = skipValue(text, s.value)
			s.end = skipSpace(text, s.valueEnd)
			if !yield(s) || text[s.end] == ']' {
				return
			}
			i = s.end
		}
	}
}

// span is where a member stands: from behind the brace or comma before it to the
// brace or comma after it.
type span struct {
	start, name, nameEnd, value, valueEnd, end int
}

// spans iterates over the members of a checked object.
func spans(text []byte) iter.Seq[span] {
	return func(yield func(span) bool) {
		i := skipSpace(text, 0)
		if i == len(text) || text[i] != '{' {
			return
		}
		for i++; ; i++ {
			s := span{start: i, name: skipSpace(text, i)}
			if text[s.name] == '}' {
				return
			}
			s.nameEnd = skipString(text, s.name)
			s.value = skipSpace(text, skipSpace(text, s.nameEnd)+1)
			s.valueEnd = skipValue(text, s.value)
			s.end = skipSpace(text, s.valueEnd)
			if !yield(s) || text[s.end] == '}' {
				return
			}
			i = s.end
		}
	}
}

// decodedName is the name without quotes and escapes.
func decodedName(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	return []byte(unquote(quoted))
}
