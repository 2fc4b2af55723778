package scripted

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/goccy/go-yaml"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
)

// results are the values that steps have kept, as JSON text, in the order they came.
type results struct{ object rawjson.Object }

func (r *results) keep(name string, value jsontext.Value) {
	r.object = r.object.With(name, value)
}

// reference is ${path}, or $${ which stands for itself.
var reference = regexp.MustCompile(`\$\$\{|\$\{([^}]*)\}`)

var indexed = regexp.MustCompile(`^(.*)\[(\d+)\]$`)

// find follows a path such as a.b[0].c.
func (r *results) find(path string) (jsontext.Value, error) {
	value := r.object.Text()
	for part := range strings.SplitSeq(strings.TrimSpace(path), ".") {
		name, index := part, -1
		if match := indexed.FindStringSubmatch(part); match != nil {
			name = match[1]
			index, _ = strconv.Atoi(match[2]) // digits; too many are an index that is not there
		}
		var err error
		if value, err = member(value, name, path); err != nil {
			return nil, err
		}
		if index >= 0 {
			if value, err = element(value, index, path); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}

func member(value jsontext.Value, name, path string) (jsontext.Value, error) {
	object, ok := rawjson.ParseObject(value)
	if !ok {
		return nil, fmt.Errorf("${%s}: %q is looked for in a %s", path, name, rawjson.Kind(value))
	}
	found, ok := object.Get(name)
	if !ok {
		var known []string
		for key := range object.Members() {
			known = append(known, key)
		}
		return nil, fmt.Errorf("${%s}: there is no %q%s", path, name, spelling.DidYouMean(name, "keys", known))
	}
	return found, nil
}

func element(value jsontext.Value, index int, path string) (jsontext.Value, error) {
	array, ok := rawjson.ParseArray(value)
	if !ok {
		return nil, fmt.Errorf("${%s}: element %d is looked for in a %s", path, index, rawjson.Kind(value))
	}
	for i, found := range array.Values() {
		if i == index {
			return found, nil
		}
	}
	return nil, fmt.Errorf("${%s}: there is no element %d, there are %d", path, index, array.Len())
}

// filled tells whether a path leads to something that is not empty.
func (r *results) filled(path string) bool {
	value, err := r.find(path)
	if err != nil {
		return false
	}
	if array, ok := rawjson.ParseArray(value); ok {
		return array.Len() > 0
	}
	if object, ok := rawjson.ParseObject(value); ok {
		return object.Len() > 0
	}
	switch strings.TrimSpace(string(value)) {
	case "null", "false", "0", `""`:
		return false
	}
	return true
}

// fillText replaces the references of a text: texts as they are, else as JSON.
func (r *results) fillText(text string) (string, error) {
	var failed error
	filled := reference.ReplaceAllStringFunc(text, func(match string) string {
		if match == "$${" {
			return "${"
		}
		value, err := r.find(match[len("${") : len(match)-1])
		if err != nil {
			failed = errors.Join(failed, err)
			return ""
		}
		if content, ok := rawjson.String(value); ok {
			return content
		}
		return string(value)
	})
	return filled, failed
}

// fillArguments writes arguments from YAML as JSON, in their order. A text that is
// one reference and nothing else becomes the value itself.
func (r *results) fillArguments(arguments any) (jsontext.Value, error) {
	if arguments == nil {
		return jsontext.Value("{}"), nil
	}
	return r.appendValue(nil, arguments)
}

func (r *results) appendValue(text jsontext.Value, value any) (jsontext.Value, error) {
	switch v := value.(type) {
	case yaml.MapSlice:
		return r.appendObject(text, v)
	case []any:
		return r.appendArray(text, v)
	case string:
		return r.appendString(text, v)
	}
	scalar, err := json.Marshal(value)
	return append(text, scalar...), err
}

func (r *results) appendObject(text jsontext.Value, members yaml.MapSlice) (jsontext.Value, error) {
	text = append(text, '{')
	for i, item := range members {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, rawjson.Quote(fmt.Sprint(item.Key))...), ':')
		var err error
		if text, err = r.appendValue(text, item.Value); err != nil {
			return nil, err
		}
	}
	return append(text, '}'), nil
}

func (r *results) appendArray(text jsontext.Value, elements []any) (jsontext.Value, error) {
	text = append(text, '[')
	for i, element := range elements {
		if i > 0 {
			text = append(text, ',')
		}
		var err error
		if text, err = r.appendValue(text, element); err != nil {
			return nil, err
		}
	}
	return append(text, ']'), nil
}

func (r *results) appendString(text jsontext.Value, s string) (jsontext.Value, error) {
	if match := reference.FindStringSubmatch(s); len(match) > 0 && match[0] == s && match[0] != "$${" {
		value, err := r.find(match[1])
		return append(text, value...), err
	}
	filled, err := r.fillText(s)
	return append(text, rawjson.Quote(filled)...), err
}
