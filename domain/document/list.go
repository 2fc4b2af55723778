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
	array   rawjson.Array
	isArray bool // the member exists and is an array
	parsed  []*T // by array index; nil for an element that is no object
	objects []*T // the non-nil ones
}

// parseList reads the value of "nodes" or "edges", which may be anything.
func parseList[T any](value jsontext.Value, parse func(jsontext.Value) *T) list[T] {
	array, ok := rawjson.ParseArray(value)
	result := list[T]{array: array, isArray: ok, parsed: make([]*T, 0, array.Len()), objects: make([]*T, 0, array.Len())}
	for _, text := range array.Values() {
		element := parse(text)
		result.parsed = append(result.parsed, element)
		if element != nil {
			result.objects = append(result.objects, element)
		}
	}
	return result
}
