package rawjson

import (
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Array is a JSON array as a list of elements. It is immutable. The zero value is
// the empty array.
type Array struct {
	elements []element
	blank    []byte // the white space of an array without elements
}

// element is what stands between brackets and commas: a value and white space.
type element []byte

func (e element) value() jsontext.Value { return trim(jsontext.Value(e)) }

// space is the white space before and behind the value.
func (e element) space() (before, after []byte) {
	start := skipSpace(e, 0)
	return e[:start], e[start+len(e.value()):]
}

// ParseArray splits a checked value into elements; false when it is no array.
func ParseArray(value jsontext.Value) (Array, bool) {
	text := trim(value)
	if text.Kind() != jsontext.KindBeginArray {
		return Array{}, false
	}
	var array Array
	for s := range elementSpans(text) {
		array.elements = append(array.elements, element(text[s.start:s.end:s.end]))
	}
	if len(array.elements) == 0 {
		array.blank = text[1 : len(text)-1]
	}
	return array, true
}

// Values iterates over index and value in the order of the text.
func (a Array) Values() iter.Seq2[int, jsontext.Value] {
	return func(yield func(int, jsontext.Value) bool) {
		for i, element := range a.elements {
			if !yield(i, element.value()) {
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

// Edited returns the text of the array with exactly the given entries. New ones are
// laid out as the last element of the array is.
func (a Array) Edited(entries []Entry) jsontext.Value {
	if len(entries) == 0 {
		return slices.Concat([]byte{'['}, a.blank, []byte{']'})
	}
	parts := make([][]byte, 0, 4*len(entries)+1)
	opener, comma := []byte{'['}, []byte{','}
	for i, entry := range entries {
		before, after := a.spaceAround(entry.Origin)
		if i == len(entries)-1 {
			after = a.spaceBeforeBracket()
		}
		parts = append(parts, opener, before, trim(entry.Value), after)
		opener = comma
	}
	return slices.Concat(append(parts, []byte{']'})...)
}

// spaceAround is the white space around an entry that others follow.
func (a Array) spaceAround(origin int) (before, after []byte) {
	last := len(a.elements) - 1
	switch {
	case origin != New && origin < last:
		return a.elements[origin].space()
	case last >= 0: // what stood behind the last one belongs to the bracket
		before, _ = a.elements[last].space()
	}
	return before, nil
}

func (a Array) spaceBeforeBracket() []byte {
	if len(a.elements) == 0 {
		return nil
	}
	_, after := a.elements[len(a.elements)-1].space()
	return after
}
