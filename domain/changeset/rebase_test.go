package changeset_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
)

const shared = `{"name":"N","nodes":[
	{"id":"a","type":"wait","name":"A","config":{"k":1,"m":1},"position":{"x":1,"y":1}},
	{"id":"b","type":"wait","name":"B","config":{}},
	{"id":"c","type":"end","name":"C","config":{}}],
	"edges":[{"id":"ab","source":"a","target":"b","priority":0,"isDefault":false,"label":"l"},
	{"id":"bc","source":"b","target":"c","priority":0,"isDefault":false}]}`

// TestRebase shows what conflicts and, beside it, what nearly does. Theirs and ours
// are ops; kept is what is left of ours, or the conflicts as "opIndex elementId field".
func TestRebase(t *testing.T) {
	t.Parallel()
	const (
		addX    = `{"op":"addNode","node":{"id":"x","type":"end","name":"X","config":{}}}`
		otherX  = `{"op":"addNode","node":{"id":"x","type":"end","name":"Other","config":{}}}`
		movedX  = `{"op":"addNode","node":{"position":{"x":9},"id":"x","type":"end","name":"X","config":{}}}`
		edgeAC  = `{"op":"addEdge","edge":{"id":"ac","source":"a","target":"c","priority":1,"isDefault":false}}`
		otherAC = `{"op":"addEdge","edge":{"id":"ac","source":"a","target":"c","priority":2,"isDefault":false}}`
		removeA = `{"op":"removeNode","id":"a"}`
		renameA = `{"op":"renameNode","id":"a","newId":"z"}`
		labelA  = `{"op":"updateNode","id":"a","patch":{"name":"New"}}`
		setK    = `{"op":"updateNode","id":"a","patch":{"config":{"k":2}}}`
	)
	for _, c := range []struct{ name, theirs, ours, kept, conflicts string }{
		{"a name and a name", labelA, `{"op":"updateNode","id":"a","patch":{"name":"Other"}}`, ``, `0 a name`},
		{"a name and a config key", labelA, setK, setK, ``},
		{"one config key", setK, `{"op":"updateNode","id":"a","patch":{"config":{"k":3}}}`, ``, `0 a config.k`},
		{"one config key alike", setK, `{"op":"updateNode","id":"a","patch":{"config":{"k":2.0}}}`, ``, ``},
		{"one config key alike, one not touched", setK, `{"op":"updateNode","id":"a","patch":{"config":{"k":2,"m":5}}}`, `{"op":"updateNode","id":"a","patch":{"config":{"m":5}}}`, ``},
		{"two config keys", setK, `{"op":"updateNode","id":"a","patch":{"config":{"m":2}}}`, `{"op":"updateNode","id":"a","patch":{"config":{"m":2}}}`, ``},
		{"a key set and unset", setK, `{"op":"updateNode","id":"a","patch":{},"unset":["k"]}`, ``, `0 a config.k`},
		{"a key unset alike", `{"op":"updateNode","id":"a","patch":{},"unset":["k"]}`, `{"op":"updateNode","id":"a","patch":{"name":"Q"},"unset":["k"]}`, `{"op":"updateNode","id":"a","patch":{"name":"Q"}}`, ``},
		{"a key set and set back", setK, `{"op":"updateNode","id":"a","patch":{"config":{"k":7}}},{"op":"updateNode","id":"a","patch":{"config":{"k":1}}}`, ``, ``},
		{"every step towards the same value", setK, `{"op":"updateNode","id":"a","patch":{"config":{"k":7}}},` + setK, ``, ``},
		{"an update of a removed node", removeA, setK, ``, `0 a`},
		{"an update of a renamed node", renameA, setK, ``, `0 a`},
		{"a rename of an updated node", setK, renameA, renameA, ``},
		{"a rename alike", renameA, renameA, ``, ``},
		{"a rename alike and then more", renameA, renameA + `,{"op":"updateNode","id":"z","patch":{"name":"Q"}}`, ``, `0 a id,1 z`},
		{"two renames of a node", renameA, `{"op":"renameNode","id":"a","newId":"y"}`, ``, `0 a id`},
		{"a rename to an id taken", addX, `{"op":"renameNode","id":"a","newId":"x"}`, ``, `0 a`},
		{"an update after a rename", labelA, renameA + `,{"op":"updateNode","id":"z","patch":{"name":"Q"}}`, ``, `1 z name`},
		{"a node added twice", addX, otherX, ``, `0 x`},
		{"a node added alike", addX, movedX, ``, ``},
		{"a node added alike and joined", addX, addX + `,{"op":"addEdge","edge":{"id":"cx","source":"b","target":"x","priority":1,"isDefault":false}}`, `{"op":"addEdge","edge":{"id":"cx","source":"b","target":"x","priority":1,"isDefault":false}}`, ``},
		{"a removed node that was changed", setK, removeA, ``, `0 a`},
		{"a removed node beside a change", `{"op":"updateNode","id":"c","patch":{"name":"Q"}}`, removeA, removeA, ``},
		{"a removed node with a changed edge", `{"op":"updateEdge","id":"ab","patch":{"label":"q"}}`, removeA, ``, `0 a`},
		{"a removed node with a new edge", edgeAC, removeA, ``, `0 a`},
		{"a removed node that lost an edge", `{"op":"removeEdge","id":"ab"}`, removeA, removeA, ``},
		{"a removed node whose edge was moved away", `{"op":"updateEdge","id":"ab","patch":{"source":"c"}}`, removeA, ``, `0 a`},
		{"a node removed alike", removeA, removeA, ``, ``},
		{"a removed node that was replaced", removeA + `,{"op":"addNode","node":{"id":"a","type":"end","name":"A","config":{}}}`, removeA, ``, `0 a`},
		{"a new edge at a renamed label", labelA, edgeAC, edgeAC, ``},
		{"a new edge at a removed node", removeA, edgeAC, ``, `0 ac`},
		{"an edge added twice", edgeAC, otherAC, ``, `0 ac`},
		{"an edge added alike", edgeAC, edgeAC, ``, ``},
		{"one field of an edge", `{"op":"updateEdge","id":"ab","patch":{"label":"q"}}`, `{"op":"updateEdge","id":"ab","patch":{"label":"r"}}`, ``, `0 ab label`},
		{"a field of an edge, unset", `{"op":"updateEdge","id":"ab","patch":{"label":"q"}}`, `{"op":"updateEdge","id":"ab","patch":{},"unset":["label"]}`, ``, `0 ab label`},
		{"two fields of an edge", `{"op":"updateEdge","id":"ab","patch":{"label":"q"}}`, `{"op":"updateEdge","id":"ab","patch":{"priority":3}}`, `{"op":"updateEdge","id":"ab","patch":{"priority":3}}`, ``},
		{"an edge that lost its node", removeA, `{"op":"updateEdge","id":"ab","patch":{"priority":3}}`, ``, `0 ab`},
		{"a target that is gone", `{"op":"removeNode","id":"c"}`, `{"op":"updateEdge","id":"ab","patch":{"target":"c"}}`, ``, `0 ab`},
		{"a removed edge that was changed", `{"op":"updateEdge","id":"ab","patch":{"label":"q"}}`, `{"op":"removeEdge","id":"ab"}`, ``, `0 ab`},
		{"a removed edge whose nodes changed", labelA, `{"op":"removeEdge","id":"ab"}`, `{"op":"removeEdge","id":"ab"}`, ``},
		{"an edge removed alike", `{"op":"removeEdge","id":"ab"}`, `{"op":"removeEdge","id":"ab"}`, ``, ``},
		{"an edge removed, and replaced", `{"op":"removeEdge","id":"ab"}`, `{"op":"removeEdge","id":"ab"},{"op":"addEdge","edge":{"id":"ab","source":"a","target":"c","priority":0,"isDefault":false}}`, ``, `0 ab,1 ab`},
		{"the workflow's name", `{"op":"metadata","patch":{"name":"M"}}`, `{"op":"metadata","patch":{"name":"O"}}`, ``, `0 workflow name`},
		{"the workflow's name and version", `{"op":"metadata","patch":{"name":"M"}}`, `{"op":"metadata","patch":{"version":2,"name":"M"}}`, `{"op":"metadata","patch":{"version":2}}`, ``},
		{"several conflicts", setK + `,` + labelA, `{"op":"metadata","patch":{}},{"op":"updateNode","id":"a","patch":{"name":"Q","config":{"k":5}}}`, ``, `1 a name,1 a config.k`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			base, ours := parseDocument(t, shared), parseSet(t, `{"ops":[`+c.ours+`]}`)
			current, err := changeset.Apply(base, parseSet(t, `{"ops":[`+c.theirs+`]}`))
			if err != nil {
				t.Fatal(err)
			}
			rebased, conflicts, err := changeset.Rebase(ours, base, current, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := placesOf(conflicts); got != c.conflicts {
				t.Errorf("conflicts %q, want %q: %+v", got, c.conflicts, conflicts)
			}
			if len(conflicts) > 0 {
				return
			}
			if got := strings.ReplaceAll(opsOf(rebased), "\n", ","); got != c.kept {
				t.Errorf("kept %s, want %s", got, c.kept)
			}
		})
	}
}

