package reference

import (
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/changeset"
)

// Op is one operation of change sets, with an example. All examples, in order, are a change set that applies to Document.
type Op struct {
	Kind    changeset.OpKind
	Does    string
	Example string
}

// Ops lists every operation.
func Ops() []Op {
	return []Op{
		{
			changeset.AddNode, "Adds a whole node, without a position.",
			`{"op": "addNode", "node": {"id": "remind", "type": "wait", "name": "Give it time", "config": {"duration": "P1D"}}}`,
		},
		{
			changeset.AddEdge, "Adds a whole edge; both ends must exist by then.",
			`{"op": "addEdge", "edge": {"id": "remind-done", "source": "remind", "target": "done", "priority": 0, "isDefault": false}}`,
		},
		{
			changeset.UpdateEdge, "Sets the given fields of an edge, and removes those in `unset`.",
			`{"op": "updateEdge", "id": "approve-done", "patch": {"target": "remind", "label": "refused"}}`,
		},
		{
			changeset.UpdateNode, "Sets name and the given keys of config (merged one level deep), and removes the config keys in `unset`. A null is stored; it does not remove.",
			`{"op": "updateNode", "id": "arrived", "patch": {"name": "Wait for the parcel", "config": {"timeout": "P7D"}}, "unset": ["lookback"]}`,
		},
		{
			changeset.RenameNode, "Gives a node another id; its edges follow.",
			`{"op": "renameNode", "id": "cool-off", "newId": "pause"}`,
		},
		{
			changeset.RemoveEdge, "Removes an edge.",
			`{"op": "removeEdge", "id": "cool-off-done"}`,
		},
		{
			changeset.RemoveNode, "Removes a node with all its edges.",
			`{"op": "removeNode", "id": "pause"}`,
		},
		{
			changeset.AddEdge, "Here to mend what the removal left open.",
			`{"op": "addEdge", "edge": {"id": "arrived-done", "source": "arrived", "target": "done", "priority": 0, "isDefault": false}}`,
		},
		{
			changeset.Metadata, "Sets name, description or version of the document.",
			`{"op": "metadata", "patch": {"description": "Checks a return and waits for the parcel."}}`,
		},
	}
}

// ChangeSet is all examples as one change set on a base revision.
func ChangeSet(baseRevision string) string {
	ops := Ops()
	texts := make([]string, len(ops))
	for i, op := range ops {
		texts[i] = "    " + op.Example
	}
	return "{\n  \"id\": \"shorten-the-wait\",\n  \"baseRevision\": \"" + baseRevision +
		"\",\n  \"summary\": \"Wait a week for the parcel and drop the pause\",\n  \"ops\": [\n" + strings.Join(texts, ",\n") + "\n  ]\n}"
}

func changeSetsText() string {
	var text strings.Builder
	text.WriteString(`A change set is an ordered list of operations that is applied whole or not at all. ` + "`baseRevision`" + ` is the
contentRevision of the document that you have read last; if the document has changed since, the set is refused as stale. Later
operations see what earlier ones did.

| op | what it does |
| --- | --- |
`)
	described := map[changeset.OpKind]bool{}
	for _, op := range Ops() {
		if !described[op.Kind] {
			fmt.Fprintf(&text, "| `%s` | %s |\n", op.Kind, op.Does)
		}
		described[op.Kind] = true
	}
	example(&text, "Each of them once, on the document of the section `document`", ChangeSet("sha256:…"))
	return text.String()
}
