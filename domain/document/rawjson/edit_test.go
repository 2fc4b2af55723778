package rawjson_test

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document/rawjson"
)

func object(t *testing.T, text string) rawjson.Object {
	t.Helper()
	o, ok := rawjson.ParseObject(jsontext.Value(text))
	if !ok {
		t.Fatalf("%s is no object", text)
	}
	return o
}

func TestObjectEditsKeepEveryOtherByte(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, before, patch string
		unset               []string
		after               string
	}{
		{"replace in place", `{"a" : 1.0,  "b":2}`, `{"a":null}`, nil, `{"a" : null,  "b":2}`},
		{"add to a compact object", `{"a":1}`, `{"b":[ 2 ]}`, nil, `{"a":1,"b":[ 2 ]}`},
		{"add to an indented object", "{\n  \"a\": 1\n}", `{"b":2}`, nil, "{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"add to an empty object", `{ }`, `{"b":2}`, nil, `{"b":2}`},
		{"remove the last", "{\n  \"a\": 1,\n  \"b\": 2\n}", `{}`, []string{"b"}, "{\n  \"a\": 1\n}"},
		{"remove the first", "{\n  \"a\": 1,\n  \"b\": 2\n}", `{}`, []string{"a"}, "{\n  \"b\": 2\n}"},
		{"remove all", "{\n  \"a\": 1\n}", `{}`, []string{"a"}, `{}`},
		{"remove what is not there", `{ "a":1 }`, `{}`, []string{"z"}, `{ "a":1 }`},
		{"escaped names are the same names", `{"\u0061":1}`, `{"a":2}`, nil, `{"\u0061":2}`},
		{"add and remove", `{"a":1,"b":2}`, `{"c":3,"a":4}`, []string{"b"}, `{"a":4,"c":3}`},
		{"nothing", "{ \n }", `{}`, nil, "{ \n }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := object(t, c.before)
			got := before.Edited(object(t, c.patch), c.unset)
			if string(got.Text()) != c.after {
				t.Errorf("got %s, want %s", got.Text(), c.after)
			}
			if string(before.Text()) != c.before {
				t.Errorf("the edit changed its input to %s", before.Text())
			}
		})
	}
}

func TestArrayEditsKeepEveryOtherByte(t *testing.T) {
	t.Parallel()
	entry := func(text string) rawjson.Entry {
		return rawjson.Entry{Value: jsontext.Value(text), Origin: rawjson.New}
	}
	kept := func(i int, text string) rawjson.Entry { return rawjson.Entry{Value: jsontext.Value(text), Origin: i} }
	for _, c := range []struct {
		name, before string
		entries      []rawjson.Entry
		after        string
	}{
		{"append", `[1,2]`, []rawjson.Entry{kept(0, "1"), kept(1, "2"), entry("3")}, `[1,2,3]`},
		{"append indented", "[\n  1\n]", []rawjson.Entry{kept(0, "1"), entry("3")}, "[\n  1,\n  3\n]"},
		{"remove the last", "[\n  1,\n  2\n]", []rawjson.Entry{kept(0, "1")}, "[\n  1\n]"},
		{"remove the first", "[\n  1,\n  2\n]", []rawjson.Entry{kept(1, "2")}, "[\n  2\n]"},
		{"remove all", "[\n  1\n]", nil, "[]"},
		{"replace", "[ 1 , 2 ]", []rawjson.Entry{kept(0, "9"), kept(1, "2")}, "[ 9 , 2 ]"},
		{"fill an empty one", "[ ]", []rawjson.Entry{entry("1"), entry("2")}, "[1,2]"},
		{"leave an empty one", "[ ]", nil, "[ ]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before, _ := rawjson.ParseArray(jsontext.Value(c.before))
			if got := string(before.Edited(c.entries)); got != c.after {
				t.Errorf("got %s, want %s", got, c.after)
			}
		})
	}
}

func TestMembersComeInTheOrderOfTheText(t *testing.T) {
	t.Parallel()
	var names []string
	for name := range object(t, `{"z":1,"\u0061":{"q":2},"m":[1,{"x":"}"}]}`).Members() {
		names = append(names, name)
	}
	if !slices.Equal(names, []string{"z", "a", "m"}) {
		t.Errorf("names: %q", names)
	}
}

func TestValuesReadAsTheirKindOnly(t *testing.T) {
	t.Parallel()
	if text, ok := rawjson.String(jsontext.Value(` "a\n\u00e4" `)); !ok || text != "a\nä" {
		t.Errorf("String: %q, %v", text, ok)
	}
	if _, ok := rawjson.String(jsontext.Value(`1`)); ok {
		t.Error("a number is no text")
	}
	if flag, ok := rawjson.Bool(jsontext.Value(`true`)); !flag || !ok {
		t.Error("true is a boolean")
	}
	if _, ok := rawjson.Bool(jsontext.Value(`null`)); ok {
		t.Error("null is no boolean")
	}
	for text, want := range map[string]int32{"1": 1, "1.0": 1, "1e2": 100, "-0": 0, "-2147483648": -2147483648} {
		if got, ok := rawjson.Int32(jsontext.Value(text)); !ok || got != want {
			t.Errorf("Int32(%s) = %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"1.5", "2147483648", `"1"`, "null", ""} {
		if _, ok := rawjson.Int32(jsontext.Value(text)); ok {
			t.Errorf("Int32(%s) is accepted", text)
		}
	}
	if !rawjson.IsNull(nil) || !rawjson.IsNull(jsontext.Value("null")) || rawjson.IsNull(jsontext.Value("0")) {
		t.Error("IsNull")
	}
	for text, want := range map[string]string{
		`{}`: "object", `[]`: "list", `""`: "text", `-1`: "number", `false`: "boolean", `null`: "null", ``: "nothing",
	} {
		if got := rawjson.Kind(jsontext.Value(text)); got != want {
			t.Errorf("Kind(%s) = %s", text, got)
		}
	}
	if got := string(rawjson.Quote("a\"\xff")); got != "\"a\\\"\ufffd\"" {
		t.Errorf("Quote: %s", got)
	}
}
