package rawjson

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Array is a JSON array as a list of elements. It is immutable. The zero value is
// the empty array.
type Array struct {
	elements []element
	blank    []byte // the white space of an array without elements
}

type element struct {
	value         jsontext.Value
	before, after []byte // white space up to the bracket or comma
}

// ParseArray splits a checked value into elements; false when it is no array.
func ParseArray(value jsontext.Value) (Array, bool) {
	text := trim(value)
	if text.Kind() != jsontext.KindBeginArray {
		return Array{}, false
	}
	var array Array
	for s := range elementSpans(text) {
		array.elements = append(array.elements, element{
			value:  text[s.value:s.valueEnd:s.valueEnd],
			before: text[s.start:s.value:s.value],
			after:  text[s.valueEnd:s.end:s.end],
		})
	}
	if len(array.elements) == 0 {
		array.blank = text[1 : len(text)-1]
	}
	return array, true
}

// Values iterates over index and value in the order of the text.
func (a Array) Values() iter.Seq2[int, jsontext.Value] {
	return func(yield func(int, jsontext.Value) bool) {
		for i := range a.elements {
			if !yield(i, a.elements[i].value) {
				return
			}
		}
	}
}

// Len is the number of elements.
func (a Array) Len() int { return len(a.elements) }

// New as the Origin of an Entry marks an element that the array did not have.
const New = -1

// Entry is one element of an edited array: its value, and the index it had in the
// array it comes from (or New), whose white space it keeps.
type Entry struct {
	Value  jsontext.Value
	Origin int
}

// Edited returns the array with exactly the given entries. New ones are laid out
// as the last element of the array is.
func (a Array) Edited(entries []Entry) Array {
	if len(entries) == 0 && len(a.elements) == 0 {
		return a
	}
	last := len(a.elements) - 1
	edited := make([]element, len(entries))
	for i, entry := range entries {
		switch {
		case entry.Origin != New:
			edited[i] = a.elements[entry.Origin]
		case last >= 0:
			edited[i].before = a.elements[last].before
		}
		if entry.Origin == last {
			edited[i].after = nil // it stood before the bracket; see below
		}
		edited[i].value = trim(entry.Value)
	}
	if last >= 0 && len(edited) > 0 {
		edited[len(edited)-1].after = a.elements[last].after
	}
	return Array{elements: edited}
}

// AppendTo appends the array's text.
func (a Array) AppendTo(text []byte) []byte {
	text = append(text, '[')
	if len(a.elements) == 0 {
		text = append(text, a.blank...)
	}
	for i := range a.elements {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, a.elements[i].before...)
		text = append(text, a.elements[i].value...)
		text = append(text, a.elements[i].after...)
	}
	return append(text, ']')
}

// Text is the array's text.
func (a Array) Text() jsontext.Value { return a.AppendTo(nil) }