// placesOf lists where conflicts are.
func placesOf(conflicts []changeset.Conflict) string {
	var places []string
	for _, c := range conflicts {
		places = append(places, strings.TrimSpace(string(rune('0'+c.OpIndex))+" "+c.ElementID+" "+c.Field))
	}
	return strings.Join(places, ",")
}

func TestMovingANodeDoesNotConflictWithRemovingIt(t *testing.T) {
	t.Parallel()
	current := parseDocument(t, strings.Replace(shared, `{"x":1,"y":1}`, `{"x":2,"y":2}`, 1))
	_, conflicts, err := changeset.Rebase(parseSet(t, `{"ops":[{"op":"removeNode","id":"a"}]}`), parseDocument(t, shared), current, nil)
	if err != nil || len(conflicts) > 0 {
		t.Errorf("%v, %+v", err, conflicts)
	}
}

func TestAConfigThatIsNoObjectAnyMoreConflicts(t *testing.T) {
	t.Parallel()
	current := parseDocument(t, strings.Replace(shared, `"config":{"k":1,"m":1}`, `"config":null`, 1))
	_, conflicts, err := changeset.Rebase(parseSet(t, `{"ops":[{"op":"updateNode","id":"a","patch":{"config":{"new":1}}}]}`),
		parseDocument(t, shared), current, nil)
	if err != nil || placesOf(conflicts) != "0 a config" {
		t.Errorf("%v, %+v", err, conflicts)
	}
}

