package changeset

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
)

type addNode struct {
	id   string
	text jsontext.Value
}

func parseAddNode(op shape) (operation, *Error) {
	node, err := op.child("node")
	if err != nil {
		return nil, err
	}
	id, err := node.id("id")
	if err != nil {
		return nil, err
	}
	nodeType, err := node.text("type")
	if err != nil {
		return nil, err
	}
	if err := checkNodeType(nodeType); err != nil {
		return nil, err
	}
	if _, err := node.text("name"); err != nil {
		return nil, err
	}
	if _, err := node.child("config"); err != nil {
		return nil, err
	}
	return addNode{id: id, text: node.object.Text()}, nil
}

func checkNodeType(written string) *Error {
	var known []string
	for _, nodeType := range document.NodeTypes() {
		if string(nodeType) == written {
			return nil
		}
		known = append(known, string(nodeType))
	}
	return refuse(Malformed, "there is no node type %q%s", written, spelling.DidYouMean(written, "types", known))
}

func (o addNode) elementID() string { return o.id }

func (o addNode) apply(editor *document.Editor) *Error {
	if !editor.CanAddNode() {
		return refuse(Malformed, "node %q can't be added, since the document's \"nodes\" is no list", o.id)
	}
	if node, taken := editor.Node(o.id); taken {
		return refuse(DuplicateID, "there already is a node %q (%s %q)", o.id, node.Type(), node.Name())
	}
	editor.AddNode(o.text)
	return nil
}

type updateNode struct {
	id     string
	name   jsontext.Value // nil: unchanged
	config rawjson.Object
	unset  []string
}

func parseUpdateNode(op shape) (operation, *Error) {
	id, err := op.text("id")
	if err != nil {
		return nil, err
	}
	patch, err := op.child("patch")
	if err != nil {
		return nil, err
	}
	if err := patch.only([]string{"name", "config"}); err != nil {
		return nil, err
	}
	update := updateNode{id: id}
	if name, ok := patch.object.Get("name"); ok {
		if _, err := patch.text("name"); err != nil {
			return nil, err
		}
		update.name = name
	}
	if _, ok := patch.object.Get("config"); ok {
		config, err := patch.child("config")
		if err != nil {
			return nil, err
		}
		update.config = config.object
	}
	update.unset, err = op.unset(update.config)
	return update, err
}

func (o updateNode) elementID() string { return o.id }

func (o updateNode) apply(editor *document.Editor) *Error {
	node, ok := editor.Node(o.id)
	if !ok {
		return nodeMissing(editor, o.id)
	}
	object, _ := rawjson.ParseObject(node.Text())
	if o.name != nil {
		object = object.With("name", o.name)
	}
	config, isObject := rawjson.ParseObject(node.ConfigText())
	if o.config.Len() > 0 || isObject && len(o.unset) > 0 {
		object = object.With("config", config.Edited(o.config, o.unset).Text())
	}
	editor.ReplaceNode(o.id, object.Text())
	return nil
}

type renameNode struct{ id, newID string }

func parseRenameNode(op shape) (operation, *Error) {
	id, err := op.text("id")
	if err != nil {
		return nil, err
	}
	newID, err := op.id("newId")
	return renameNode{id: id, newID: newID}, err
}

func (o renameNode) elementID() string { return o.id }

func (o renameNode) apply(editor *document.Editor) *Error {
	if _, ok := editor.Node(o.id); !ok {
		return nodeMissing(editor, o.id)
	}
	if o.id == o.newID {
		return nil
	}
	if node, taken := editor.Node(o.newID); taken {
		return refuse(DuplicateID, "node %q can't be renamed to %q, since there already is such a node (%s %q)",
			o.id, o.newID, node.Type(), node.Name())
	}
	editor.RenameNode(o.id, o.newID)
	return nil
}

type removeNode struct{ id string }

func parseRemoveNode(op shape) (operation, *Error) {
	id, err := op.text("id")
	return removeNode{id: id}, err
}

func (o removeNode) elementID() string { return o.id }

func (o removeNode) apply(editor *document.Editor) *Error {
	if _, ok := editor.Node(o.id); !ok {
		return nodeMissing(editor, o.id)
	}
	editor.RemoveNode(o.id)
	return nil
}

func nodeMissing(editor *document.Editor, id string) *Error {
	return refuse(TargetMissing, "there is no node %q%s", id, spelling.DidYouMean(id, "nodes", editor.NodeIDs()))
}
