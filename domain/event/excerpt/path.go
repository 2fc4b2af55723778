package excerpt

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// Path leads to a value inside of another: issue.labels[0], commits[20:], ["odd.name"].x, or as JSON Pointer (RFC 6901)
// /issue/labels/0. The empty path leads to the whole.
type Path []step

// step is a name, a place in a list, or a range of a list or text.
type step struct {
	name     string
	from, to int // to is behind the last; open ranges end at noEnd
	kind     stepKind
}

type stepKind int

const (
	nameStep    stepKind = iota
	indexStep            // from is the index
	rangeStep            // from and to
	pointerStep          // a name, or an index where the value is a list
)

const noEnd = math.MaxInt

// longestPath bounds the bytes of a path.
const longestPath = 2000

var (
	plainName = regexp.MustCompile(`^[^.\[\]"]+`)
	brackets  = regexp.MustCompile(`^\[(?:(\d+)|(\d*):(\d*)|("(?:[^"\\]|\\.)*"))\]`)
)

// ParsePath reads a path. The fault is invalid (invalid-path).
func ParsePath(text string) (Path, error) {
	if len(text) > longestPath {
		return nil, fault.New(fault.KindInvalid, "invalid-path", "the path has %d bytes, more than the %d allowed", len(text), longestPath)
	}
	if pointer, ok := strings.CutPrefix(text, "/"); ok {
		return parsePointer(pointer), nil
	}
	var path Path
	for rest := text; rest != ""; {
		next, left, ok := parseStep(rest, len(path) == 0)
		if !ok {
			return nil, fault.New(fault.KindInvalid, "invalid-path",
				`the path %q can't be read from %q on; paths look like issue.title, labels[0], commits[20:], ["odd.name"] or /issue/title`, text, rest)
		}
		path, rest = append(path, next), left
	}
	return path, nil
}

func parsePointer(text string) (path Path) {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for part := range strings.SplitSeq(text, "/") {
		path = append(path, step{name: unescape.Replace(part), kind: pointerStep})
	}
	return path
}

// parseStep reads one step off the text: what is in brackets, or a name behind a point.
func parseStep(text string, first bool) (s step, rest string, ok bool) {
	if match := brackets.FindStringSubmatch(text); match != nil {
		s, ok = bracketStep(match)
		return s, text[len(match[0]):], ok
	}
	if !first {
		if text, ok = strings.CutPrefix(text, "."); !ok {
			return s, text, false
		}
	}
	name := plainName.FindString(text)
	return step{name: name}, text[len(name):], name != ""
}

func bracketStep(match []string) (s step, ok bool) {
	const index, from, to, name = 1, 2, 3, 4
	switch {
	case match[index] != "":
		s.kind = indexStep
		s.from, ok = number(match[index], 0)
	case match[name] != "":
		s.name, ok = rawjson.String([]byte(match[name]))
	default:
		s.kind = rangeStep
		if s.from, ok = number(match[from], 0); ok {
			s.to, ok = number(match[to], noEnd)
		}
	}
	return s, ok
}

func number(text string, without int) (int, bool) {
	if text == "" {
		return without, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// String writes the path as ParsePath reads it.
func (p Path) String() string {
	var text strings.Builder
	for _, s := range p {
		s.writeTo(&text)
	}
	return text.String()
}

func (s step) writeTo(text *strings.Builder) {
	switch s.kind {
	case indexStep:
		text.WriteString("[" + strconv.Itoa(s.from) + "]")
	case rangeStep:
		text.WriteString("[" + strconv.Itoa(s.from) + ":")
		if s.to != noEnd {
			text.WriteString(strconv.Itoa(s.to))
		}
		text.WriteString("]")
	default:
		if plainName.FindString(s.name) != s.name || s.name == "" || text.Len() == 0 && strings.HasPrefix(s.name, "/") {
			text.WriteString("[" + string(rawjson.Quote(s.name)) + "]")
			return
		}
		if text.Len() > 0 {
			text.WriteString(".")
		}
		text.WriteString(s.name)
	}
}

// Named is the path with a name in front of it.
func (p Path) Named(name string) Path { return append(Path{{name: name}}, p...) }

// First is the name that the path begins with; empty where it begins with none.
func (p Path) First() string {
	if len(p) == 0 {
		return ""
	}
	return p[0].name
}

// Rest is the path without its first step.
func (p Path) Rest() Path { return p[1:] }

// then is the path with one more step.
func (p Path) then(s step) Path { return append(p[:len(p):len(p)], s) }
