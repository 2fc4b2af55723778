package changeset

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// workflowElement is the element id of the document's own fields in conflicts.
const workflowElement = "workflow"

// elements is the list of nodes or of edges as a comparison of documents sees it.
type elements struct {
	key    string // "nodes" or "edges"
	exists bool
	isList bool
	all    []element
	byID   map[string]int // only ids that ops can name
}

// element is one value in the list. Ops can name it by its id unless it has none or
// shares it with another one: such an element is anonymous.
type element struct {
	id   string // empty for an anonymous one
	text jsontext.Value
}

func elementsOf(d *document.Document, key string) elements {
	value, exists := d.Member(key)
	array, isList := rawjson.ParseArray(value)
	list := elements{
		key: key, exists: exists, isList: isList,
		all: make([]element, 0, array.Len()), byID: make(map[string]int, array.Len()),
	}
	seen := make(map[string]int, array.Len())
	for i, text := range array.Values() {
		id := textMember(text, "id")
		if first, shared := seen[id]; shared && id != "" {
			list.all[first].id = ""
			delete(list.byID, id)
			id = ""
		} else if id != "" {
			seen[id], list.byID[id] = i, i
		}
		list.all = append(list.all, element{id: id, text: text})
	}
	return list
}

// pointer is the JSON Pointer (RFC 6901) to an element or, with names, into it.
func (l elements) pointer(index int, names ...string) string {
	path := jsontext.Pointer("").AppendToken(l.key).AppendToken(strconv.Itoa(index))
	for _, name := range names {
		path = path.AppendToken(name)
	}
	return string(path)
}

// pointerTo is the pointer to the element with the id, or to the list if it has none such.
func (l elements) pointerTo(id string, names ...string) string {
	if index, ok := l.byID[id]; ok {
		return l.pointer(index, names...)
	}
	return "/" + l.key
}

// textMember decodes a text member of an object; empty when there is none.
func textMember(object jsontext.Value, name string) string {
	value, _ := rawjson.Get(object, name)
	text, _ := rawjson.String(value)
	return text
}

// without is the object without the named members.
func without(object jsontext.Value, names ...string) jsontext.Value {
	parsed, ok := rawjson.ParseObject(object)
	if !ok {
		return object
	}
	return parsed.Edited(rawjson.Object{}, names).Text()
}

// difference is what separates two objects: members to set, in the order of the later
// one, and members to remove.
type difference struct {
	set   []entry
	unset []string
}

func (d difference) isNone() bool { return len(d.set) == 0 && len(d.unset) == 0 }

// names lists the members concerned.
func (d difference) names() []string {
	names := make([]string, 0, len(d.set)+len(d.unset))
	for _, member := range d.set {
		names = append(names, member.name)
	}
	return append(names, d.unset...)
}

// differenceOf compares two objects; what is no object has no members.
func differenceOf(before, after jsontext.Value) difference {
	var d difference
	if bytes.Equal(before, after) {
		return d
	}
	old, _ := rawjson.ParseObject(before)
	current, _ := rawjson.ParseObject(after)
	left := membersOf(before)
	for name, value := range current.Members() {
		if was, ok := left[name]; !ok || !rawjson.Equal(was, value) {
			d.set = append(d.set, entry{name, value})
		}
		delete(left, name)
	}
	for name := range old.Members() {
		if _, vanished := left[name]; vanished {
			d.unset = append(d.unset, name)
		}
	}
	return d
}

// membersOf maps the names of an object's members to their values, so that looking up
// many of them costs no search each; what is no object has none.
func membersOf(object jsontext.Value) map[string]jsontext.Value {
	members := map[string]jsontext.Value{}
	for name, value := range rawjson.Members(object) {
		members[string(name)] = value
	}
	return members
}
