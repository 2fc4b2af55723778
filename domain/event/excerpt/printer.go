package excerpt

import (
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
)

// What one excerpt shows.
const (
	budget     = 16 << 10 // bytes in all, roughly: markers come on top
	wholeText  = 16_000   // characters of a text that was asked for by itself
	textInside = 1_000    // characters of a text inside of something
	maxList    = 20       // elements of a list
	maxDepth   = 12       // levels of objects and lists
)

// printer writes a value within bounds.
type printer struct {
	left      int // of the budget, in bytes
	textLimit int
	final     bool // what is cut off can't be got
	cut       []string
}

// print appends the value at a path to the text.
func (p *printer) print(text, value jsontext.Value, at Path, depth int) jsontext.Value {
	switch value.Kind() {
	case jsontext.KindString:
		return p.printText(text, value, at)
	case jsontext.KindBeginObject:
		object, _ := rawjson.ParseObject(value)
		if object.Len() > 0 && (p.left <= 0 || depth >= maxDepth) {
			return p.mark(text, at, fmt.Sprintf("an object of %d bytes", len(value)))
		}
		return p.printObject(text, object, at, depth)
	case jsontext.KindBeginArray:
		list, _ := rawjson.ParseArray(value)
		if list.Len() > 0 && (p.left <= 0 || depth >= maxDepth) {
			return p.mark(text, at, fmt.Sprintf("a list of %d elements", list.Len()))
		}
		return p.printList(text, list, at, depth)
	default:
		p.left -= len(value)
		return append(text, value...)
	}
}

func (p *printer) printText(text, value jsontext.Value, at Path) jsontext.Value {
	limit := max(min(p.textLimit, p.left), 0)
	content, _ := rawjson.String(value)
	if len(content) <= limit || utf8.RuneCountInString(content) <= limit {
		p.left -= len(value)
		return append(text, value...)
	}
	rest := skip(content, limit)
	shown := content[:len(content)-len(rest)]
	p.left -= len(shown)
	next := continued(at, limit)
	p.cut = append(p.cut, next.String())
	return append(text, rawjson.Quote(fmt.Sprintf("%s%s%d more characters%s", shown, Marker, utf8.RuneCountInString(rest), p.hint(next)))...)
}

// continued is the path behind the first n of a list or text, which may be a range itself.
func continued(at Path, n int) Path {
	if last := len(at) - 1; last >= 0 && at[last].kind == rangeStep {
		return at[:last].then(step{kind: rangeStep, from: at[last].from + n, to: at[last].to})
	}
	return at.then(step{kind: rangeStep, from: n, to: noEnd})
}

func (p *printer) printList(text jsontext.Value, list rawjson.Array, at Path, depth int) jsontext.Value {
	text = append(text, '[')
	for i, element := range list.Values() {
		if i == maxList || p.left <= 0 {
			return append(p.mark(comma(text), continued(at, i), fmt.Sprintf("%d more elements", list.Len()-i)), ']')
		}
		text = p.print(comma(text), element, elementOf(at, i), depth+1)
	}
	return append(text, ']')
}

// elementOf is the path to an element of a list, which may be a range itself.
func elementOf(at Path, i int) Path {
	if last := len(at) - 1; last >= 0 && at[last].kind == rangeStep {
		return at[:last].then(step{kind: indexStep, from: at[last].from + i})
	}
	return at.then(step{kind: indexStep, from: i})
}

func (p *printer) printObject(text jsontext.Value, object rawjson.Object, at Path, depth int) jsontext.Value {
	text = append(text, '{')
	left := names(object)
	for name, value := range object.Members() {
		if p.left <= 0 {
			p.cut = append(p.cut, at.then(step{name: left[0]}).String())
			text = append(append(comma(text), rawjson.Quote("…")...), ':')
			text = append(text, rawjson.Quote(fmt.Sprintf("%s%d more keys; %s", Marker, len(left), spelling.Listing("keys", left)))...)
			break
		}
		left = left[1:]
		quoted := rawjson.Quote(name)
		p.left -= len(quoted)
		text = append(append(comma(text), quoted...), ':')
		text = p.print(text, value, at.then(step{name: name}), depth+1)
	}
	return append(text, '}')
}

// mark stands for what is cut off, and says how to get it.
func (p *printer) mark(text jsontext.Value, at Path, what string) jsontext.Value {
	p.cut = append(p.cut, at.String())
	return append(text, rawjson.Quote(Marker+what+p.hint(at))...)
}

// hint says how to get what is cut off.
func (p *printer) hint(at Path) string {
	if p.final {
		return ""
	}
	return "; the path is " + at.String()
}
