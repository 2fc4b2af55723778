package rawjson

import (
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is one member of an Object. Value has no white space around it.
type Member struct {
	Name  string
	Value jsontext.Value

	head  []byte // from the brace or comma to the value: the name and the colon as written
	after []byte // the white space between the value and the comma or brace
}

// Object is a JSON object as a list of members in the order of the text. It is
// immutable. The zero value is the empty object.
type Object struct {
	members []Member
	blank   []byte // the white space of an object without members
}

// ParseObject splits a checked value into members; false when it is no object.
func ParseObject(value jsontext.Value) (Object, bool) {
	text := trim(value)
	if text.Kind() != jsontext.KindBeginObject {
		return Object{}, false
	}
	var object Object
	for s := range spans(text) {
		object.members = append(object.members, Member{
			Name:  unquote(text[s.name:s.nameEnd]),
			Value: text[s.value:s.valueEnd:s.valueEnd],
			head:  text[s.start:s.value:s.value],
			after: text[s.valueEnd:s.end:s.end],
		})
	}
	if len(object.members) == 0 {
		object.blank = text[1 : len(text)-1]
	}
	return object, true
}

// Members iterates over names and values in the order of the text.
func (o Object) Members() iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		for i := range o.members {
			if !yield(o.members[i].Name, o.members[i].Value) {
				return
			}
		}
	}
}

// Len is the number of members.
func (o Object) Len() int { return len(o.members) }

// Get gives the value of the named member.
func (o Object) Get(name string) (jsontext.Value, bool) {
	for i := range o.members {
		if o.members[i].Name == name {
			return o.members[i].Value, true
		}
	}
	return nil, false
}

// With returns the object with one member replaced in place, or added at the end.
func (o Object) With(name string, value jsontext.Value) Object {
	return o.Edited(Object{members: []Member{{Name: name, Value: value}}}, nil)
}

// Edited returns the object with the members of patch replaced in place or added
// at the end, and then without the members named by unset. Its cost is linear in
// the members of object and patch.
func (o Object) Edited(patch Object, unset []string) Object {
	pending := make(map[string]jsontext.Value, len(patch.members))
	for i := range patch.members {
		pending[patch.members[i].Name] = patch.members[i].Value
	}
	gone := make(map[string]bool, len(unset))
	for _, name := range unset {
		gone[name] = true
	}
	edited := make([]Member, 0, len(o.members)+len(patch.members))
	for _, member := range o.members {
		if value, ok := pending[member.Name]; ok {
			member.Value = value
			delete(pending, member.Name)
		}
		if !gone[member.Name] {
			edited = append(edited, member)
		}
	}
	for i := range patch.members {
		name := patch.members[i].Name
		if value, ok := pending[name]; ok && !gone[name] {
			edited = append(edited, o.newMember(name, value))
		}
	}
	return Object{members: o.closed(edited), blank: o.untouchedBlank()}
}

// untouchedBlank is the white space of an object that was empty and may still be.
func (o Object) untouchedBlank() []byte {
	if len(o.members) > 0 {
		return nil
	}
	return o.blank
}

// newMember is a member laid out as the last one of the object is.
func (o Object) newMember(name string, value jsontext.Value) Member {
	before, colon := []byte{}, []byte{':'}
	if n := len(o.members); n > 0 {
		before, colon = aroundName(o.members[n-1].head)
	}
	return Member{Name: name, Value: trim(value), head: slices.Concat(before, Quote(name), colon)}
}

// aroundName gives what stands before the name, and between it and the value.
func aroundName(head []byte) (before, colon []byte) {
	start := skipSpace(head, 0)
	return head[:start], head[skipString(head, start):]
}

// closed gives the last of the edited members the white space that stood before
// the closing brace, and takes it from the member that stood there.
func (o Object) closed(edited []Member) []Member {
	if len(o.members) == 0 || len(edited) == 0 {
		return edited
	}
	last := o.members[len(o.members)-1]
	for i := range edited {
		if edited[i].Name == last.Name {
			edited[i].after = nil
		}
	}
	edited[len(edited)-1].after = last.after
	return edited
}

// AppendTo appends the object's text.
func (o Object) AppendTo(text []byte) []byte {
	text = append(text, '{')
	if len(o.members) == 0 {
		text = append(text, o.blank...)
	}
	for i := range o.members {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, o.members[i].head...)
		text = append(text, o.members[i].Value...)
		text = append(text, o.members[i].after...)
	}
	return append(text, '}')
}

// Text is the object's text.
func (o Object) Text() jsontext.Value { return o.AppendTo(nil) }
