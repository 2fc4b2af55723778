package expression

import "strings"

// Kinds is a set of the kinds that a value may be of. All numbers are of one kind,
// since an int and a double mix and compare freely.
type Kinds uint16

// The kinds. JSON has the first six; the others live only inside an expression.
const (
	NullKind Kinds = 1 << iota
	BooleanKind
	NumberKind
	TextKind
	ListKind
	ObjectKind
	BytesKind
	TimestampKind
	DurationKind
	OptionalKind
	TypeKind

	// AnyKind holds all kinds: nothing is known.
	AnyKind Kinds = 1<<iota - 1
)

// Overlaps tells whether a value can be of both sets.
func (k Kinds) Overlaps(other Kinds) bool { return k&other != 0 }

// Stored gives the kinds of the JSON that values of these kinds are written as.
func (k Kinds) Stored() Kinds {
	if k == AnyKind || k.Overlaps(OptionalKind|TypeKind) {
		return AnyKind
	}
	const written = BytesKind | TimestampKind | DurationKind
	if k.Overlaps(written) {
		return k&^written | TextKind
	}
	return k
}

// String names the kinds for a message: "a number or null".
func (k Kinds) String() string {
	if k == AnyKind {
		return "anything"
	}
	var names []string
	for i, name := range []string{
		"null", "true or false", "a number", "text", "a list", "an object", "bytes", "a timestamp", "a duration", "an optional", "a type",
	} {
		if k.Overlaps(1 << i) {
			names = append(names, name)
		}
	}
	if len(names) > 1 && k.Overlaps(NullKind) {
		names = append(names[1:], names[0])
	}
	return strings.Join(names, " or ")
}

// KindsOfField gives the kinds that values of a field's declared type are of.
func KindsOfField(fieldType string) Kinds {
	switch strings.TrimSpace(fieldType) {
	case "", "string", "date", "datetime":
		return TextKind
	case "number", "integer":
		return NumberKind
	case "boolean":
		return BooleanKind
	case "object":
		return ObjectKind
	case "array":
		return ListKind
	case "file":
		return TextKind | ObjectKind
	default: // a type that only a host knows
		return AnyKind
	}
}
