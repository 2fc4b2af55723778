package excerpt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/event/excerpt"
	"heddle.dev/heddle/domain/fault"
)

const small = `{"issue":{"number":"7","labels":["a","b","c"],"n":1.50,"none":null},"odd.name":{"":1,"a/b":2,"q\"":3},"text":"grüße"}`

func of(t testing.TB, root, path string) (excerpt.Excerpt, error) {
	t.Helper()
	parsed, err := excerpt.ParsePath(path)
	if err != nil {
		return excerpt.Excerpt{}, err
	}
	return excerpt.Of(jsontext.Value(root), parsed)
}

func TestAPathLeadsToItsValue(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][2]string{ // the path as it is given back, and the value
		"":                       {"", small},
		"issue.number":           {"issue.number", `"7"`},
		"issue.n":                {"issue.n", `1.50`},
		"issue.none":             {"issue.none", `null`},
		"issue.labels[1]":        {"issue.labels[1]", `"b"`},
		"issue.labels[1:]":       {"issue.labels[1:]", `["b","c"]`},
		"issue.labels[:1]":       {"issue.labels[0:1]", `["a"]`},
		"issue.labels[2:1]":      {"issue.labels[2:1]", `[]`},
		"issue.labels[9:]":       {"issue.labels[9:]", `[]`},
		"issue.labels[1:3][1]":   {"issue.labels[1:3][1]", `"c"`},
		"text[2:4]":              {"text[2:4]", `"üß"`},
		"text[4:99]":             {"text[4:99]", `"e"`},
		`["odd.name"]["a/b"]`:    {`["odd.name"].a/b`, `2`},
		`["odd.name"][""]`:       {`["odd.name"][""]`, `1`},
		`["odd.name"]["q\""]`:    {`["odd.name"]["q\""]`, `3`},
		"/issue/labels/2":        {"issue.labels[2]", `"c"`},
		"/odd.name/a~1b":         {`["odd.name"].a/b`, `2`},
		"/odd.name/":             {`["odd.name"][""]`, `1`},
		"issue":                  {"issue", `{"number":"7","labels":["a","b","c"],"n":1.50,"none":null}`},
		"issue.labels[00000002]": {"issue.labels[2]", `"c"`},
	} {
		got, err := of(t, small, path)
		if err != nil || got.Path != want[0] || string(got.Value) != want[1] || len(got.Cut) > 0 {
			t.Errorf("%s: %q %s, %v, %v", path, got.Path, got.Value, got.Cut, err)
		}
	}
}

func TestAPathThatLeadsNowhereSaysWhatIsThere(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"isue":               `the value has no "isue"; did you mean "issue"?`,
		"issue.zzzzzzzz":     `issue has no "zzzzzzzz"; the keys are "number", "labels", "n", "none"`,
		"issue.number.x":     `issue.number is a text, so it has no "x"`,
		"issue[0]":           "issue is an object, not a list",
		"issue[0:1]":         "issue is an object; only lists and texts have ranges",
		"issue.none.x":       "issue.none is null",
		"issue.labels[3]":    "issue.labels has 3 elements, so there is no [3]",
		"/issue/labels/x":    "issue.labels is a list",
		"/issue/number/0":    "issue.number is a text",
		"issue.labels[1:].x": "issue.labels[1:] is a list",
	} {
		if _, err := of(t, small, path); fault.CodeOf(err) != "unknown-path" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	for _, path := range []string{".", "a.", "a..b", "a[", "a[x]", "a[-1]", `a["b]`, "a]b", "[1", "a[99999999999999999999]", strings.Repeat("a", 2001)} {
		if _, err := excerpt.ParsePath(path); fault.CodeOf(err) != "invalid-path" {
			t.Errorf("%.20s: %v", path, err)
		}
	}
}

func TestWhatIsLongIsCutAndSaysHowToGetTheRest(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 20_000)
	root := fmt.Sprintf(`{"a":{"body":%q},"list":[%s1],"last":true}`, long, strings.Repeat("0,", 99))
	got, err := of(t, root, "")
	if err != nil || strings.Join(got.Cut, " ") != "a.body[1000:] list[20:]" {
		t.Fatalf("cut %v, %v", got.Cut, err)
	}
	for _, want := range []string{
		excerpt.Marker + "19000 more characters; the path is a.body[1000:]",
		excerpt.Marker + "80 more elements; the path is list[20:]", `"last":true`,
	} {
		if !strings.Contains(string(got.Value), want) {
			t.Errorf("%q is not in %.200s…%s", want, got.Value, got.Value[len(got.Value)-200:])
		}
	}
	if got, err = of(t, root, "list[20:]"); err != nil || strings.Join(got.Cut, " ") != "list[40:]" {
		t.Errorf("the next elements are cut at %v, %v", got.Cut, err)
	}
	if got, err = of(t, root, "a.body[1000:]"); err != nil || strings.Join(got.Cut, " ") != "a.body[17000:]" {
		t.Errorf("the next characters are cut at %v, %v", got.Cut, err)
	}
	if got, err = of(t, root, "a.body[17000:]"); err != nil || len(got.Cut) > 0 {
		t.Errorf("the last characters are cut at %v, %v", got.Cut, err)
	}
}

