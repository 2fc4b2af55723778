package expression

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Object is an immutable JSON object whose values are kept as text, each under
// its name and in the order given. Objects made from one another share their values.
type Object struct {
	members []member
	index   func() map[string]int // built on first use; nil for small objects
}

type member struct {
	name  string
	value *Value
}

// scanLimit is the number of members up to which looking at each is faster than an index.
const scanLimit = 16

func newObject(members []member) *Object {
	object := &Object{members: members}
	if len(members) > scanLimit {
		object.index = sync.OnceValue(func() map[string]int {
			index := make(map[string]int, len(members))
			for i, m := range members {
				index[m.name] = i
			}
			return index
		})
	}
	return object
}

// Member is a name with its JSON text.
type Member struct {
	Name  string
	Value jsontext.Value
}

// NewObject makes an object of members, whose texts must be valid JSON and must not
// be changed afterwards. Of members with one name the last counts.
func NewObject(members ...Member) *Object {
	made := make([]member, 0, len(members))
	at := make(map[string]int, len(members))
	for _, m := range members {
		if known, twice := at[m.Name]; twice {
			made[known].value = NewValue(m.Value)
			continue
		}
		at[m.Name] = len(made)
		made = append(made, member{name: m.Name, value: NewValue(m.Value)})
	}
	return newObject(made)
}

// ParseObject reads a JSON object. Duplicate names, invalid UTF-8 and anything but
// one object are errors.
func ParseObject(text []byte) (*Object, error) {
	value := jsontext.Value(bytes.TrimSpace(text)).Clone()
	if err := checkSyntax(value); err != nil {
		return nil, fmt.Errorf("read a JSON object: %w", err)
	}
	if kind := value.Kind(); kind != jsontext.KindBeginObject {
		return nil, fmt.Errorf("expected a JSON object, found a value of type %s", rawjson.Kind(value))
	}
	return split(value), nil
}

// checkSyntax says what is wrong with text that is no JSON value.
func checkSyntax(value jsontext.Value) error {
	if value.IsValid() {
		return nil
	}
	decoder := jsontext.NewDecoder(bytes.NewReader(value))
	if _, err := decoder.ReadValue(); err != nil {
		return err
	}
	return errors.New("more text follows it")
}

// split takes an object apart whose syntax is checked. The members are parts of the text.
func split(value jsontext.Value) *Object {
	var members []member
	for name, text := range rawjson.Members(value) {
		members = append(members, member{name: string(name), value: NewValue(text)})
	}
	return newObject(members)
}

// Len gives the number of members.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

// Names lists the members' names in their order.
func (o *Object) Names() []string {
	names := make([]string, o.Len())
	for i := range names {
		names[i] = o.members[i].name
	}
	return names
}

// Lookup gives the value under name.
func (o *Object) Lookup(name string) (*Value, bool) {
	at, found := o.find(name)
	if !found {
		return nil, false
	}
	return o.members[at].value, true
}

// Get gives the JSON text under name; callers must not change it.
func (o *Object) Get(name string) (jsontext.Value, bool) {
	value, found := o.Lookup(name)
	if !found {
		return nil, false
	}
	return value.Text(), true
}

func (o *Object) find(name string) (int, bool) {
	if o == nil {
		return 0, false
	}
	if o.index != nil {
		at, found := o.index()[name]
		return at, found
	}
	for i := range o.members {
		if o.members[i].name == name {
			return i, true
		}
	}
	return 0, false
}

// With returns an object that holds text under name: in place of the value that
// was there, else at the end.
func (o *Object) With(name string, text jsontext.Value) *Object {
	return o.Merge(NewObject(Member{Name: name, Value: text}))
}

// Without returns an object that lacks the members whose names are dropped.
func (o *Object) Without(drop func(name string) bool) *Object {
	kept := make([]member, 0, o.Len())
	for i := range o.Len() {
		if !drop(o.members[i].name) {
			kept = append(kept, o.members[i])
		}
	}
	return newObject(kept)
}

// Merge returns an object with the members of both, those of other in place of
// members of the same name.
func (o *Object) Merge(other *Object) *Object {
	if other.Len() == 0 && o != nil {
		return o
	}
	members := make([]member, o.Len(), o.Len()+other.Len())
	if o != nil {
		copy(members, o.members)
	}
	for i := range other.Len() {
		added := other.members[i]
		if at, found := o.find(added.name); found {
			members[at] = added
		} else {
			members = append(members, added)
		}
	}
	return newObject(members)
}

// Text gives the object as JSON text without needless space, each value as it was given.
func (o *Object) Text() jsontext.Value {
	text := []byte{'{'}
	for i := range o.Len() {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, Quote(o.members[i].name)...)
		text = append(text, ':')
		text = append(text, o.members[i].value.text...)
	}
	return append(text, '}')
}

// MarshalJSONTo writes the object.
func (o *Object) MarshalJSONTo(encoder *jsontext.Encoder) error {
	return encoder.WriteValue(o.Text())
}

// UnmarshalJSONFrom reads the object.
func (o *Object) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	text, err := decoder.ReadValue() // which checks the syntax
	if err != nil {
		return err
	}
	if kind := text.Kind(); kind != jsontext.KindBeginObject {
		return fmt.Errorf("expected a JSON object, found a value of type %s", rawjson.Kind(text))
	}
	read := split(text.Clone())
	o.members, o.index = read.members, read.index
	return nil
}
