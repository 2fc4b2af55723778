package rawjson

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Canonical gives the canonical form of a checked value by the JSON
// Canonicalization Scheme (RFC 8785).
func Canonical(value jsontext.Value) []byte { return CanonicalWithout(value, "", "") }

// CanonicalWithout is Canonical of the value without the named member of the
// objects in the list that the value, an object, has under the key list.
func CanonicalWithout(value jsontext.Value, list, member string) []byte {
	c := canonicaliser{source: value, list: list, without: member, text: make([]byte, 0, len(value))}
	c.value(atRoot)
	c.flush()
	if !c.disordered {
		return c.text
	}
	return c.appendOrdered(make([]byte, 0, len(c.text)), 0, len(c.text), 0)
}

// canonicaliser writes a value in its canonical notation. Small objects whose members
// are not in canonical order are put in order when they end. Large ones are only noted
// and put in order all at once in a second writing, so that the cost stays linear
// however deeply large objects are nested.
type canonicaliser struct {
	source        []byte
	at            int // offset in source
	run           int // where in source the part begins that is not written yet, being canonical as it is
	list, without string

	text       []byte            // of the first writing
	scratch    []byte            // for putting a small object in order
	open       []canonicalMember // members of the objects that are not closed yet
	members    []canonicalMember // members of the objects noted, in canonical order
	objects    []canonicalObject // open or noted, in the order of their opening braces
	disordered bool              // there are objects to put in order
}

// smallObject is the size in bytes up to which an object is put in order at once.
const smallObject = 4096

// canonicalMember is a member by its offsets. It is small because large documents
// have very many.
type canonicalMember struct {
	prefix        uint64 // the first bytes of the name, to compare most names at once; see prefixOf
	name, nameEnd uint32 // in the source
	start, end    uint32 // in the text
	objects       uint32 // the index of the first object inside
	escaped       bool   // the name may have escapes
}

// canonicalObject is an object by its offsets in the text.
type canonicalObject struct {
	start, end   int
	first, count int // its members when it must be put in order, else none
	next         int // the index of the first object behind it
}

// place tells which part of the source is being written, to find what to leave out.
type place int

const (
	elsewhere place = iota
	atRoot
	atList
	atElement
)

// written is the offset in the text of what comes next.
func (c *canonicaliser) written() int { return len(c.text) + c.at - c.run }

// flush writes what is canonical as it is.
func (c *canonicaliser) flush() {
	c.text = append(c.text, c.source[c.run:c.at]...)
	c.run = c.at
}

// pass leaves out the source up to an offset.
func (c *canonicaliser) pass(end int) {
	c.flush()
	c.at, c.run = end, end
}

// space leaves out white space.
func (c *canonicaliser) space() {
	if c.at < len(c.source) && c.source[c.at] <= ' ' {
		c.pass(skipSpace(c.source, c.at))
	}
}

func (c *canonicaliser) value(where place) {
	c.space()
	switch first := c.source[c.at]; first {
	case '{':
		c.object(where)
	case '[':
		c.array(where)
	case '"':
		c.string()
	case 't', 'f', 'n':
		c.at = skipScalar(c.source, c.at)
	default:
		c.number()
	}
	c.space()
}

func (c *canonicaliser) array(where place) {
	inner := elsewhere
	if where == atList {
		inner = atElement
	}
	for c.more(']') {
		c.value(inner)
	}
}

// more passes the bracket or comma before another element; false when there is none,
// and the closing bracket is passed.
func (c *canonicaliser) more(closing byte) bool {
	if c.source[c.at] != closing {
		c.at++
		c.space()
	}
	if c.source[c.at] != closing {
		return true
	}
	c.at++
	return false
}

func (c *canonicaliser) object(where place) {
	index, first, start := len(c.objects), len(c.open), c.written()
	c.objects = append(c.objects, canonicalObject{start: start})
	inOrder := true
	for c.more('}') {
		if where == atElement && c.omit() {
			continue
		}
		member := c.name()
		if n := len(c.open); n > first && inOrder {
			inOrder = c.compare(&c.open[n-1], &member) < 0
		}
		inner := elsewhere
		if where == atRoot && string(c.nameOf(&member)) == c.list {
			inner = atList
		}
		c.value(inner)
		member.end = uint32(c.written())
		c.open = append(c.open, member)
	}
	c.close(index, first, inOrder)
}

// omit leaves out the member that comes next, if it is the one to be left out, and one
// of the commas beside it. It tells whether no member comes next any more.
func (c *canonicaliser) omit() bool {
	name := c.source[c.at:skipString(c.source, c.at)]
	if string(decodedName(name)) != c.without {
		return false
	}
	colon := skipSpace(c.source, c.at+len(name))
	c.pass(skipSpace(c.source, skipValue(c.source, skipSpace(c.source, colon+1))))
	last := len(c.text) - 1
	switch {
	case c.text[last] == ',':
		c.text = c.text[:last]
	case c.source[c.at] == ',':
		c.at++
		c.run = c.at
		c.space()
		return false
	}
	return true
}

// close ends an object whose members are those from first on.
func (c *canonicaliser) close(index, first int, inOrder bool) {
	object, members := &c.objects[index], c.open[first:]
	object.end, object.next = c.written(), len(c.objects)
	if !inOrder {
		slices.SortFunc(members, func(a, b canonicalMember) int { return c.compare(&a, &b) })
	}
	switch small := object.end-object.start <= smallObject; {
	case !inOrder && small:
		c.reorder(object.start, members)
		c.objects = c.objects[:index]
	case !inOrder:
		c.disordered = true
		object.first, object.count = len(c.members), len(members)
		c.members = append(c.members, members...)
	case object.next == index+1:
		c.objects = c.objects[:index] // nor is there anything to put in order inside
	}
	c.open = c.open[:first]
}

// reorder writes the object at the end of the text again. All inside is in order,
// since it is smaller.
func (c *canonicaliser) reorder(start int, members []canonicalMember) {
	c.flush()
	c.scratch = append(c.scratch[:0], c.text[start:]...)
	c.text = c.text[:start]
	separator := byte('{')
	for _, member := range members {
		c.text = append(c.text, separator)
		c.text = append(c.text, c.scratch[int(member.start)-start:int(member.end)-start]...)
		separator = ','
	}
	c.text = append(c.text, '}')
}

// appendOrdered appends a part of the text with the objects in it, from an index on, put in order.
func (c *canonicaliser) appendOrdered(ordered []byte, start, end, object int) []byte {
	for object < len(c.objects) && c.objects[object].start < end {
		o := &c.objects[object]
		if o.count == 0 {
			object++
			continue
		}
		ordered = append(ordered, c.text[start:o.start]...)
		separator := byte('{')
		for _, member := range c.members[o.first : o.first+o.count] {
			ordered = append(ordered, separator)
			ordered = c.appendOrdered(ordered, int(member.start), int(member.end), int(member.objects))
			separator = ','
		}
		ordered = append(ordered, '}')
		start, object = o.end, o.next
	}
	return append(ordered, c.text[start:end]...)
}
