package changeset

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/revision"
)

// hostAuthor is the author of the change sets that this package makes; whoever
// stores one says whose it is.
const hostAuthor = "host"

// newSet makes a change set.
func newSet(id string, base revision.Revision, ops []Op) *ChangeSet {
	object, _ := rawjson.ParseObject(composed(
		entry{"id", rawjson.Quote(id)},
		entry{"baseRevision", rawjson.Quote(string(base))},
		entry{"author", rawjson.Quote(hostAuthor)},
		entry{"summary", rawjson.Quote("")},
		entry{"ops", jsontext.Value("[]")},
	))
	set := &ChangeSet{ID: id, BaseRevision: base, Author: hostAuthor, object: object}
	return set.withOps(ops)
}

// shortened is enough of a revision to tell change sets apart.
func shortened(r revision.Revision) string {
	const length = 12
	digits := strings.TrimPrefix(string(r), "sha256:")
	return digits[:min(length, len(digits))]
}

// entry is one member of an object to be composed.
type entry struct {
	name  string
	value jsontext.Value
}

// composed writes an object. A member without a value is left out.
func composed(entries ...entry) jsontext.Value {
	text := []byte{'{'}
	for _, member := range entries {
		if member.value == nil {
			continue
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(text, rawjson.Quote(member.name)...)
		text = append(text, ':')
		text = append(text, member.value...)
	}
	return append(text, '}')
}

// texts writes a list of texts; nil for none.
func texts(values []string) jsontext.Value {
	if len(values) == 0 {
		return nil
	}
	list := []byte{'['}
	for i, value := range values {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, rawjson.Quote(value)...)
	}
	return append(list, ']')
}

// compose makes an op. What it is given may be unsayable, such as an edge without a
// priority to add: then the op is malformed.
func compose(kind OpKind, fields ...entry) Op {
	return parseOp(composed(append([]entry{{"op", rawjson.Quote(string(kind))}}, fields...)...))
}

func composeAddNode(node jsontext.Value) Op { return compose(AddNode, entry{"node", node}) }

func composeAddEdge(edge jsontext.Value) Op { return compose(AddEdge, entry{"edge", edge}) }

// composeOn makes an op that needs nothing but the id of its element.
func composeOn(kind OpKind, id string) Op { return compose(kind, entry{"id", rawjson.Quote(id)}) }

func composeRename(id, newID string) Op {
	return compose(RenameNode, entry{"id", rawjson.Quote(id)}, entry{"newId", rawjson.Quote(newID)})
}

func composeUpdate(kind OpKind, id string, patch jsontext.Value, unset []string) Op {
	return compose(kind, entry{"id", rawjson.Quote(id)}, entry{"patch", patch}, entry{"unset", texts(unset)})
}

func composeMetadata(patch ...entry) Op { return compose(Metadata, entry{"patch", composed(patch...)}) }
