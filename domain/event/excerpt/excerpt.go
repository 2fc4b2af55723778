// Package excerpt shows parts of JSON values within bounds. What is cut off is named, with the path that gets it: payloads
// can be megabytes, and neither agents nor pages can take them whole.
package excerpt

import (
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// Excerpt is a value, as far as it is shown.
type Excerpt struct {
	Path  string         // to the value
	Value jsontext.Value // where something is cut off, a text says so that begins with Marker
	Cut   []string       // the paths that get what was cut off
}

// Marker begins each text that stands for what was cut off.
const Marker = "… cut: "

// Of gives the value at a path of a checked one. The fault (not-found, unknown-path) names what is there instead.
func Of(root jsontext.Value, path Path) (Excerpt, error) {
	value, at, err := follow(root, path)
	if err != nil {
		return Excerpt{}, err
	}
	p := printer{left: budget, textLimit: wholeText}
	if value.Kind() != jsontext.KindString {
		p.textLimit = textInside
	}
	shown := p.print(nil, value, at, 0)
	return Excerpt{Path: at.String(), Value: shown, Cut: p.cut}, nil
}

// Shorten gives a checked value, where nobody can be asked for what is cut off: the marks say only how much that is.
func Shorten(value jsontext.Value) Excerpt {
	p := printer{left: budget, textLimit: textInside, final: true}
	shown := p.print(nil, value, nil, 0)
	return Excerpt{Value: shown, Cut: p.cut}
}

// follow walks the path, and gives it back with pointers' steps told apart.
func follow(value jsontext.Value, path Path) (found jsontext.Value, at Path, err error) {
	for _, s := range path {
		s, value, err = take(value, s, at)
		if err != nil {
			return nil, nil, err
		}
		at = at.then(s)
	}
	return value, at, nil
}

// take goes one step from the value at a path.
func take(value jsontext.Value, s step, at Path) (step, jsontext.Value, error) {
	list, isList := rawjson.ParseArray(value)
	if n, err := strconv.Atoi(s.name); s.kind == pointerStep && isList && err == nil && n >= 0 {
		s = step{kind: indexStep, from: n}
	}
	switch s.kind {
	case indexStep:
		if !isList {
			return s, nil, unknown("%s is %s, not a list", place(at), kindOf(value))
		}
		for i, element := range list.Values() {
			if i == s.from {
				return s, element, nil
			}
		}
		return s, nil, unknown("%s has %d elements, so there is no [%d]", place(at), list.Len(), s.from)
	case rangeStep:
		part, ok := rangeOf(value, list, isList, s)
		if !ok {
			return s, nil, unknown("%s is %s; only lists and texts have ranges", place(at), kindOf(value))
		}
		return s, part, nil
	default:
		s.kind = nameStep
		object, isObject := rawjson.ParseObject(value)
		if !isObject {
			return s, nil, unknown("%s is %s, so it has no %q", place(at), kindOf(value), s.name)
		}
		member, ok := object.Get(s.name)
		if !ok {
			return s, nil, unknown("%s has no %q%s", place(at), s.name, spelling.DidYouMean(s.name, "keys", names(object)))
		}
		return s, member, nil
	}
}

// rangeOf is a part of a list, or of a text counted in characters.
func rangeOf(value jsontext.Value, list rawjson.Array, isList bool, s step) (jsontext.Value, bool) {
	if isList {
		text := jsontext.Value("[")
		for i, element := range list.Values() {
			if i >= s.from && i < s.to {
				text = append(comma(text), element...)
			}
		}
		return append(text, ']'), true
	}
	text, ok := rawjson.String(value)
	if !ok {
		return nil, false
	}
	behind := skip(text, s.from)
	if s.to != noEnd {
		shown := max(s.to-s.from, 0)
		behind = behind[:len(behind)-len(skip(behind, shown))]
	}
	return rawjson.Quote(behind), true
}

// skip is the text behind its first n characters.
func skip(text string, n int) string {
	for ; n > 0 && text != ""; n-- {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return text
}

func unknown(format string, args ...any) error {
	return fault.New(fault.KindNotFound, "unknown-path", format, args...)
}

func place(at Path) string {
	if len(at) == 0 {
		return "the value"
	}
	return at.String()
}

func kindOf(value jsontext.Value) string {
	kind := rawjson.Kind(value)
	if kind == "null" || kind == "nothing" {
		return kind
	}
	if kind == "object" {
		return "an object"
	}
	return "a " + kind
}

func names(object rawjson.Object) (all []string) {
	for name := range object.Members() {
		all = append(all, name)
	}
	return all
}

// comma begins the next element or member.
func comma(text jsontext.Value) jsontext.Value {
	if last := text[len(text)-1]; last == '[' || last == '{' {
		return text
	}
	return append(text, ',')
}
