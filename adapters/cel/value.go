package cel

import (
	"github.com/google/cel-go/common/types/ref"

	"heddle.dev/heddle/domain/expression"
)

// value is what is known of a value: its kinds, and what is known of its parts. Of no
// kinds is only what an empty list holds.
type value struct {
	kinds    expression.Kinds
	elements *value            // of a list, all together, or of what an optional holds; nil: anything
	members  map[ref.Val]value // of an object by their keys, of a list by their indexes; what is not there may be anything
}

var (
	anything = value{kinds: expression.AnyKind}
	nothing  = value{}
)

// Limits on what is kept of a value, since parts that repeat parts would make an
// expression that doubles a list expensive to follow.
const (
	maxDepth   = 3 // of parts in parts
	maxMembers = 8 // of one object or list
)

// partlyKnown gives what is known of a value of known parts.
func partlyKnown(kinds expression.Kinds, elements *value, members map[ref.Val]value) value {
	v := value{kinds: kinds, elements: elements, members: members}
	return v.down(maxDepth)
}

// down forgets the parts that lie deeper than depth.
func (v value) down(depth int) value {
	kept := value{kinds: v.kinds}
	if depth == 0 {
		return kept
	}
	if v.elements != nil {
		of := v.elements.down(depth - 1)
		kept.elements = &of
	}
	if n := len(v.members); n == 0 || n > maxMembers {
		return kept
	}
	kept.members = make(map[ref.Val]value, len(v.members))
	for key, member := range v.members {
		kept.members[key] = member.down(depth - 1)
	}
	return kept
}

// element gives what is known of what a list or an optional holds.
func (v value) element() value {
	if v.elements == nil || v.elements.kinds == 0 {
		return anything
	}
	return *v.elements
}

// member gives what is known of the part under a key or index; a nil key is not known.
func (v value) member(key ref.Val) (value, bool) {
	if key == nil {
		return value{}, false
	}
	found, known := v.members[key]
	return found, known
}

// isList tells whether a value is a list, as soon as it is not null.
func (v value) isList() bool { return v.kinds&^expression.NullKind == expression.ListKind }

// notNull gives what is known of a value that is not null.
func (v value) notNull() value {
	if v.kinds == expression.AnyKind {
		return v
	}
	v.kinds &^= expression.NullKind
	if v.kinds == 0 { // there is no such value, so that nothing is wrong with it
		return anything
	}
	return v
}

// or gives what is known of a value that is one of two.
func (v value) or(other value) value {
	both := value{kinds: v.kinds | other.kinds}
	const holding = expression.ListKind | expression.OptionalKind
	switch {
	case !v.kinds.Overlaps(holding):
		both.elements = other.elements
	case !other.kinds.Overlaps(holding):
		both.elements = v.elements
	default:
		both.elements = joined(v.elements, other.elements)
	}
	const parted = expression.ListKind | expression.ObjectKind
	switch {
	case !v.kinds.Overlaps(parted):
		both.members = other.members
	case !other.kinds.Overlaps(parted):
		both.members = v.members
	default:
		both.members = joinedMembers(v.members, other.members)
	}
	return both
}

// joined gives what is known of the elements of two lists together.
func joined(a, b *value) *value {
	if a == nil || b == nil {
		return nil
	}
	all := a.or(*b)
	return &all
}

// joinedMembers keeps what is known of the members that both have.
func joinedMembers(a, b map[ref.Val]value) map[ref.Val]value {
	var both map[ref.Val]value
	for key, member := range a {
		other, known := b[key]
		if !known {
			continue
		}
		if both == nil {
			both = make(map[ref.Val]value)
		}
		both[key] = member.or(other)
	}
	return both
}
