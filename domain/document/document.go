// Package document reads and edits workflow documents without loss: unknown
// fields, key order, explicit nulls, number lexemes and white space stay as they
// were given. A document is the text; what the package decodes is a view of it.
package document

import (
	"iter"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// CodeNotAnObject is the fault code for a text that is JSON but no JSON object.
// The other codes of Parse are those of package rawjson.
const CodeNotAnObject = "not-an-object"

// Document is an immutable workflow document. It is safe for concurrent use.
type Document struct {
	text    []byte
	root    rawjson.Object
	nodes   list[Node]
	edges   list[Edge]
	id      string
	name    string
	nodeIdx func() map[string]*Node
	edgeIdx func() map[string]*Edge
}

// Parse reads a document. Any JSON object that RFC 8785 can represent is accepted,
// since drafts may be malformed: nodes and edges that are no objects stay in the
// text but are not listed. Other texts are refused with a fault of kind invalid
// whose details name line and column. The text is copied.
func Parse(text []byte) (*Document, error) {
	if err := check(text); err != nil {
		return nil, err
	}
	owned := append([]byte(nil), text...)
	root, _ := rawjson.ParseObject(owned)
	nodes, _ := root.Get(nodesKey)
	edges, _ := root.Get(edgesKey)
	return assemble(owned, root, parseList(nodes, parseNode), parseList(edges, parseEdge)), nil
}

// check tells whether the text is a document.
func check(text []byte) error {
	if err := rawjson.Check(text); err != nil {
		return err
	}
	if value := jsontext.Value(text); value.Kind() != jsontext.KindBeginObject {
		return fault.New(fault.KindInvalid, CodeNotAnObject,
			"line 1, column 1: a workflow document is a JSON object, not a %s", rawjson.Kind(value)).
			With("line", "1").With("column", "1")
	}
	return nil
}

// CheckText tells whether any JSON text (a request body, say) is acceptable by the
// rules that Parse applies to documents.
func CheckText(text []byte) error { return rawjson.Check(text) }

// assemble builds a document of parts that belong together.
func assemble(text []byte, root rawjson.Object, nodes list[Node], edges list[Edge]) *Document {
	d := &Document{text: text, root: root, nodes: nodes, edges: edges}
	d.id = stringOf(root, "id")
	d.name = stringOf(root, "name")
	d.nodeIdx = sync.OnceValue(func() map[string]*Node { return indexByID(nodes.objects, (*Node).ID) })
	d.edgeIdx = sync.OnceValue(func() map[string]*Edge { return indexByID(edges.objects, (*Edge).ID) })
	return d
}

// Text is the document's JSON text: the bytes that were parsed, if nothing was
// edited. Callers must not change it.
func (d *Document) Text() []byte { return d.text }

// Members iterates over the top-level members other than "nodes" and "edges".
func (d *Document) Members() iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		for name, value := range d.root.Members() {
			if name != nodesKey && name != edgesKey && !yield(name, value) {
				return
			}
		}
	}
}

// ID is the workflow's id, empty when it is absent or no text.
func (d *Document) ID() string { return d.id }

// Name is the workflow's name, empty when it is absent or no text.
func (d *Document) Name() string { return d.name }

// Member gives a top-level member as it is written.
func (d *Document) Member(key string) (jsontext.Value, bool) { return d.root.Get(key) }

// Nodes lists the nodes that are objects, in document order. Callers must not
// change the slice.
func (d *Document) Nodes() []*Node { return d.nodes.objects }

// StrayNodes goes through the elements of "nodes" that are no objects, by their index.
func (d *Document) StrayNodes() iter.Seq2[int, jsontext.Value] { return d.nodes.strays() }

// Node finds a node by its id; of several with one id the first.
func (d *Document) Node(id string) (*Node, bool) {
	node, ok := d.nodeIdx()[id]
	return node, ok
}

// Edges lists the edges that are objects, in document order. Callers must not
// change the slice.
func (d *Document) Edges() []*Edge { return d.edges.objects }

// StrayEdges goes through the elements of "edges" that are no objects, by their index.
func (d *Document) StrayEdges() iter.Seq2[int, jsontext.Value] { return d.edges.strays() }

// Edge finds an edge by its id; of several with one id the first.
func (d *Document) Edge(id string) (*Edge, bool) {
	edge, ok := d.edgeIdx()[id]
	return edge, ok
}

// indexByID maps ids to the first element that has them.
func indexByID[T any](elements []*T, id func(*T) string) map[string]*T {
	index := make(map[string]*T, len(elements))
	for _, element := range elements {
		key := id(element)
		if _, taken := index[key]; !taken && key != "" {
			index[key] = element
		}
	}
	return index
}

// stringOf decodes a member leniently.
func stringOf(object rawjson.Object, key string) string {
	value, _ := object.Get(key)
	text, _ := rawjson.String(value)
	return text
}

// Description is the document's description; empty if it has none.
func (d *Document) Description() string { return stringOf(d.root, "description") }