func TestWhatCanNotBeGotIsCutWithoutAPath(t *testing.T) {
	t.Parallel()
	got := excerpt.Shorten(jsontext.Value(`{"a":"` + strings.Repeat("x", 1500) + `","b":1.50}`))
	if !strings.HasSuffix(string(got.Value), excerpt.Marker+`500 more characters","b":1.50}`) || strings.Join(got.Cut, " ") != "a[1000:]" {
		t.Errorf("%s, %v", got.Value, got.Cut)
	}
}

func TestWhatIsWideOrDeepIsBounded(t *testing.T) {
	t.Parallel()
	keys := make([]string, 5000)
	for i := range keys {
		keys[i] = fmt.Sprintf(`"key%d":{"x":[%d]}`, i, i)
	}
	wide := "{" + strings.Join(keys, ",") + "}"
	deep := strings.Repeat(`{"a":[`, 500) + strings.Repeat(`]}`, 500)
	for name, root := range map[string]string{"wide": wide, "deep": deep} {
		got, err := of(t, root, "")
		if err != nil || len(got.Cut) == 0 || len(got.Value) > 32<<10 || !got.Value.IsValid() {
			t.Errorf("%s: %d bytes, cut %v, %v", name, len(got.Value), got.Cut, err)
			continue
		}
		if _, err := of(t, root, got.Cut[0]); err != nil {
			t.Errorf("%s: what was cut can't be got: %v", name, err)
		}
	}
}

// drawValue makes a JSON value.
func drawValue(t *rapid.T, depth int) string {
	kinds := []string{"text", "number"}
	if depth < 3 {
		kinds = append(kinds, "object", "list")
	}
	switch rapid.SampledFrom(kinds).Draw(t, "kind") {
	case "object":
		names := rapid.SliceOfNDistinct(rapid.StringOfN(rapid.RuneFrom([]rune(`ab."[]/~ é`)), 0, 3, -1), 0, 6, rapid.ID).Draw(t, "names")
		members := make([]string, len(names))
		for i, name := range names {
			members[i] = string(rawjson.Quote(name)) + ":" + drawValue(t, depth+1)
		}
		return "{" + strings.Join(members, ",") + "}"
	case "list":
		elements := make([]string, rapid.IntRange(0, 24).Draw(t, "elements"))
		for i := range elements {
			elements[i] = drawValue(t, depth+1)
		}
		return "[" + strings.Join(elements, ",") + "]"
	case "text":
		return string(rawjson.Quote(strings.Repeat(rapid.SampledFrom([]string{"", "a", "ü", "\n"}).Draw(t, "text"), rapid.SampledFrom([]int{0, 1, 7, 1000, 2500}).Draw(t, "times"))))
	default:
		return "1.50"
	}
}

// TestAllThatIsCutCanBeGot reads a value back piece by piece, only by the paths that its excerpts name.
func TestAllThatIsCutCanBeGot(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		root := drawValue(r, 0)
		queue := []string{""}
		for seen := 0; len(queue) > 0 && seen < 40; seen++ {
			got, err := of(t, root, queue[0])
			if err != nil || !got.Value.IsValid() {
				r.Fatalf("%s of %s: %v", queue[0], root, err)
			}
			if again, err := of(t, root, got.Path); err != nil || string(again.Value) != string(got.Value) {
				r.Fatalf("the path %q came back as %q, which leads elsewhere: %v", queue[0], got.Path, err)
			}
			if len(got.Cut) == 0 && queue[0] == "" && string(got.Value) != root {
				r.Fatalf("nothing is cut, and yet %s became %s", root, got.Value)
			}
			queue = append(queue[1:], got.Cut...)
		}
	})
}

func FuzzParsePath(f *testing.F) {
	for _, path := range []string{"", "a.b[0]", `["a"].b[1:2][:]`, "/a/~1/0", "[", `["\u00e9"]`} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path, err := excerpt.ParsePath(text)
		if err != nil {
			return
		}
		again, err := excerpt.ParsePath(path.String())
		if err != nil || again.String() != path.String() {
			t.Errorf("%q is written %q, which is read as %q, %v", text, path, again, err)
		}
	})
}
