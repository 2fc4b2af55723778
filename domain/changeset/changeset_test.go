package changeset_test

import (
	"errors"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

const orders = `{
  "x-owner": {"b": 1.0, "a": null},
  "nodes": [
    {"id": "s", "type": "start", "name": "Start", "config": {}},
    {"type": "action", "id": "a", "x-note": "keep", "name": "Call", "config": {"timeout": "PT5S", "inputs": {"n": 1.50}}},
    "not a node",
    {"id": "e", "type": "end", "name": "End", "config": {}}
  ],
  "edges": [
    {"id": "sa", "source": "s", "target": "a", "priority": 0, "isDefault": false},
    {"id": "ae", "source": "a", "target": "e", "priority": 0, "isDefault": false, "label": "go"}
  ],
  "name": "Orders",
  "id": "orders"
}`

func apply(t *testing.T, document, ops string) (string, error) {
	t.Helper()
	after, err := changeset.Apply(parseDocument(t, document), parseSet(t, `{"ops":`+ops+`}`))
	if err != nil {
		return "", err
	}
	return string(after.Text()), nil
}

func TestOpsRewriteOnlyWhatTheyName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, ops, old, replacement string }{
		{
			"updateNode merges config", `[{"op":"updateNode","id":"a","patch":{"config":{"timeout":null,"z":2e0}}}]`,
			`{"timeout": "PT5S", "inputs": {"n": 1.50}}`, `{"timeout": null, "inputs": {"n": 1.50}, "z": 2e0}`,
		},
		{
			"updateNode unsets", `[{"op":"updateNode","id":"a","patch":{},"unset":["timeout","absent"]}]`,
			`{"timeout": "PT5S", "inputs": {"n": 1.50}}`, `{ "inputs": {"n": 1.50}}`,
		},
		{"updateNode renames the label", `[{"op":"updateNode","id":"a","patch":{"name":"New"}}]`, `"Call"`, `"New"`},
		{"renameNode to itself", `[{"op":"renameNode","id":"a","newId":"a"}]`, ``, ``},
		{
			"updateEdge stores unknown fields and nulls", `[{"op":"updateEdge","id":"ae","patch":{"label":null,"x-w":[1]}}]`,
			`"label": "go"`, `"label": null, "x-w": [1]`,
		},
		{"updateEdge unsets", `[{"op":"updateEdge","id":"ae","patch":{},"unset":["label"]}]`, `, "label": "go"`, ``},
		{"metadata replaces in place", `[{"op":"metadata","patch":{"name":"N"}}]`, `"Orders"`, `"N"`},
		{
			"metadata appends", `[{"op":"metadata","patch":{"description":null,"version":2}}]`,
			`"id": "orders"`, "\"id\": \"orders\",\n  \"description\": null,\n  \"version\": 2",
		},
		{
			"removeEdge", `[{"op":"removeEdge","id":"ae"}]`,
			",\n    {\"id\": \"ae\", \"source\": \"a\", \"target\": \"e\", \"priority\": 0, \"isDefault\": false, \"label\": \"go\"}", ``,
		},
		{
			"addNode", `[{"op":"addNode","node":{"id":"w","type":"wait","name":"","config":{},"x":1}}]`,
			`"name": "End", "config": {}}`, "\"name\": \"End\", \"config\": {}},\n    " + `{"id":"w","type":"wait","name":"","config":{},"x":1}`,
		},
		{"ops that undo each other", `[{"op":"renameNode","id":"a","newId":"b"},{"op":"renameNode","id":"b","newId":"a"}]`, ``, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := apply(t, orders, c.ops)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Replace(orders, c.old, c.replacement, 1); got != want {
				t.Errorf("got %s\nwant %s", got, want)
			}
		})
	}
}

func TestRemoveNodeTakesItsEdges(t *testing.T) {
	t.Parallel()
	got, err := apply(t, orders, `[{"op":"removeNode","id":"a"}]`)
	if err != nil {
		t.Fatal(err)
	}
	d := parseDocument(t, got)
	if len(d.Edges()) != 0 || len(d.Nodes()) != 2 || !strings.Contains(got, `"not a node"`) {
		t.Errorf("got %s", got)
	}
}

