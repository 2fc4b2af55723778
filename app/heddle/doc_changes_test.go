package main

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// changesOutput is what diff, invert and rebase print with --json.
type changesOutput struct {
	ChangeSet jsontext.Value `json:"changeSet"`
	Summary   string         `json:"summary"`
	Cosmetic  []string       `json:"cosmetic"`
	Conflicts []struct {
		OpIndex   *int   `json:"opIndex"`
		ElementID string `json:"elementId"`
		Field     string `json:"field"`
		Reason    string `json:"reason"`
	} `json:"conflicts"`
	Error struct {
		Code   string   `json:"code"`
		Reason string   `json:"reason"`
		Paths  []string `json:"paths"`
	} `json:"error"`
}

// later is the valid document with a change of name and of a config.
func later() string {
	return strings.NewReplacer(`"Orders"`, `"New"`, `{"inputs": []}`, `{"inputs": [], "x-n": 1.0}`).Replace(valid)
}

func revisionOf(t *testing.T, text string) string {
	t.Helper()
	return strings.TrimSpace(heddle(t, text, "doc", "revision", "-").stdout)
}

func TestDiffPrintsAChangeSetThatAppliesAndInvertTakesItBack(t *testing.T) {
	t.Parallel()
	before := file(t, valid)
	diff := heddle(t, later(), "doc", "diff", before, "-", "--json")
	var out changesOutput
	decode(t, diff.stdout, &out)
	if diff.code != 0 || diff.stderr != "" || !strings.Contains(out.Summary, "“Start”") || out.Cosmetic == nil {
		t.Fatalf("%+v", diff)
	}
	plain := heddle(t, later(), "doc", "diff", before, "-")
	if plain.code != 0 || plain.stdout != string(out.ChangeSet)+"\n" || !strings.Contains(plain.stderr, out.Summary) {
		t.Errorf("%+v", plain)
	}
	set := file(t, plain.stdout)
	applied := heddle(t, "", "doc", "apply", before, set)
	if applied.code != 0 || revisionOf(t, applied.stdout) != revisionOf(t, later()) {
		t.Errorf("%+v", applied)
	}
	inverse := heddle(t, "", "doc", "invert", before, set)
	back := heddle(t, applied.stdout, "doc", "apply", "-", file(t, inverse.stdout))
	if inverse.code != 0 || back.code != 0 || revisionOf(t, back.stdout) != revisionOf(t, valid) {
		t.Errorf("%+v, %+v", inverse, back)
	}
	var inverted changesOutput
	decode(t, heddle(t, "", "doc", "invert", before, set, "--json").stdout, &inverted)
	if string(inverted.ChangeSet)+"\n" != inverse.stdout {
		t.Errorf("JSON says %s, the line %s", inverted.ChangeSet, inverse.stdout)
	}
}

func TestDiffTellsMovesFromChanges(t *testing.T) {
	t.Parallel()
	moved := strings.Replace(valid, `"id": "e",`, `"id": "e", "position": {"x": 1, "y": 2},`, 1)
	var out changesOutput
	decode(t, heddle(t, moved, "doc", "diff", file(t, valid), "-", "--json").stdout, &out)
	if len(out.Cosmetic) != 1 || out.Cosmetic[0] != "e" || !strings.Contains(string(out.ChangeSet), `"ops":[]`) {
		t.Errorf("%+v", out)
	}
	if plain := heddle(t, moved, "doc", "diff", file(t, valid), "-"); !strings.Contains(plain.stderr, "Only moved: e") {
		t.Errorf("%+v", plain)
	}
}

func TestWhatCannotBeSaidIsNamedByPaths(t *testing.T) {
	t.Parallel()
	unsayable := strings.Replace(valid, `"id": "orders"`, `"id": "other"`, 1)
	describe := file(t, `{"ops":[{"op":"metadata","patch":{"description":"d"}}]}`)
	for path, args := range map[string][]string{
		"/id":          {"diff", file(t, valid), file(t, unsayable)},
		"/description": {"invert", file(t, valid), describe},
	} {
		got := heddle(t, "", append(append([]string{"doc"}, args...), "--json")...)
		var out changesOutput
		decode(t, got.stdout, &out)
		if got.code != 1 || out.Error.Code != "not-expressible" || out.Error.Reason == "" || len(out.Error.Paths) != 1 || out.Error.Paths[0] != path {
			t.Errorf("%+v", got)
		}
		if plain := heddle(t, "", append([]string{"doc"}, args...)...); plain.code != 1 || plain.stdout != "" || !strings.Contains(plain.stderr, "not-expressible") {
			t.Errorf("%+v", plain)
		}
	}
}

