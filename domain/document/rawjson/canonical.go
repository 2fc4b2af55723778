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

// canonicalMember is a member by its offsets in the text. It is small because large
// documents have very many.
type canonicalMember struct {
	start, nameEnd, end uint32
	objects             uint32 // the index of the first object inside
	escaped             bool   // the name may have escapes
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

func (c *canonicaliser) value(where place) {
	c.at = skipSpace(c.source, c.at)
	switch first := c.source[c.at]; first {
	case '{':
		c.object(where)
	case '[':
		c.array(where)
	case '"':
		c.string()
	default:
		start := c.at
		c.at = skipScalar(c.source, start)
		if lexeme := c.source[start:c.at]; first == '-' || first <= '9' {
			c.text = appendNumber(c.text, lexeme)
		} else {
			c.text = append(c.text, lexeme...)
		}
	}
	c.at = skipSpace(c.source, c.at)
}

func (c *canonicaliser) array(where place) {
	inner := elsewhere
	if where == atList {
		inner = atElement
	}
	c.text = append(c.text, '[')
	for c.more(']') {
		c.comma()
		c.value(inner)
	}
	c.text = append(c.text, ']')
}

// more passes the bracket or comma before another element; false when there is none,
// and the closing bracket is passed.
func (c *canonicaliser) more(closing byte) bool {
	if c.source[c.at] != closing {
		c.at = skipSpace(c.source, c.at+1)
	}
	if c.source[c.at] != closing {
		return true
	}
	c.at++
	return false
}

// comma separates an element from the one before it.
func (c *canonicaliser) comma() {
	if last := c.text[len(c.text)-1]; last != '{' && last != '[' {
		c.text = append(c.text, ',')
	}
}

func (c *canonicaliser) object(where place) {
	index, first := len(c.objects), len(c.open)
	c.objects = append(c.objects, canonicalObject{start: len(c.text)})
	c.text = append(c.text, '{')
	inOrder := true
	for c.more('}') {
		before := len(c.text)
		c.comma()
		member := c.name()
		if where == atElement && string(c.nameOf(member)) == c.without {
			c.text = c.text[:before]
			c.at = skipSpace(c.source, skipValue(c.source, skipSpace(c.source, c.at)))
			continue
		}
		if n := len(c.open); n > first && inOrder {
			inOrder = compareUTF16(c.nameOf(c.open[n-1]), c.nameOf(member)) < 0
		}
		inner := elsewhere
		if where == atRoot && string(c.nameOf(member)) == c.list {
			inner = atList
		}
		c.value(inner)
		member.end = uint32(len(c.text))
		c.open = append(c.open, member)
	}
	c.text = append(c.text, '}')
	c.close(index, first, inOrder)
}

// name writes a member's name and the colon.
func (c *canonicaliser) name() canonicalMember {
	member := canonicalMember{start: uint32(len(c.text)), objects: uint32(len(c.objects))}
	member.escaped = c.string()
	member.nameEnd = uint32(len(c.text))
	c.text = append(c.text, ':')
	c.at = skipSpace(c.source, c.at) + 1
	return member
}

// nameOf is the member's name without quotes and escapes.
func (c *canonicaliser) nameOf(member canonicalMember) []byte {
	quoted := c.text[member.start:member.nameEnd]
	if member.escaped {
		return []byte(unquote(quoted))
	}
	return quoted[1 : len(quoted)-1]
}

// close ends an object whose members are those from first on.
func (c *canonicaliser) close(index, first int, inOrder bool) {
	object, members := &c.objects[index], c.open[first:]
	object.end, object.next = len(c.text), len(c.objects)
	if !inOrder {
		slices.SortFunc(members, func(a, b canonicalMember) int { return compareUTF16(c.nameOf(a), c.nameOf(b)) })
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