func TestLaterOpsSeeEarlierOnes(t *testing.T) {
	t.Parallel()
	got, err := apply(t, `{}`, `[
		{"op":"addNode","node":{"id":"a","type":"action","name":"A","config":{}}},
		{"op":"addNode","node":{"id":"b","type":"end","name":"B","config":{}}},
		{"op":"addEdge","edge":{"id":"x","source":"a","target":"a","priority":0,"isDefault":false}},
		{"op":"updateEdge","id":"x","patch":{"target":"b"}},
		{"op":"renameNode","id":"b","newId":"c"},
		{"op":"addEdge","edge":{"id":"y","source":"c","target":"a","priority":1,"isDefault":true}},
		{"op":"removeNode","id":"a"},
		{"op":"updateNode","id":"c","patch":{"config":{"outcome":"ok"}}}]`)
	want := `{"nodes":[{"id":"c","type":"end","name":"B","config":{"outcome":"ok"}}],"edges":[]}`
	if err != nil || got != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}

func TestOpsAreRefusedInTheirTurn(t *testing.T) {
	t.Parallel()
	set := parseSet(t, `{"ops":[{"op":"removeNode","id":"nope"},{"op":"explode"}]}`)
	_, err := changeset.Apply(parseDocument(t, orders), set)
	checkRefusal(t, err, changeset.Error{Code: changeset.TargetMissing, OpIndex: new(int)})
	one := 1
	checkRefusal(t, set.Check(), changeset.Error{Code: changeset.Malformed, OpIndex: &one})
}

func TestParseRefusesABrokenEnvelope(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[]`, `{}`, `{"ops":{}}`, `{"ops":null}`, `{"Ops":[]}`, `{"ops":[],"summary":7}`, `{"ops":[],"baseRevision":[]}`} {
		_, err := changeset.Parse([]byte(text))
		checkRefusal(t, err, changeset.Error{Code: changeset.Malformed})
	}
	if _, err := changeset.Parse([]byte(`{"ops":[],"ops":[]}`)); fault.CodeOf(err) != "duplicate-key" {
		t.Errorf("duplicate key: %v", err)
	}
}

func TestApplyCheckedNeedsTheRevisionThatWasRead(t *testing.T) {
	t.Parallel()
	d := parseDocument(t, orders)
	for _, base := range []string{`"@current"`, `""`, `null`, `"sha256:00"`} {
		_, err := changeset.ApplyChecked(d, parseSet(t, `{"baseRevision":`+base+`,"ops":[{"op":"explode"}]}`))
		checkRefusal(t, err, changeset.Error{Code: changeset.Stale})
		if fault.KindOf(err) != fault.KindStale || !strings.Contains(err.Error(), string(revision.OfDocument(d))) {
			t.Errorf("base %s: %v", base, err)
		}
	}
	_, err := changeset.ApplyChecked(d, parseSet(t, `{"baseRevison":"x","ops":[]}`))
	if err == nil || !strings.Contains(err.Error(), `"baseRevison"`) {
		t.Errorf("a misspelt base must be named: %v", err)
	}
}

func TestListsThatAreNoListsAreNotRepaired(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{`{"nodes":{}}`, `[{"op":"addNode","node":{"id":"n","type":"end","name":"x","config":{}}}]`},
		{`{"nodes":[{"id":"n"}],"edges":null}`, `[{"op":"addEdge","edge":{"id":"x","source":"n","target":"n","priority":0,"isDefault":false}}]`},
	} {
		_, err := apply(t, c[0], c[1])
		checkRefusal(t, err, changeset.Error{Code: changeset.Malformed, OpIndex: new(int)})
	}
}

func TestRefusalsAreFaultsToo(t *testing.T) {
	t.Parallel()
	_, err := apply(t, orders, `[{"op":"removeNode","id":"nope"}]`)
	found := new(fault.Error)
	if !errors.As(err, &found) || found.Kind != fault.KindInvalid || found.Code != "target-missing" || found.Details["opIndex"] != "0" {
		t.Errorf("fault: %+v", found)
	}
}

func TestCombineIsOneSetAfterAnother(t *testing.T) {
	t.Parallel()
	first := parseSet(t, `{"id":"1","baseRevision":"sha256:x","author":"agent:a","x":1,"summary":"one","ops":[{"op":"removeEdge","id":"ae"}]}`)
	second := parseSet(t, `{"id":"2","baseRevision":"sha256:y","author":"user","summary":"two","ops":[{"op":"removeNode","id":"e"}]}`)
	combined := changeset.Combine(first, second)
	want := `{"id":"1","baseRevision":"sha256:x","author":"agent:a","x":1,"summary":"one; two","ops":[{"op":"removeEdge","id":"ae"},{"op":"removeNode","id":"e"}]}`
	if got := string(combined.Text()); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	again := parseSet(t, want)
	if again.BaseRevision != combined.BaseRevision || len(again.Ops()) != len(combined.Ops()) || combined.Ops()[1].ElementID() != "e" {
		t.Error("text and value differ")
	}
	if changeset.Combine() != nil {
		t.Error("nothing combines to nothing")
	}
}
