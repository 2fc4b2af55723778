package github

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
)

// ghost is who GitHub shows for an account that was deleted; in deliveries it is null.
const ghost = "ghost"

var (
	null = jsontext.Value("null")

	digits = regexp.MustCompile(`^\d+$`)
)

// reader takes values out of one object of a delivery, and collects what is not as GitHub sends it.
type reader struct {
	object jsontext.Value // checked JSON
	path   string         // of the object in the delivery, with a trailing point; empty at the top
	found  *[]fault.Problem
	silent bool // the object itself was reported, so its fields are not
}

func (r reader) report(name, format string, args ...any) {
	if r.silent {
		return
	}
	field := r.path + name
	*r.found = append(*r.found, fault.Problem{
		Severity: fault.SeverityError, Code: codeInvalidDelivery, Field: field, Message: field + " " + fmt.Sprintf(format, args...),
	})
}

func (r reader) get(name string) jsontext.Value {
	value, _ := rawjson.Get(r.object, name)
	return value
}

// has tells whether there is a value that is not null.
func (r reader) has(name string) bool { return !rawjson.IsNull(r.get(name)) }

// inside reads the object under name.
func (r reader) inside(name string) reader {
	return r.element(name, r.get(name))
}

// peek reads what may be an object under name, without reporting anything.
func (r reader) peek(name string) reader {
	return reader{object: r.get(name), found: r.found, silent: true}
}

// word is the text under name as a Go string; empty where there is none.
func (r reader) word(name string) string {
	text, _ := rawjson.String(r.get(name))
	return text
}

// text is the text under name.
func (r reader) text(name string) jsontext.Value {
	value := r.get(name)
	if value.Kind() != jsontext.KindString {
		r.report(name, "must be a text, not %s", rawjson.Kind(value))
	}
	return value
}

// optionalText is the text under name, or null.
func (r reader) optionalText(name string) jsontext.Value {
	if !r.has(name) {
		return null
	}
	return r.text(name)
}

// plainText is the text under name, which is empty where GitHub has null.
func (r reader) plainText(name string) jsontext.Value {
	if !r.has(name) {
		return rawjson.Quote("")
	}
	return r.text(name)
}

// moment is the time under name, as it was sent.
func (r reader) moment(name string) jsontext.Value {
	value := r.text(name)
	if text, ok := rawjson.String(value); ok && timeOf(text).IsZero() {
		r.report(name, "must be a time such as 2026-01-31T09:30:00Z, not %.40q", text)
	}
	return value
}

func (r reader) optionalMoment(name string) jsontext.Value {
	if !r.has(name) {
		return null
	}
	return r.moment(name)
}

// timeOf is the zero time for what is no time.
func timeOf(text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// flag is a boolean; what is absent or null is false.
func (r reader) flag(name string) jsontext.Value {
	value := r.get(name)
	if rawjson.IsNull(value) {
		return jsontext.Value("false")
	}
	if _, ok := rawjson.Bool(value); !ok {
		r.report(name, "must be true or false, not %s", rawjson.Kind(value))
	}
	return value
}

func (r reader) optionalCount(name string) jsontext.Value {
	if !r.has(name) {
		return null
	}
	value := r.get(name)
	if !digits.Match(value) {
		r.report(name, "must be a whole number, not %s", rawjson.Kind(value))
	}
	return value
}

// identifier is a number that names something, as text.
func (r reader) identifier(name string) jsontext.Value {
	value := r.get(name)
	if !digits.Match(value) {
		r.report(name, "must be a whole number, not %s", rawjson.Kind(value))
	}
	return rawjson.Quote(string(value))
}

// login is the login of the account under name.
func (r reader) login(name string) jsontext.Value {
	if !r.has(name) {
		return rawjson.Quote(ghost)
	}
	return r.inside(name).text("login")
}

// optionalOf is a text of the object under name, or null where there is no object.
func (r reader) optionalOf(name, key string) jsontext.Value {
	if !r.has(name) {
		return null
	}
	return r.inside(name).text(key)
}

// oneOf is a text that is one of the given.
func (r reader) oneOf(name string, words ...string) jsontext.Value {
	text := r.word(name)
	if !slices.Contains(words, text) {
		r.report(name, "must be one of %s, not %.40q", spelling.Quoted(words), text)
	}
	return rawjson.Quote(text)
}

// each makes a list of the first objects under name, at most limit of them; an absent list is an empty one.
func (r reader) each(name string, limit int, convert func(element reader) jsontext.Value) jsontext.Value {
	value := r.get(name)
	list, ok := rawjson.ParseArray(value)
	if !ok && !rawjson.IsNull(value) {
		r.report(name, "must be a list, not %s", rawjson.Kind(value))
	}
	text := jsontext.Value("[")
	for i, element := range list.Values() {
		if i == limit {
			break
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, convert(r.element(fmt.Sprintf("%s[%d]", name, i), element))...)
	}
	return append(text, ']')
}

// element reads a value that must be an object.
func (r reader) element(name string, value jsontext.Value) reader {
	inner := reader{object: value, path: r.path + name + ".", found: r.found, silent: r.silent}
	if value.Kind() != jsontext.KindBeginObject {
		r.report(name, "must be an object, not %s", rawjson.Kind(value))
		inner.silent = true
	}
	return inner
}

// actor is the account that caused the delivery.
func (r reader) actor() event.Actor {
	sender := r.peek("sender")
	if sender.word("login") == "" {
		return event.Actor{Login: ghost}
	}
	return event.Actor{Login: sender.word("login"), DisplayName: sender.word("name"), URL: sender.word("html_url")}
}

func member(name string, value jsontext.Value) expression.Member {
	return expression.Member{Name: name, Value: value}
}

func object(members ...expression.Member) jsontext.Value {
	return expression.NewObject(members...).Text()
}
