package document

import (
	"iter"

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
	text     jsontext.Value // nil when the member is absent
	elements []listed[T]    // by array index
	objects  []*T           // of the elements that are objects
}

// listed is an element of a list; what it was parsed to is nil when it is no object.
type listed[T any] struct {
	text   jsontext.Value
	parsed *T
}

// parseList reads the value of "nodes" or "edges", which may be anything.
func parseList[T any](value jsontext.Value, parse func(jsontext.Value) *T) list[T] {
	result := list[T]{text: value}
	for _, text := range rawjson.Elements(value) {
		result.add(text, parse(text))
	}
	return result
}

func (l *list[T]) add(text jsontext.Value, parsed *T) {
	l.elements = append(l.elements, listed[T]{text, parsed})
	if parsed != nil {
		l.objects = append(l.objects, parsed)
	}
}

func (l *list[T]) isArray() bool { return l.text.Kind() == jsontext.KindBeginArray }

// strays goes through the elements that are no objects, by array index.
func (l *list[T]) strays() iter.Seq2[int, jsontext.Value] {
	return func(yield func(int, jsontext.Value) bool) {
		for i, element := range l.elements {
			if element.parsed == nil && !yield(i, element.text) {
				return
			}
		}
	}
}
