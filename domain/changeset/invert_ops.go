package changeset

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// inverter knows the document just before the op that is to be taken back.
type inverter struct {
	editor       *document.Editor
	nodes, edges elements // of the document before the first op
	obstacles    []obstacle
}

func (b *inverter) obstruct(path, format string, args ...any) {
	b.obstacles = append(b.obstacles, obstacle{path, fmt.Sprintf(format, args...)})
}

// ops gives the ops that are well-formed; for the others there is an obstacle.
func (b *inverter) ops(path string, ops ...Op) []Op {
	sayable := ops[:0]
	for _, op := range ops {
		if op.malformed != nil {
			b.obstruct(path, "%s can't be brought back: %s", path, op.malformed.Reason)
			continue
		}
		sayable = append(sayable, op)
	}
	return sayable
}

func (o addNode) inverse(*inverter) []Op { return []Op{composeOn(RemoveNode, o.id)} }

func (o addEdge) inverse(*inverter) []Op { return []Op{composeOn(RemoveEdge, o.id)} }

func (o renameNode) inverse(*inverter) []Op {
	if o.id == o.newID {
		return nil
	}
	return []Op{composeRename(o.newID, o.id)}
}

func (o removeNode) inverse(b *inverter) []Op {
	node, _ := b.editor.Node(o.id)
	ops := b.ops(b.nodes.pointerTo(o.id), composeAddNode(node.Text()))
	for _, edge := range b.editor.AttachedEdges(o.id) {
		ops = append(ops, b.ops(b.edges.pointerTo(edge.ID()), composeAddEdge(edge.Text()))...)
	}
	return ops
}

func (o removeEdge) inverse(b *inverter) []Op {
	edge, _ := b.editor.Edge(o.id)
	return b.ops(b.edges.pointerTo(o.id), composeAddEdge(edge.Text()))
}

func (o updateNode) inverse(b *inverter) []Op {
	node, _ := b.editor.Node(o.id)
	var patch []entry
	if o.name != nil {
		old, isThere := node.Member("name")
		switch {
		case !isThere:
			b.obstruct(b.nodes.pointerTo(o.id, "name"), "node %q had no name, and no op removes one", o.id)
		case !rawjson.Equal(old, o.name):
			patch = append(patch, entry{"name", old})
		}
	}
	if o.config.Len() > 0 && node.ConfigText().Kind() != jsontext.KindBeginObject {
		b.obstruct(b.nodes.pointerTo(o.id, "config"), "node %q had no config, and no op removes one", o.id)
		return nil
	}
	was := restoring(node.ConfigText(), o.config, o.unset)
	if len(was.set) > 0 {
		patch = append(patch, entry{"config", composed(was.set...)})
	}
	if len(patch) == 0 && len(was.unset) == 0 {
		return nil
	}
	return b.ops(b.nodes.pointerTo(o.id), composeUpdate(UpdateNode, o.id, composed(patch...), was.unset))
}

func (o updateEdge) inverse(b *inverter) []Op {
	edge, _ := b.editor.Edge(o.id)
	was := restoring(edge.Text(), o.patch, o.unset)
	if was.isNone() {
		return nil
	}
	path := b.edges.pointerTo(o.id)
	if len(was.unset) > 0 {
		path = b.edges.pointerTo(o.id, was.unset[0])
	}
	return b.ops(path, composeUpdate(UpdateEdge, o.id, composed(was.set...), was.unset))
}

func (o metadata) inverse(b *inverter) []Op {
	var patch []entry
	for name := range o.patch.Members() {
		old, isThere := b.editor.Member(name)
		if !isThere {
			b.obstruct(rootPointer(name), "the workflow had no %s, and no op removes one", name)
			continue
		}
		patch = append(patch, entry{name, old})
	}
	if len(patch) == 0 {
		return nil
	}
	return b.ops("", composeMetadata(patch...))
}

// restoring says what brings back the members that an edit of the object changes.
func restoring(object jsontext.Value, patch rawjson.Object, unset []string) difference {
	var was difference
	members := membersOf(object)
	for name, value := range patch.Members() {
		switch old, isThere := members[name]; {
		case !isThere:
			was.unset = append(was.unset, name)
		case !rawjson.Equal(old, value):
			was.set = append(was.set, entry{name, old})
		}
	}
	for _, name := range unset {
		if old, isThere := members[name]; isThere {
			was.set = append(was.set, entry{name, old})
			delete(members, name) // it may be named twice
		}
	}
	return was
}