func TestRebasePrintsTheChangeSetForWhatIsThereNow(t *testing.T) {
	t.Parallel()
	base, current := file(t, valid), file(t, later())
	got := heddle(t, `{"id":"c","baseRevision":"`+revisionOf(t, valid)+`","x":1.0,"ops":[{"op":"updateNode","id":"e","patch":{"name":"Done"}}]}`,
		"doc", "rebase", base, current, "-", "--json")
	var out changesOutput
	decode(t, got.stdout, &out)
	want := `{"id":"c","baseRevision":"` + revisionOf(t, later()) + `","x":1.0,"ops":[{"op":"updateNode","id":"e","patch":{"name":"Done"}}]}`
	if got.code != 0 || string(out.ChangeSet) != want {
		t.Errorf("%+v", got)
	}
}

func TestRebaseListsConflicts(t *testing.T) {
	t.Parallel()
	base, current := file(t, valid), file(t, later())
	for _, c := range []struct{ ops, element, field string }{
		{`{"op":"metadata","patch":{"name":"Mine"}}`, "workflow", "name"},
		{`{"op":"updateNode","id":"s","patch":{"config":{"x-n":2}}}`, "s", "config.x-n"},
		{`{"op":"removeNode","id":"s"}`, "s", ""},
	} {
		set := file(t, `{"baseRevision":"@current","ops":[`+c.ops+`]}`)
		got := heddle(t, "", "doc", "rebase", base, current, set, "--json")
		var out changesOutput
		decode(t, got.stdout, &out)
		if got.code != 1 || got.stderr != "" || len(out.Conflicts) != 1 {
			t.Errorf("%+v", got)
			continue
		}
		conflict := out.Conflicts[0]
		if conflict.OpIndex == nil || *conflict.OpIndex != 0 || conflict.ElementID != c.element || conflict.Field != c.field || conflict.Reason == "" {
			t.Errorf("%+v", conflict)
		}
		if plain := heddle(t, "", "doc", "rebase", base, current, set); plain.code != 1 || plain.stdout != "" || !strings.Contains(plain.stderr, conflict.Reason) {
			t.Errorf("%+v", plain)
		}
	}
}

func TestRebaseValidatesTheResult(t *testing.T) {
	t.Parallel()
	// Each side moves the one edge of a node elsewhere; together nothing leads to "w".
	base := strings.NewReplacer(`"nodes": [`, `"nodes": [{"id":"w","type":"wait","name":"W","config":{"duration":"PT1S"}},`, `"edges": [`,
		`"edges": [{"id":"sw","source":"s","target":"w","priority":0,"isDefault":false},{"id":"we","source":"w","target":"e","priority":0,"isDefault":false},`).Replace(valid)
	theirs := `{"baseRevision":"@current","ops":[{"op":"removeEdge","id":"sw"}]}`
	current := heddle(t, base, "doc", "apply", "-", file(t, theirs))
	got := heddle(t, `{"ops":[{"op":"removeEdge","id":"we"}]}`, "doc", "rebase", file(t, base), file(t, current.stdout), "-", "--json")
	if got.code != 1 || !strings.Contains(got.stdout, "DISCONNECTED_NODE") {
		t.Errorf("%+v", got)
	}
}

func TestChangeSetsAreCheckedAgainstTheirDocument(t *testing.T) {
	t.Parallel()
	document := file(t, valid)
	for _, c := range []struct{ set, code string }{
		{`{"baseRevision":"sha256:00","ops":[]}`, "stale"},
		{`{"ops":{}}`, "malformed"},
		{`{"ops":[{"op":"removeNode","id":"nope"}]}`, "target-missing"},
	} {
		for _, args := range [][]string{{"invert", document, "-"}, {"rebase", document, document, "-"}} {
			got := heddle(t, c.set, append(append([]string{"doc"}, args...), "--json")...)
			if got.code != 1 || !strings.HasPrefix(got.stdout, `{"error":{"code":"`+c.code+`"`) {
				t.Errorf("%q: %+v", args, got)
			}
		}
	}
}

func TestChangesReadWhatTheyCan(t *testing.T) {
	t.Parallel()
	good, bad := file(t, valid), file(t, "{\n  \"a\": 1,\n  \"a\": 2\n}")
	for _, args := range [][]string{
		{"diff", good, bad},
		{"diff", bad, good},
		{"diff", good, "/nowhere"},
		{"invert", bad, good},
		{"invert", good, bad},
		{"rebase", bad, good, good},
		{"rebase", good, bad, good},
		{"rebase", good, good, bad},
		{"diff", "-", "-"},
		{"rebase", good, "-", "-"},
		{"diff", good},
	} {
		got := heddle(t, "", append([]string{"doc"}, args...)...)
		inBad := strings.Contains(strings.Join(args, " "), bad)
		if got.code != 2 || got.stdout != "" || got.stderr == "" || inBad && !strings.Contains(got.stderr, bad+": line 3, column 3") {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
