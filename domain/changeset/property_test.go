package changeset_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/revision"
)

// anyOp draws ops over few ids, so that some fit the document and some do not.
func anyOp() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		id := func(label string) string { return rapid.SampledFrom([]string{"s", "a", "e", "n", "m"}).Draw(t, label) }
		edgeID := rapid.SampledFrom([]string{"sa", "ae", "x", "y"}).Draw(t, "edge")
		return rapid.SampledFrom([]string{
			fmt.Sprintf(`{"op":"addNode","node":{"id":%q,"type":"action","name":"N","config":{}}}`, id("id")),
			fmt.Sprintf(`{"op":"updateNode","id":%q,"patch":{"config":{"k":1.0}},"unset":["timeout"]}`, id("id")),
			fmt.Sprintf(`{"op":"renameNode","id":%q,"newId":%q}`, id("id"), id("new")),
			fmt.Sprintf(`{"op":"removeNode","id":%q}`, id("id")),
			fmt.Sprintf(`{"op":"addEdge","edge":{"id":%q,"source":%q,"target":%q,"priority":1,"isDefault":false}}`, edgeID, id("source"), id("target")),
			fmt.Sprintf(`{"op":"updateEdge","id":%q,"patch":{"source":%q,"x":null},"unset":["label"]}`, edgeID, id("source")),
			fmt.Sprintf(`{"op":"removeEdge","id":%q}`, edgeID),
			`{"op":"metadata","patch":{"name":"M","version":3}}`,
			`{"op":"nonsense"}`,
		}).Draw(t, "op")
	})
}

func TestApplyIsAtomicAndNeverChangesItsInput(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ops := rapid.SliceOfN(anyOp(), 0, 12).Draw(t, "ops")
		before, err := document.Parse([]byte(orders))
		if err != nil {
			t.Fatal(err)
		}
		set, err := changeset.Parse([]byte(`{"ops":[` + strings.Join(ops, ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		after, err := changeset.Apply(before, set)
		if string(before.Text()) != orders {
			t.Fatal("the input was changed")
		}
		oneByOne, failedAt := applyOneByOne(t, before, ops)
		if err != nil {
			refused := new(changeset.Error)
			if after != nil || !errors.As(err, &refused) || *refused.OpIndex != failedAt {
				t.Fatalf("%v, want a refusal of op %d", err, failedAt)
			}
			return
		}
		if !bytes.Equal(after.Text(), oneByOne.Text()) {
			t.Fatalf("at once %s\none by one %s", after.Text(), oneByOne.Text())
		}
		checkViewMatchesText(t, after)
	})
}

// applyOneByOne applies each op as a set of its own to the parsed text of the result before.
func applyOneByOne(t *rapid.T, d *document.Document, ops []string) (result *document.Document, failedAt int) {
	for i, op := range ops {
		set, err := changeset.Parse([]byte(`{"ops":[` + op + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		after, err := changeset.Apply(d, set)
		if err != nil {
			return d, i
		}
		if d, err = document.Parse(after.Text()); err != nil {
			t.Fatal(err)
		}
	}
	return d, -1
}

// checkViewMatchesText compares what an edit left with what parsing its text gives.
func checkViewMatchesText(t *rapid.T, d *document.Document) {
	again, err := document.Parse(d.Text())
	if err != nil {
		t.Fatalf("the result is no document: %v", err)
	}
	if revision.OfDocument(d) != revision.OfDocument(again) || d.Name() != again.Name() {
		t.Fatal("the result's view differs from its text")
	}
	if len(d.Nodes()) != len(again.Nodes()) || len(d.Edges()) != len(again.Edges()) {
		t.Fatal("the result's elements differ from its text")
	}
	for i, edge := range again.Edges() {
		if other := d.Edges()[i]; other.ID() != edge.ID() || other.Source() != edge.Source() || other.Target() != edge.Target() {
			t.Fatalf("edge %s differs from its text", edge.ID())
		}
	}
}

func FuzzApply(f *testing.F) {
	f.Add([]byte(orders), []byte(`{"ops":[{"op":"removeNode","id":"a"},{"op":"metadata","patch":{"version":1}}]}`))
	f.Add([]byte(`{"nodes":[{"id":"a"},{"id":"a"}],"edges":[{"id":"e","source":"a","target":"a"}]}`),
		[]byte(`{"ops":[{"op":"renameNode","id":"a","newId":"b"},{"op":"removeNode","id":"a"},{"op":"updateEdge","id":"e","patch":{"condition":"x"}}]}`))
	f.Fuzz(func(t *testing.T, documentText, setText []byte) {
		before, err := document.Parse(documentText)
		if err != nil {
			return
		}
		set, err := changeset.Parse(setText)
		if err != nil {
			return
		}
		after, err := changeset.Apply(before, set)
		if !bytes.Equal(before.Text(), documentText) {
			t.Error("the input was changed")
		}
		if err != nil {
			return
		}
		again, err := document.Parse(after.Text())
		if err != nil {
			t.Fatalf("the result is no document: %v\n%s", err, after.Text())
		}
		if revision.OfDocument(again) != revision.OfDocument(after) {
			t.Errorf("the result's view differs from its text %s", after.Text())
		}
	})
}
