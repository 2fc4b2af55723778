package document

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// The top-level keys that hold the graph.
const (
	nodesKey = "nodes"
	edgesKey = "edges"
)

// positionKey holds a node's place on the canvas, which is layout and not content.
const positionKey = "position"

// list is the list of nodes or of edges, together with its text.
type list[T any] struct {
	text    jsontext.Value // nil when the member is absent
	parsed  []*T           // by array index; nil for an element that is no object
	objects []*T           // the non-nil ones
	strays  []Stray
}

// Stray is an element of "nodes" or "edges" that is no object.
type Stray struct {
	Index int
	Value jsontext.Value
}

func (l list[T]) isArray() bool { return l.text.Kind() == jsontext.KindBeginArray }

// parseList reads the value of "nodes" or "edges", which may be anything.
func parseList[T any](value jsontext.Value, parse func(jsontext.Value) *T) list[T] {
	result := list[T]{text: value}
	for _, text := range rawjson.Elements(value) {
		result.add(text, parse(text))
	}
	return result
}

// add appends an element, which is nil when its text is no object.
func (l *list[T]) add(text jsontext.Value, element *T) {
	if element == nil {
		l.strays = append(l.strays, Stray{len(l.parsed), text})
	} else {
		l.objects = append(l.objects, element)
	}
	l.parsed = append(l.parsed, element)
}
