package rawjson

import "github.com/go-json-experiment/json/jsontext"

// Index is the members of an object for looking them up again and again. It keeps less
// of them than an Object, which can be edited too. The zero value is the empty object.
type Index struct{ members []indexedMember }

type indexedMember struct {
	name  []byte // without quotes and escapes
	value jsontext.Value
}

// usualMembers is what an index has room for before it grows.
const usualMembers = 4

// NewIndex finds the members of a checked object; a value that is no object has none.
func NewIndex(value jsontext.Value) Index {
	if value.Kind() != jsontext.KindBeginObject {
		return Index{}
	}
	members := make([]indexedMember, 0, usualMembers)
	for s := range spans(value) {
		members = append(members, indexedMember{
			name:  decodedName(value[s.name:s.nameEnd]),
			value: value[s.value:s.valueEnd:s.valueEnd],
		})
	}
	return Index{members}
}

// Get gives the value of the named member.
func (x Index) Get(name string) (jsontext.Value, bool) {
	for i := range x.members {
		if string(x.members[i].name) == name {
			return x.members[i].value, true
		}
	}
	return nil, false
}
