package document

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// ContentText is the document's text without the nodes' positions: what its
// content revision is computed from. White space and key order are those of Text.
func (d *Document) ContentText() jsontext.Value {
	if !d.nodes.isArray {
		return append(jsontext.Value(nil), d.text...)
	}
	nodes := append(make([]byte, 0, len(d.text)), '[')
	for i, value := range d.nodes.array.Values() {
		if i > 0 {
			nodes = append(nodes, ',')
		}
		nodes = rawjson.AppendWithout(nodes, value, positionKey)
	}
	return d.root.With(nodesKey, append(nodes, ']')).AppendTo(make([]byte, 0, len(d.text)))
}
