package document

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// Edge is one edge of a document. It is immutable. Members of the wrong JSON type
// read as absent; validation reports them.
type Edge struct {
	text      jsontext.Value
	id        string
	source    string
	target    string
	condition string
	priority  int
	isDefault bool
	isTimeout bool
}

// parseEdge gives nil for a value that is no object.
func parseEdge(text jsontext.Value) *Edge {
	if text.Kind() != jsontext.KindBeginObject {
		return nil
	}
	edge := &Edge{text: text}
	for name, value := range rawjson.Members(text) {
		switch string(name) {
		case "id":
			edge.id, _ = rawjson.String(value)
		case "source":
			edge.source, _ = rawjson.String(value)
		case "target":
			edge.target, _ = rawjson.String(value)
		case "condition":
			edge.condition, _ = rawjson.String(value)
		case "priority":
			priority, _ := rawjson.Int32(value)
			edge.priority = int(priority)
		case "isDefault":
			edge.isDefault, _ = rawjson.Bool(value)
		case "isTimeout":
			edge.isTimeout, _ = rawjson.Bool(value)
		}
	}
	return edge
}

// Text is the edge's JSON text.
func (e *Edge) Text() jsontext.Value { return e.text }

// ID is the edge's id.
func (e *Edge) ID() string { return e.id }

// Source is the id of the node that the edge leaves.
func (e *Edge) Source() string { return e.source }

// Target is the id of the node that the edge enters.
func (e *Edge) Target() string { return e.target }

// Condition is the expression that must be true for the edge to be taken; a blank
// one counts as true.
func (e *Edge) Condition() string { return e.condition }

// Label is what people call the edge.
func (e *Edge) Label() string {
	value, _ := e.Member("label")
	label, _ := rawjson.String(value)
	return label
}

// Priority orders the edges of one node, lowest first; 0 when absent.
func (e *Edge) Priority() int { return e.priority }

// IsDefault tells whether the edge is taken when no other one is.
func (e *Edge) IsDefault() bool { return e.isDefault }

// IsTimeout tells whether the edge is taken when its source's timeout expires.
func (e *Edge) IsTimeout() bool { return e.isTimeout }

// Member gives a member of the edge as it is written.
func (e *Edge) Member(key string) (jsontext.Value, bool) { return rawjson.Get(e.text, key) }
