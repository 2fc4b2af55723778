package changeset

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
)

type addEdge struct {
	id, source, target string
	text               jsontext.Value
}

func parseAddEdge(op shape) (operation, *Error) {
	edge, err := op.child("edge")
	if err != nil {
		return nil, err
	}
	add := addEdge{text: edge.object.Text()}
	for _, field := range []struct {
		name string
		into *string
	}{{"id", &add.id}, {"source", &add.source}, {"target", &add.target}} {
		if *field.into, err = edge.id(field.name); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"priority", "isDefault"} {
		if value, ok := edge.object.Get(name); !ok || rawjson.IsNull(value) {
			return nil, refuse(Malformed, "%s needs %q%s", edge.of, name, misspelt(name, edge.object))
		}
	}
	return add, checkEdgeFields(edge)
}

// checkEdgeFields checks the types of the known fields besides the id; null stands for nothing.
func checkEdgeFields(edge shape) *Error {
	for name, value := range edge.object.Members() {
		want, ok := "", true
		switch name {
		case "source", "target":
			if _, err := edge.id(name); err != nil {
				return err
			}
		case "condition", "label":
			_, ok = rawjson.String(value)
			want = "text"
		case "priority":
			_, ok = rawjson.Int32(value)
			want = "a whole number of 32 bits"
		case "isDefault", "isTimeout":
			_, ok = rawjson.Bool(value)
			want = "true or false"
		}
		if !ok && !rawjson.IsNull(value) {
			return refuse(Malformed, "%s of %s must be %s, not %s", name, edge.of, want, described(value))
		}
	}
	return nil
}

// described names a value of the wrong type; of a number its text, since "a number, not number" helps nobody.
func described(value jsontext.Value) string {
	if value.Kind() == jsontext.KindNumber {
		return string(value)
	}
	return rawjson.Kind(value)
}

func (o addEdge) elementID() string { return o.id }

func (o addEdge) apply(editor *document.Editor) *Error {
	if !editor.CanAddEdge() {
		return refuse(Malformed, "edge %q can't be added, since the document's \"edges\" is no list", o.id)
	}
	if edge, taken := editor.Edge(o.id); taken {
		return refuse(DuplicateID, "there already is an edge %q (from %q to %q)", o.id, edge.Source(), edge.Target())
	}
	if err := endpointMissing(editor, o.id, "source", o.source); err != nil {
		return err
	}
	if err := endpointMissing(editor, o.id, "target", o.target); err != nil {
		return err
	}
	editor.AddEdge(o.text)
	return nil
}

type updateEdge struct {
	id    string
	patch rawjson.Object
	unset []string
}

func parseUpdateEdge(op shape) (operation, *Error) {
	id, err := op.text("id")
	if err != nil {
		return nil, err
	}
	patch, err := op.child("patch")
	if err != nil {
		return nil, err
	}
	if _, ok := patch.object.Get("id"); ok {
		return nil, refuse(Malformed, "the id of an edge can't be changed; remove the edge and add another one")
	}
	if err := checkEdgeFields(patch); err != nil {
		return nil, err
	}
	update := updateEdge{id: id, patch: patch.object}
	if update.unset, err = op.unset(patch.object); err != nil {
		return nil, err
	}
	for _, key := range update.unset {
		switch key {
		case "id", "source", "target", "priority", "isDefault":
			return nil, refuse(Malformed, "%q of an edge can't be unset, only changed", key)
		}
	}
	return update, nil
}

func (o updateEdge) elementID() string { return o.id }

func (o updateEdge) apply(editor *document.Editor) *Error {
	edge, ok := editor.Edge(o.id)
	if !ok {
		return edgeMissing(editor, o.id)
	}
	for _, end := range []string{"source", "target"} {
		if value, changed := o.patch.Get(end); changed {
			nodeID, _ := rawjson.String(value)
			if err := endpointMissing(editor, o.id, end, nodeID); err != nil {
				return err
			}
		}
	}
	object, _ := rawjson.ParseObject(edge.Text())
	editor.ReplaceEdge(o.id, object.Edited(o.patch, o.unset).Text())
	return nil
}

type removeEdge struct{ id string }

func parseRemoveEdge(op shape) (operation, *Error) {
	id, err := op.text("id")
	return removeEdge{id: id}, err
}

func (o removeEdge) elementID() string { return o.id }

func (o removeEdge) apply(editor *document.Editor) *Error {
	if _, ok := editor.Edge(o.id); !ok {
		return edgeMissing(editor, o.id)
	}
	editor.RemoveEdge(o.id)
	return nil
}

func endpointMissing(editor *document.Editor, edgeID, end, nodeID string) *Error {
	if _, ok := editor.Node(nodeID); ok {
		return nil
	}
	return refuse(EdgeEndpointMissing, "the %s of edge %q is node %q, which does not exist%s",
		end, edgeID, nodeID, spelling.DidYouMean(nodeID, "nodes", editor.NodeIDs()))
}

func edgeMissing(editor *document.Editor, id string) *Error {
	return refuse(TargetMissing, "there is no edge %q%s", id, spelling.DidYouMean(id, "edges", editor.EdgeIDs()))
}
