package history

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

// part is a member of an object, or an element of a list whose elements have names.
type part struct {
	key   string
	value jsontext.Value
}

// partsOf takes a value apart; false for one that is a value as a whole.
func partsOf(path string, value jsontext.Value) ([]part, bool) {
	switch value.Kind() {
	case jsontext.KindBeginObject:
		var parts []part
		for name, member := range rawjson.Members(value) {
			if key := string(name); !isPosition(path, key) {
				parts = append(parts, part{key, member})
			}
		}
		return parts, true
	case jsontext.KindBeginArray:
		return elementsOf(value)
	default:
		return nil, false
	}
}

// isPosition tells whether the member is where a node stands on the canvas.
func isPosition(path, key string) bool {
	return key == "position" && strings.HasPrefix(path, "/nodes/") && strings.Count(path, "/") == 2
}

// elementsOf names the elements of a list; false if one has no name or two have the same, or there are none.
func elementsOf(value jsontext.Value) ([]part, bool) {
	list, _ := rawjson.ParseArray(value)
	if list.Len() == 0 {
		return nil, false
	}
	for _, naming := range []string{"id", "name"} {
		if parts, ok := namedBy(naming, list); ok {
			return parts, true
		}
	}
	return nil, false
}

func namedBy(naming string, list rawjson.Array) ([]part, bool) {
	parts := make([]part, 0, list.Len())
	seen := make(map[string]bool, list.Len())
	for _, element := range list.Values() {
		value, _ := rawjson.Get(element, naming)
		key, ok := rawjson.String(value)
		if !ok || seen[key] {
			return nil, false
		}
		seen[key] = true
		parts = append(parts, part{key, element})
	}
	return parts, true
}

// below is the path of a part.
func below(path, key string) string { return string(jsontext.Pointer(path).AppendToken(key)) }