// forbidding is a validator that reports an error at node b when the document has all
// of the texts.
func forbidding(texts ...string) changeset.Validate {
	return func(d *document.Document) []fault.Problem {
		problems := []fault.Problem{{Severity: fault.SeverityWarning, Code: "NOTICE", NodeID: "a"}}
		for _, text := range texts {
			if !strings.Contains(string(d.Text()), text) {
				return problems
			}
		}
		return append(problems, fault.Problem{Severity: fault.SeverityError, Code: "CLASH", NodeID: "b", Message: "clash"})
	}
}

func TestAnErrorThatNeitherSideHasAloneIsAConflict(t *testing.T) {
	t.Parallel()
	base := parseDocument(t, shared)
	ours := parseSet(t, `{"ops":[{"op":"updateNode","id":"b","patch":{"name":"Ours"}},{"op":"metadata","patch":{"version":1}}]}`)
	current, err := changeset.Apply(base, parseSet(t, `{"ops":[{"op":"updateNode","id":"c","patch":{"name":"Theirs"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, conflicts string
		validate        changeset.Validate
	}{
		{"of both together", "0 b", forbidding("Ours", "Theirs")},
		{"of ours alone", "", forbidding("Ours")},
		{"of theirs alone", "", forbidding("Theirs")},
		{"none", "", forbidding("Nobody")},
		{"nobody looks", "", nil},
	} {
		_, conflicts, err := changeset.Rebase(ours, base, current, c.validate)
		if err != nil || placesOf(conflicts) != c.conflicts {
			t.Errorf("%s: %v, %+v", c.name, err, conflicts)
		}
	}
}

func TestRebaseRefusesASetThatDoesNotApplyToItsBase(t *testing.T) {
	t.Parallel()
	base := parseDocument(t, shared)
	_, _, err := changeset.Rebase(parseSet(t, `{"ops":[{"op":"removeNode","id":"nope"}]}`), base, base, nil)
	checkRefusal(t, err, changeset.Error{Code: changeset.TargetMissing, OpIndex: new(int)})
}
