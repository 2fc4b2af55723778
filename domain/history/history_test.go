package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/history"
)

func TestChangesNameThePlacesThatDiffer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after, want string }{
		{"the same, written otherwise", `{"a":1,"b":[1]}`, `{ "b":[1.0], "a":1e0 }`, ``},
		{"a value", `{"a":1}`, `{"a":2}`, `/a 1→2`},
		{"added and removed", `{"a":1,"x":0}`, `{"b":{"c":1},"x":0}`, `/b →{"c":1}, /a 1→`},
		{"deep in a node", `{"nodes":[{"id":"n","config":{"title":"a","k":1}}]}`, `{"nodes":[{"id":"n","config":{"title":"b","k":1}}]}`, `/nodes/n/config/title "a"→"b"`},
		{"a node came, another moved in the list", `{"nodes":[{"id":"n"},{"id":"m"}]}`, `{"nodes":[{"id":"m"},{"id":"n"},{"id":"o"}]}`, `/nodes/o →{"id":"o"}`},
		{"a position is no content", `{"nodes":[{"id":"n","position":{"x":1}}]}`, `{"nodes":[{"id":"n","position":{"x":2}}]}`, ``},
		{"a position elsewhere is", `{"position":1}`, `{"position":2}`, `/position 1→2`},
		{"fields go by name", `{"inputs":[{"name":"a","type":"string"}]}`, `{"inputs":[{"name":"a","type":"number"}]}`, `/inputs/a/type "string"→"number"`},
		{"a list without names is one value", `{"l":[1,2]}`, `{"l":[1,3]}`, `/l [1,2]→[1,3]`},
		{"two elements with one id make one value", `{"l":[{"id":"a"},{"id":"a"}]}`, `{"l":[{"id":"a"}]}`, `/l [{"id":"a"},{"id":"a"}]→[{"id":"a"}]`},
		{"slashes in names are escaped", `{"a/b":1}`, `{"a/b":2}`, `/a~1b 1→2`},
		{"another kind of value", `{"a":{"b":1}}`, `{"a":[1]}`, `/a {"b":1}→[1]`},
		{"null is not nothing", `{"a":null}`, `{}`, `/a null→`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := show(history.Changes(jsontext.Value(c.before), jsontext.Value(c.after))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func show(changes []history.Change) string {
	shown := make([]string, len(changes))
	for i, c := range changes {
		shown[i] = c.Path + " " + string(c.Before) + "→" + string(c.After)
	}
	return strings.Join(shown, ", ")
}

func TestBlameNamesTheRevisionThatPutAValueThere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		states []string
		want   string // path:since/added
	}{
		{"one state", []string{`{"a":1}`}, "/a:0/0"},
		{"a later change", []string{`{"a":1,"b":1}`, `{"a":1,"b":2}`, `{"a":1, "b":2.0}`}, "/a:0/0 /b:1/0"},
		{"there and back", []string{`{"a":1}`, `{"a":2}`, `{"a":1}`}, "/a:2/0"},
		{"gone and back", []string{`{"a":1}`, `{}`, `{"a":1}`}, "/a:2/2"},
		{
			"a node changes with what is in it",
			[]string{`{"nodes":[{"id":"n","name":"N"}]}`, `{"nodes":[{"id":"n","name":"M"}]}`},
			"/nodes:1/0 /nodes/n:1/0 /nodes/n/id:0/0 /nodes/n/name:1/0",
		},
		{
			"a node that moves in the list does not",
			[]string{`{"nodes":[{"id":"n"},{"id":"m"}]}`, `{"nodes":[{"id":"m"},{"id":"n"}]}`},
			"/nodes:0/0 /nodes/m:0/0 /nodes/m/id:0/0 /nodes/n:0/0 /nodes/n/id:0/0",
		},
		{
			"a renamed node keeps its past",
			[]string{`{"nodes":[{"id":"n","name":"N"}]}`, `{"nodes":[{"id":"m","name":"N"}]}`},
			"/nodes:1/0 /nodes/m:1/0 /nodes/m/id:1/0 /nodes/m/name:0/0",
		},
		{
			"of two that might have been renamed none was",
			[]string{`{"nodes":[{"id":"n","name":"N"}]}`, `{"nodes":[{"id":"m","name":"N"},{"id":"o","name":"N"}]}`},
			"/nodes:1/0 /nodes/m:1/1 /nodes/m/id:1/1 /nodes/m/name:1/1 /nodes/o:1/1 /nodes/o/id:1/1 /nodes/o/name:1/1",
		},
		{"what was taken out changes what it was in", []string{`{"c":{"x":1,"y":1}}`, `{"c":{"x":1}}`}, "/c:1/0 /c/x:0/0"},
		{"a value that becomes an object is new", []string{`{"c":1}`, `{"c":{"x":1}}`}, "/c:1/0 /c/x:1/1"},
		{"a state without content", []string{`[]`, `{"a":1}`}, "/a:1/1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(lines(blamed(c.states...).Lines("")), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestBlameOfOnePlaceListsWhatIsInIt(t *testing.T) {
	t.Parallel()
	blame := blamed(`{"nodes":[{"id":"n","config":{"k":1}},{"id":"nn"}],"name":"N"}`)
	for below, want := range map[string]string{
		"/nodes/n":      "/nodes/n /nodes/n/id /nodes/n/config /nodes/n/config/k",
		"/nodes/nn":     "/nodes/nn /nodes/nn/id",
		"/name":         "/name",
		"/nodes/n/gone": "",
	} {
		paths := []string{}
		for _, line := range blame.Lines(below) {
			paths = append(paths, line.Path)
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("below %s: %s, want %s", below, got, want)
		}
	}
	if got := new(history.Blame).Lines(""); got != nil {
		t.Errorf("without a state: %v", got)
	}
}

func blamed(states ...string) *history.Blame {
	blame := new(history.Blame)
	for i, state := range states {
		blame.Take(fmt.Sprint(i), jsontext.Value(state))
	}
	return blame
}

func lines(found []history.Line) []string {
	shown := make([]string, len(found))
	for i, line := range found {
		shown[i] = line.Path + ":" + line.Since + "/" + line.Added
	}
	return slices.Clip(shown)
}
