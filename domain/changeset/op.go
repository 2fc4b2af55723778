package changeset

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
)

// OpKind names an operation.
type OpKind string

// The operations.
const (
	AddNode    OpKind = "addNode"
	UpdateNode OpKind = "updateNode"
	RenameNode OpKind = "renameNode"
	RemoveNode OpKind = "removeNode"
	AddEdge    OpKind = "addEdge"
	UpdateEdge OpKind = "updateEdge"
	RemoveEdge OpKind = "removeEdge"
	Metadata   OpKind = "metadata"
)

// Op is one operation of a change set. It is immutable.
type Op struct {
	kind      OpKind
	text      jsontext.Value
	body      operation
	malformed *Error // what is wrong with its shape, whatever the document is
}

// operation is what an op does, once its shape is known to be right.
type operation interface {
	// elementID is the id of the node or edge concerned, empty for metadata.
	elementID() string
	// apply makes the change, or says why the document does not allow it.
	apply(editor *document.Editor) *Error
	// inverse gives the ops that take the change back. The op applies to what is there.
	inverse(back *inverter) []Op
	// rebase gives what the op, which is this one, comes to on the other side; false
	// for nothing, either because both sides did it or because there is a conflict.
	rebase(m *merge, op Op) (Op, bool)
}

// Kind is what the op says it is, which may be no operation there is.
func (o Op) Kind() OpKind { return o.kind }

// Text is the op's JSON text.
func (o Op) Text() jsontext.Value { return o.text }

// ElementID is the id of the node or edge that the op adds, changes or removes (as
// it was before a rename); empty for metadata and for malformed ops.
func (o Op) ElementID() string {
	if o.body == nil {
		return ""
	}
	return o.body.elementID()
}

// opShape is how an op of one kind is written.
type opShape struct {
	kind   OpKind
	fields []string // the fields it may have besides "op"
	parse  func(shape) (operation, *Error)
}

// shapes lists the operations there are, in the order in which messages name them.
func shapes() []opShape {
	return []opShape{
		{AddNode, []string{"node"}, parseAddNode},
		{UpdateNode, []string{"id", "patch", "unset"}, parseUpdateNode},
		{RenameNode, []string{"id", "newId"}, parseRenameNode},
		{RemoveNode, []string{"id"}, parseRemoveNode},
		{AddEdge, []string{"edge"}, parseAddEdge},
		{UpdateEdge, []string{"id", "patch", "unset"}, parseUpdateEdge},
		{RemoveEdge, []string{"id"}, parseRemoveEdge},
		{Metadata, []string{"patch"}, parseMetadata},
	}
}

// OpKinds lists the operations there are.
func OpKinds() []OpKind {
	known := shapes()
	kinds := make([]OpKind, len(known))
	for i, s := range known {
		kinds[i] = s.kind
	}
	return kinds
}

// parseOp reads an op; what is wrong with it is kept for its turn.
func parseOp(text jsontext.Value) Op {
	op := Op{text: text}
	object, ok := rawjson.ParseObject(text)
	if !ok {
		op.malformed = refuse(Malformed, "an op is a JSON object, not a %s", rawjson.Kind(text))
		return op
	}
	s := shape{object: object, of: "the op"}
	kind, err := s.text("op")
	if err != nil {
		op.malformed = err
		return op
	}
	op.kind = OpKind(kind)
	op.body, op.malformed = parseBody(op.kind, s)
	return op
}

func parseBody(kind OpKind, s shape) (operation, *Error) {
	var kinds []string
	for _, known := range shapes() {
		if known.kind != kind {
			kinds = append(kinds, string(known.kind))
			continue
		}
		s.of = string(kind)
		if err := s.only(append([]string{"op"}, known.fields...)); err != nil {
			return nil, err
		}
		return known.parse(s)
	}
	return nil, refuse(Malformed, "there is no op %q%s", kind, spelling.DidYouMean(string(kind), "ops", kinds))
}

// shape checks the members of an object that is part of an op.
type shape struct {
	object rawjson.Object
	of     string // what the object is, for messages
}

// only refuses members other than the known ones, by name.
func (s shape) only(known []string) *Error {
	for name := range s.object.Members() {
		if !slices.Contains(known, name) {
			return refuse(Malformed, "%s has no field %q%s", s.of, name, spelling.DidYouMean(name, "fields", known))
		}
	}
	return nil
}

// text reads a member that must be there and be text.
func (s shape) text(name string) (string, *Error) {
	value, ok := s.object.Get(name)
	if !ok {
		return "", refuse(Malformed, "%s needs %q%s", s.of, name, misspelt(name, s.object))
	}
	text, ok := rawjson.String(value)
	if !ok {
		return "", refuse(Malformed, "%s of %s must be text, not %s", name, s.of, rawjson.Kind(value))
	}
	return text, nil
}

// id reads a member that must be there and be text that is not blank.
func (s shape) id(name string) (string, *Error) {
	text, err := s.text(name)
	if err == nil && strings.TrimSpace(text) == "" {
		err = refuse(Malformed, "%s of %s must not be blank", name, s.of)
	}
	return text, err
}

// child reads a member that must be there and be an object.
func (s shape) child(name string) (shape, *Error) {
	value, ok := s.object.Get(name)
	if !ok {
		return shape{}, refuse(Malformed, "%s needs %q%s", s.of, name, misspelt(name, s.object))
	}
	object, ok := rawjson.ParseObject(value)
	if !ok {
		return shape{}, refuse(Malformed, "%s of %s must be an object, not %s", name, s.of, rawjson.Kind(value))
	}
	return shape{object: object, of: name + " of " + s.of}, nil
}

// unset reads the optional list of keys to remove, none of which may be in the patch.
func (s shape) unset(patch rawjson.Object) ([]string, *Error) {
	value, ok := s.object.Get("unset")
	if !ok {
		return nil, nil
	}
	array, ok := rawjson.ParseArray(value)
	if !ok {
		return nil, refuse(Malformed, "unset of %s must be a list of keys, not %s", s.of, rawjson.Kind(value))
	}
	keys := make([]string, 0, array.Len())
	patched := make(map[string]bool, patch.Len())
	for key := range patch.Members() {
		patched[key] = true
	}
	for _, element := range array.Values() {
		key, ok := rawjson.String(element)
		if !ok {
			return nil, refuse(Malformed, "unset of %s must hold keys (text), not %s", s.of, rawjson.Kind(element))
		}
		if patched[key] {
			return nil, refuse(Malformed, "the key %q is both in patch and in unset; it can be set or removed, not both", key)
		}
		keys = append(keys, key)
	}
	return keys, nil
}
