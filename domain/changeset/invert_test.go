package changeset_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// opsOf lists the ops of a set, one a line.
func opsOf(set *changeset.ChangeSet) string {
	var ops []string
	for _, op := range set.Ops() {
		ops = append(ops, string(op.Text()))
	}
	return strings.Join(ops, "\n")
}

func TestInvertTakesBackOpByOp(t *testing.T) {
	t.Parallel()
	const text = `{"name":"N","description":null,"nodes":[{"id":"a","type":"wait","name":"A","config":{"k":1.0,"z":null}},{"id":"b","type":"end","name":"B","config":{}}],` +
		`"edges":[{"id":"x","source":"a","target":"b","priority":0,"isDefault":false,"label":"l"}]}`
	for _, c := range []struct{ name, ops, inverse string }{
		{"nothing", ``, ``},
		{"addNode", `{"op":"addNode","node":{"id":"c","type":"end","name":"","config":{}}}`, `{"op":"removeNode","id":"c"}`},
		{
			"updateNode restores, sets and unsets", `{"op":"updateNode","id":"a","patch":{"name":"N","config":{"k":2,"n":3}},"unset":["z","absent","z"]}`,
			`{"op":"updateNode","id":"a","patch":{"name":"A","config":{"k":1.0,"z":null}},"unset":["n"]}`,
		},
		{"updateNode without effect", `{"op":"updateNode","id":"a","patch":{"name":"A","config":{"k":1}}}`, ``},
		{"renameNode", `{"op":"renameNode","id":"a","newId":"c"}`, `{"op":"renameNode","id":"c","newId":"a"}`},
		{"renameNode to itself", `{"op":"renameNode","id":"a","newId":"a"}`, ``},
		{
			"removeNode at the end, with its edges", `{"op":"removeNode","id":"b"}`,
			`{"op":"addNode","node":{"id":"b","type":"end","name":"B","config":{}}}` + "\n" +
				`{"op":"addEdge","edge":{"id":"x","source":"a","target":"b","priority":0,"isDefault":false,"label":"l"}}`,
		},
		{
			"removeNode elsewhere also moves what stood behind it", `{"op":"removeNode","id":"a"}`,
			`{"op":"removeNode","id":"b"}` + "\n" + `{"op":"addNode","node":{"id":"a","type":"wait","name":"A","config":{"k":1.0,"z":null}}}` + "\n" +
				`{"op":"addNode","node":{"id":"b","type":"end","name":"B","config":{}}}` + "\n" +
				`{"op":"addEdge","edge":{"id":"x","source":"a","target":"b","priority":0,"isDefault":false,"label":"l"}}`,
		},
		{
			"updateEdge", `{"op":"updateEdge","id":"x","patch":{"target":"a","condition":"c"},"unset":["label"]}`,
			`{"op":"updateEdge","id":"x","patch":{"target":"b","label":"l"},"unset":["condition"]}`,
		},
		{"removeEdge", `{"op":"removeEdge","id":"x"}`, `{"op":"addEdge","edge":{"id":"x","source":"a","target":"b","priority":0,"isDefault":false,"label":"l"}}`},
		{"metadata", `{"op":"metadata","patch":{"name":"M","description":"d"}}`, `{"op":"metadata","patch":{"name":"N","description":null}}`},
		{
			"the last op first", `{"op":"renameNode","id":"a","newId":"c"},{"op":"updateNode","id":"c","patch":{"name":"C"}}`,
			`{"op":"updateNode","id":"c","patch":{"name":"A"}}` + "\n" + `{"op":"renameNode","id":"c","newId":"a"}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			inverse, err := changeset.Invert(parseSet(t, `{"id":"c","ops":[`+c.ops+`]}`), parseDocument(t, text))
			if err != nil {
				t.Fatal(err)
			}
			if got := opsOf(inverse); got != c.inverse || inverse.ID != "inverse-of-c" {
				t.Errorf("%s: got %s\nwant %s", inverse.ID, got, c.inverse)
			}
		})
	}
}

func TestWhatNoOpBringsBackIsNotExpressible(t *testing.T) {
	t.Parallel()
	const text = `{"nodes":[{"id":"a","type":"wait","name":"A","config":{}},{"id":"b","type":"end"}],"edges":[{"id":"x","source":"a","target":"b"},{"id":"y","source":"a","target":"a"}]}`
	for _, c := range []struct{ op, path, reason string }{
		{`{"op":"metadata","patch":{"name":"N"}}`, "/name", "no name"},
		{`{"op":"metadata","patch":{"description":null}}`, "/description", "no description"},
		{`{"op":"updateNode","id":"b","patch":{"name":"B"}}`, "/nodes/1/name", `"b"`},
		{`{"op":"updateNode","id":"b","patch":{"config":{"k":1}}}`, "/nodes/1/config", `"b"`},
		{`{"op":"removeNode","id":"b"}`, "/nodes/1", `"name"`},
		{`{"op":"removeNode","id":"b"}`, "/edges/0", `"name"`},
		{`{"op":"removeEdge","id":"y"}`, "/edges/1", `"priority"`},
		{`{"op":"updateEdge","id":"x","patch":{"priority":1}}`, "/edges/0/priority", `"priority"`},
		{`{"op":"updateEdge","id":"x","patch":{"isDefault":true}}`, "/edges/0/isDefault", `"isDefault"`},
	} {
		set := parseSet(t, `{"ops":[`+c.op+`]}`)
		for name, invert := range map[string]func(*changeset.ChangeSet, *document.Document) (*changeset.ChangeSet, error){
			"Invert": changeset.Invert, "Undo": changeset.Undo,
		} {
			_, err := invert(set, parseDocument(t, text))
			checkRefusal(t, err, changeset.Error{Code: changeset.NotExpressible})
			if refused := new(changeset.Error); !errors.As(err, &refused) || !slices.Contains(refused.Paths, c.path) || !strings.Contains(refused.Reason, c.reason) {
				t.Errorf("%s of %s: %v at %q, want %s", name, c.op, err, refused.Paths, c.path)
			}
		}
	}
}

func TestInvertRefusesASetThatDoesNotApply(t *testing.T) {
	t.Parallel()
	set := parseSet(t, `{"ops":[{"op":"removeNode","id":"nope"}]}`)
	_, err := changeset.Invert(set, parseDocument(t, orders))
	checkRefusal(t, err, changeset.Error{Code: changeset.TargetMissing, OpIndex: new(int)})
	_, err = changeset.Undo(set, parseDocument(t, orders))
	checkRefusal(t, err, changeset.Error{Code: changeset.TargetMissing, OpIndex: new(int)})
}

func TestInvertGivesBackTheStart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: rapid.Bool().Draw(t, "complete")}
		before := drawDocument(t, w, "before")
		set := w.drawSet(t, before, "set")
		after := mustApply(t, before, set)
		inverse, err := changeset.Invert(set, before)
		if err != nil {
			if refused := new(changeset.Error); w.complete || !errors.As(err, &refused) || refused.Code != changeset.NotExpressible || len(refused.Paths) == 0 {
				t.Fatal(err)
			}
			return
		}
		again, err := changeset.Parse(inverse.Text())
		if err != nil {
			t.Fatal(err)
		}
		back := mustApply(t, after, again)
		if revision.OfDocument(back) != revision.OfDocument(before) || inverse.BaseRevision != revision.OfDocument(after) {
			t.Fatalf("before %s\nset %s\ninverse %s\nback %s", before.Text(), set.Text(), inverse.Text(), back.Text())
		}
	})
}

func TestUndoGivesBackTheStartInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := writing{complete: true}
		before := drawDocument(t, w, "before")
		set := w.drawSet(t, before, "set")
		undo, err := changeset.Undo(set, before)
		if err != nil {
			t.Fatal(err)
		}
		back := mustApply(t, mustApply(t, before, set), undo)
		if got, want := contentOf(back), contentOf(before); !got.equals(want) {
			t.Fatalf("before %s\nset %s\nundo %s\nback %s", before.Text(), set.Text(), undo.Text(), back.Text())
		}
	})
}
