package layout

import (
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
)

// Keep gives the nodes of a document the positions that the nodes of the same ids have in another, where they have one.
func Keep(d, from *document.Document) *document.Document {
	editor := d.Edit()
	for _, node := range d.Nodes() {
		other, exists := from.Node(node.ID())
		if !exists {
			continue
		}
		position, _ := other.Member("position")
		was, _ := node.Member("position")
		if _, _, placed := other.Position(); !placed || rawjson.Equal(position, was) {
			continue
		}
		object, _ := rawjson.ParseObject(node.Text())
		editor.ReplaceNode(node.ID(), object.With("position", position).Text())
	}
	return editor.Document()
}
