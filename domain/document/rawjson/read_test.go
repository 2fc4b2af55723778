package rawjson_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

func TestReadingFindsWhatEditingDoes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, ` { } `, `[]`, "[ \n ]", `null`, `"[1]"`, ` [1 , "]", [2, {}] ,{"a":[3]}] `,
		`{"a":1, "b" : {"a":2} ,"c":[1,{"a":3}]}`, `{"\u0061":"}","":null,"d":"\\","e":"\"","f":"\\\",","g":"\\\\"}`,
		`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}`,
	} {
		value := jsontext.Value(text)
		array, _ := rawjson.ParseArray(value)
		elements := slices.Collect(values(array.Values()))
		if got := slices.Collect(values(rawjson.Elements(value))); !slices.EqualFunc(got, elements, sameText) {
			t.Errorf("Elements(%s) = %s, want %s", text, got, elements)
		}
		object, _ := rawjson.ParseObject(value)
		index := rawjson.NewIndex(value)
		for name, member := range maps.Collect(object.Members()) {
			if got, found := index.Get(name); !found || !sameText(got, member) {
				t.Errorf("the index of %s has %s at %q, want %s", text, got, name, member)
			}
			if got, found := rawjson.Get(value, name); !found || !sameText(got, member) {
				t.Errorf("Get(%s, %q) = %s, want %s", text, name, got, member)
			}
		}
		if got, found := index.Get("absent"); found {
			t.Errorf("the index of %s has %s where nothing is", text, got)
		}
	}
}

func sameText(a, b jsontext.Value) bool { return string(a) == string(b) }

func values(pairs func(func(int, jsontext.Value) bool)) func(func(jsontext.Value) bool) {
	return func(yield func(jsontext.Value) bool) {
		pairs(func(_ int, value jsontext.Value) bool { return yield(value) })
	}
}
