package expression_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/expression"
)

func parse(t testing.TB, text string) *expression.Object {
	t.Helper()
	object, err := expression.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func TestAnObjectKeepsOrderAndTheTextOfItsValues(t *testing.T) {
	t.Parallel()
	object := parse(t, " {\"z\": 1.50, \"a\\u00e4\": {\"k\": [1E2, null]}, \"\": -0}\n")
	if want := `{"z":1.50,"aä":{"k": [1E2, null]},"":-0}`; string(object.Text()) != want {
		t.Errorf("got %s, want %s", object.Text(), want)
	}
	if names := object.Names(); !slices.Equal(names, []string{"z", "aä", ""}) {
		t.Errorf("names are %q", names)
	}
	if value, found := object.Get("aä"); !found || string(value) != `{"k": [1E2, null]}` {
		t.Errorf("got %s, %t", value, found)
	}
	if _, found := object.Get("missing"); found {
		t.Error("found what is not there")
	}
}

func TestOnlyAnObjectIsParsed(t *testing.T) {
	t.Parallel()
	for text, message := range map[string]string{
		`[]`: "list", `null`: "null", `"{}"`: "text", ``: "", `{`: "", `{"a":1}{}`: "follows", `{"a":1,"a":2}`: "duplicate",
		`{"a":{"b":1,"b":2}}`: "duplicate", "{\"a\":\"\xff\"}": "UTF-8", `{"a":"\ud800"}`: "surrogate", `{"a":01}`: "",
	} {
		_, err := expression.ParseObject([]byte(text))
		if err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: got %v, want %q", text, err, message)
		}
	}
}

func TestMergingReplacesInPlaceAndAppends(t *testing.T) {
	t.Parallel()
	base := parse(t, `{"a":1,"b":2}`)
	merged := base.Merge(parse(t, `{"c":3,"a":{"x":0}}`))
	if got := string(merged.Text()); got != `{"a":{"x":0},"b":2,"c":3}` {
		t.Errorf("got %s", got)
	}
	if got := string(base.Text()); got != `{"a":1,"b":2}` {
		t.Errorf("the object merged into became %s", got)
	}
	if got := string(merged.Without(func(name string) bool { return name == "b" }).Text()); got != `{"a":{"x":0},"c":3}` {
		t.Errorf("got %s", got)
	}
	if got := string(base.With("d", jsontext.Value("4")).Text()); got != `{"a":1,"b":2,"d":4}` {
		t.Errorf("got %s", got)
	}
}

func TestANilObjectIsEmpty(t *testing.T) {
	t.Parallel()
	var none *expression.Object
	if _, found := none.Get("a"); found || none.Len() != 0 || len(none.Names()) != 0 || string(none.Text()) != "{}" {
		t.Error("a nil object is not empty")
	}
	if got := none.Merge(parse(t, `{"a":1}`)); string(got.Text()) != `{"a":1}` {
		t.Errorf("merged into nil: %s", got.Text())
	}
}

func TestObjectsOfAnySizeFindTheirMembers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.String(), 0, 60, rapid.ID[string]).Draw(t, "names")
		members := make([]expression.Member, len(names))
		for i, name := range names {
			members[i] = expression.Member{Name: strings.ToValidUTF8(name, "?"), Value: jsontext.Value(fmt.Sprint(i))}
		}
		object := expression.NewObject(members...)
		read, err := expression.ParseObject(object.Text())
		if err != nil || string(read.Text()) != string(object.Text()) {
			t.Fatalf("%s was read as %v, %v", object.Text(), read, err)
		}
		for _, name := range read.Names() {
			given, _ := object.Get(name)
			if found, ok := read.Get(name); !ok || string(found) != string(given) {
				t.Fatalf("%q is %s, want %s", name, found, given)
			}
		}
	})
}

func TestAnObjectTravelsInOtherJSON(t *testing.T) {
	t.Parallel()
	type letter struct {
		Object *expression.Object `json:"object"`
	}
	var read letter
	if err := json.Unmarshal([]byte(`{"object": {"b": 1.0, "a": [ ]}}`), &read); err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(read); err != nil || string(text) != `{"object":{"b":1.0,"a":[]}}` {
		t.Errorf("got %s, %v", text, err)
	}
	if err := json.Unmarshal([]byte(`{"object": [1]}`), &read); err == nil {
		t.Error("a list was read as an object")
	}
}

func TestAValueIsConvertedOnce(t *testing.T) {
	t.Parallel()
	value, _ := parse(t, `{"a": 7}`).Lookup("a")
	calls := 0
	for range 3 {
		if got := value.Convert(func(text jsontext.Value) any { calls++; return string(text) }); got != "7" {
			t.Errorf("got %v", got)
		}
	}
	if calls != 1 {
		t.Errorf("converted %d times", calls)
	}
}

func TestAResultsText(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{`"a\"b"`: `a"b`, `17`: "17", `true`: "true"} {
		if got, isText := (expression.Result{Value: jsontext.Value(value)}).Text(); !isText || got != want {
			t.Errorf("%s: got %q, %t", value, got, isText)
		}
	}
	for _, value := range []string{`null`, `[]`, `{}`} {
		if got, isText := (expression.Result{Value: jsontext.Value(value)}).Text(); isText {
			t.Errorf("%s: got %q", value, got)
		}
	}
}

func TestTimestampsAreUTCWithMilliseconds(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 6_700_000, time.FixedZone("", 3600))
	if got := expression.Timestamp(at); got != "2026-01-02T02:04:05.006Z" {
		t.Errorf("got %s", got)
	}
}

func TestEveryScopeHasVariables(t *testing.T) {
	t.Parallel()
	for _, scope := range expression.Scopes() {
		if !scope.Valid() || len(scope.Variables()) == 0 {
			t.Errorf("%s has no variables", scope)
		}
	}
	if expression.Scope("elsewhere").Valid() {
		t.Error("an unknown scope is valid")
	}
}
