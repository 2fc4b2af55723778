package changeset

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// changeNode says how a node becomes another in its place; ok is false when it can't.
func changeNode(was, is element, path string) (todo update, ok bool) {
	if bytes.Equal(was.text, is.text) {
		return update{}, true
	}
	if is.id == "" {
		return update{}, rawjson.Equal(without(was.text, "position"), without(is.text, "position"))
	}
	changes := differenceOf(without(was.text, "id", "position"), without(is.text, "id", "position"))
	if changes.isNone() {
		return update{}, true
	}
	var patch []entry
	var unset []string
	for _, member := range changes.set {
		switch member.name {
		case "name":
			patch = append(patch, member)
		case "config":
			old, _ := rawjson.Get(was.text, "config")
			config, sayable := configChange(old, member.value)
			if !sayable {
				return update{}, false
			}
			if len(config.set) > 0 {
				patch = append(patch, entry{"config", composed(config.set...)})
			}
			unset = config.unset
		default:
			return update{}, false
		}
	}
	op := composeUpdate(UpdateNode, is.id, composed(patch...), unset)
	return update{op: op, path: path}, len(changes.unset) == 0 && op.malformed == nil
}

// configChange compares two configs; false when no update leads to the later one.
func configChange(before, after jsontext.Value) (difference, bool) {
	changes := differenceOf(before, after)
	wasObject := before.Kind() == jsontext.KindBeginObject
	isObject := after.Kind() == jsontext.KindBeginObject
	return changes, isObject && (wasObject || len(changes.set) > 0)
}

// changeEdge says how an edge becomes another in its place; ok is false when it
// can't. An edge of a node that is removed stays only if both its ends are moved to
// nodes that are kept, before the removal.
func changeEdge(was, is element, path string, nodes *plan) (todo update, ok bool) {
	before := nodes.renameEnds(was.text)
	changes := differenceOf(before, is.text)
	lost := nodes.removesEndOf(was.text)
	if changes.isNone() {
		return update{}, !lost
	}
	if is.id == "" {
		return update{}, false
	}
	op := composeUpdate(UpdateEdge, is.id, composed(changes.set...), changes.unset)
	if op.malformed != nil {
		return update{}, false
	}
	for _, member := range changes.set {
		end, _ := rawjson.String(member.value)
		if _, exists := nodes.after.byID[end]; !exists && isEnd(member.name) {
			return update{}, false
		}
	}
	return update{op: op, path: path, early: lost}, !lost || nodes.keepsEndsOf(is.text)
}

func isEnd(name string) bool { return name == "source" || name == "target" }

// renameEnds is the edge with the ends that the renames of nodes give it.
func (p *plan) renameEnds(edge jsontext.Value) jsontext.Value {
	for _, end := range []string{"source", "target"} {
		if id, ok := p.newIDs[textMember(edge, end)]; ok {
			object, _ := rawjson.ParseObject(edge)
			edge = object.With(end, rawjson.Quote(id)).Text()
		}
	}
	return edge
}

// removesEndOf tells whether the edge, as it was, goes with a node that is removed.
func (p *plan) removesEndOf(edge jsontext.Value) bool {
	return p.isRemoved[textMember(edge, "source")] || p.isRemoved[textMember(edge, "target")]
}

// keepsEndsOf tells whether both ends of the edge, as it becomes, are nodes that are
// there from the beginning to the end.
func (p *plan) keepsEndsOf(edge jsontext.Value) bool {
	for _, end := range []string{"source", "target"} {
		if p.isAdded[textMember(edge, end)] {
			return false
		}
	}
	return true
}
