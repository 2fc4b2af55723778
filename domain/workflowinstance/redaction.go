package workflowinstance

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/expression"
)

// Redaction hides sensitive values in what an action leaves behind: what it printed,
// what it gave back, why it failed. It knows values, so that one is found wherever a
// script repeats it, and the names of members that are hidden whatever they hold.
type Redaction struct {
	names  map[string]bool
	values map[string]bool
}

// Redaction hides what the context holds under sensitive keys.
func (v *Version) Redaction(context *expression.Object) *Redaction {
	r := &Redaction{names: make(map[string]bool), values: make(map[string]bool)}
	for key := range v.sensitive {
		if value, found := context.Get(key); found {
			r.hide(value)
		}
	}
	return r
}

// HideFields hides what an object holds for those of its fields that are sensitive.
func (r *Redaction) HideFields(fields []document.Field, object jsontext.Value) {
	for _, field := range fields {
		if !field.Sensitive {
			continue
		}
		r.names[field.Name] = true
		if value, found := rawjson.Get(object, field.Name); found {
			r.hide(value)
		}
	}
}

// minHidden is the length, in bytes, from which a value is looked for in texts. The few
// texts shorter than that are part of too many others.
const minHidden = 4

// hide remembers a value by the texts and numbers in it.
func (r *Redaction) hide(value jsontext.Value) {
	switch value.Kind() {
	case jsontext.KindBeginObject:
		for _, member := range rawjson.Members(value) {
			r.hide(member)
		}
	case jsontext.KindBeginArray:
		list, _ := rawjson.ParseArray(value)
		for _, element := range list.Values() {
			r.hide(element)
		}
	case jsontext.KindString:
		text, _ := rawjson.String(value)
		written := string(expression.Quote(text)) // as it stands in JSON that a script prints
		r.hideText(text)
		r.hideText(written[1 : len(written)-1])
	case jsontext.KindNumber:
		r.hideText(string(value))
	default: // null, true and false tell nothing
	}
}

func (r *Redaction) hideText(text string) {
	if len(text) >= minHidden {
		r.values[text] = true
	}
}

// Text gives a text with the values hidden.
func (r *Redaction) Text(text string) string {
	if len(r.values) == 0 || text == "" {
		return text
	}
	longestFirst := slices.SortedFunc(maps.Keys(r.values), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	pairs := make([]string, 0, 2*len(longestFirst))
	for _, value := range longestFirst {
		pairs = append(pairs, value, maskText)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Object gives a JSON object with those members hidden that are sensitive or repeat a
// value; whatever else it is given is hidden as a whole if it repeats one.
func (r *Redaction) Object(text jsontext.Value) jsontext.Value {
	object, err := expression.ParseObject(text)
	if err != nil {
		if r.Text(string(text)) != string(text) {
			return mask
		}
		return text
	}
	var hidden []expression.Member
	for _, name := range object.Names() {
		value, _ := object.Get(name)
		if (r.names[name] || r.Text(string(value)) != string(value)) && !rawjson.IsNull(value) {
			hidden = append(hidden, expression.Member{Name: name, Value: mask})
		}
	}
	if len(hidden) == 0 {
		return text
	}
	return object.Merge(expression.NewObject(hidden...)).Text()
}
