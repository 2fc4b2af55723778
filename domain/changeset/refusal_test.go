package changeset_test

import (
	"errors"
	"strings"
	"testing"

	"heddle.dev/heddle/domain/changeset"
)

func TestRefusalsNameTheThingAndWhatExists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		op, code string
		reason   []string
	}{
		{`7`, "malformed", []string{"object", "number"}},
		{`{}`, "malformed", []string{`"op"`}},
		{`{"op":null}`, "malformed", []string{"op", "null"}},
		{`{"op":"adNode"}`, "malformed", []string{`"adNode"`, `"addNode"`}},
		{`{"op":"explode"}`, "malformed", []string{`"explode"`, `"metadata"`}},
		{`{"op":"addNode","nod":{}}`, "malformed", []string{`"nod"`, `"node"`}},
		{`{"op":"addNode"}`, "malformed", []string{`"node"`}},
		{`{"op":"addNode","node":[]}`, "malformed", []string{"node", "list"}},
		{`{"op":"addNode","node":{"type":"end","name":"","config":{}}}`, "malformed", []string{`"id"`}},
		{`{"op":"addNode","node":{"id":" ","type":"end","name":"","config":{}}}`, "malformed", []string{"id", "blank"}},
		{`{"op":"addNode","node":{"id":"n","type":"ends","name":"","config":{}}}`, "malformed", []string{`"ends"`, `"end"`}},
		{`{"op":"addNode","node":{"id":"n","type":"end","config":{}}}`, "malformed", []string{`"name"`}},
		{`{"op":"addNode","node":{"id":"n","type":"end","name":"x"}}`, "malformed", []string{`"config"`}},
		{`{"op":"addNode","node":{"id":"n","type":"end","name":"x","config":null}}`, "malformed", []string{"config", "null"}},
		{`{"op":"addNode","node":{"id":"a","type":"end","name":"x","config":{}}}`, "duplicate-id", []string{`"a"`, `"Call"`}},
		{`{"op":"updateNode","id":"a"}`, "malformed", []string{`"patch"`}},
		{`{"op":"updateNode","id":7,"patch":{}}`, "malformed", []string{"id", "number"}},
		{`{"op":"updateNode","id":"a","patch":{"type":"end"}}`, "malformed", []string{`"type"`, `"name"`}},
		{`{"op":"updateNode","id":"a","patch":{"name":null}}`, "malformed", []string{"name", "null"}},
		{`{"op":"updateNode","id":"a","patch":{"config":null}}`, "malformed", []string{"config", "null"}},
		{`{"op":"updateNode","id":"a","patch":{},"unset":"timeout"}`, "malformed", []string{"unset", "text"}},
		{`{"op":"updateNode","id":"a","patch":{},"unset":[1]}`, "malformed", []string{"unset", "number"}},
		{`{"op":"updateNode","id":"a","patch":{"config":{"k":1}},"unset":["k"]}`, "malformed", []string{`"k"`}},
		{`{"op":"updateNode","id":"nope","patch":{"config":{"k":1}},"unset":["k"]}`, "malformed", []string{`"k"`}},
		{`{"op":"updateNode","id":"nope","patch":{}}`, "target-missing", []string{`"nope"`, `"s", "a", "e"`}},
		{`{"op":"renameNode","id":"a"}`, "malformed", []string{`"newId"`}},
		{`{"op":"renameNode","id":"a","newId":""}`, "malformed", []string{"newId", "blank"}},
		{`{"op":"renameNode","id":"a","newID":"b"}`, "malformed", []string{`"newID"`, `"newId"`}},
		{`{"op":"renameNode","id":"nope","newId":"nope"}`, "target-missing", []string{`"nope"`}},
		{`{"op":"renameNode","id":"a","newId":"s"}`, "duplicate-id", []string{`"a"`, `"s"`}},
		{`{"op":"removeNode","id":""}`, "target-missing", nil},
		{`{"op":"removeNode","id":"a","force":true}`, "malformed", []string{`"force"`}},
		{`{"op":"addEdge","edge":{"id":"n","source":"s","target":"e","isDefault":false}}`, "malformed", []string{`"priority"`}},
		{`{"op":"addEdge","edge":{"id":"n","source":"s","target":"e","priority":0}}`, "malformed", []string{`"isDefault"`}},
		{`{"op":"addEdge","edge":{"id":"n","source":"s","target":"e","priority":0.5,"isDefault":false}}`, "malformed", []string{"priority", "0.5"}},
		{`{"op":"addEdge","edge":{"id":"n","source":"s","target":"e","priority":0,"isDefault":"no"}}`, "malformed", []string{"isDefault", "text"}},
		{`{"op":"addEdge","edge":{"id":"n","source":"s","target":"e","priority":0,"isDefault":false,"condition":1}}`, "malformed", []string{"condition"}},
		{`{"op":"addEdge","edge":{"id":"n","source":null,"target":"e","priority":0,"isDefault":false}}`, "malformed", []string{"source"}},
		{`{"op":"addEdge","edge":{"id":"sa","source":"s","target":"e","priority":0,"isDefault":false}}`, "duplicate-id", []string{`"sa"`}},
		{`{"op":"addEdge","edge":{"id":"n","source":"q","target":"e","priority":0,"isDefault":false}}`, "edge-endpoint-missing", []string{"source", `"q"`}},
		{`{"op":"addEdge","edge":{"id":"n","source":"s","target":"q","priority":0,"isDefault":false}}`, "edge-endpoint-missing", []string{"target", `"q"`}},
		{`{"op":"updateEdge","id":"sa","patch":{"id":"x"}}`, "malformed", []string{"id"}},
		{`{"op":"updateEdge","id":"sa","patch":{"target":null}}`, "malformed", []string{"target"}},
		{`{"op":"updateEdge","id":"sa","patch":{"target":"q"}}`, "edge-endpoint-missing", []string{`"q"`}},
		{`{"op":"updateEdge","id":"sa","patch":{},"unset":["priority"]}`, "malformed", []string{`"priority"`}},
		{`{"op":"updateEdge","id":"sx","patch":{}}`, "target-missing", []string{`"sx"`, `"sa"`}},
		{`{"op":"removeEdge","id":"zzzzzzz"}`, "target-missing", []string{`"sa", "ae"`}},
		{`{"op":"metadata","patch":{"id":"x"}}`, "malformed", []string{`"id"`}},
		{`{"op":"metadata","patch":{"name":null}}`, "malformed", []string{"name"}},
		{`{"op":"metadata","patch":{"version":"2"}}`, "malformed", []string{"version"}},
		{`{"op":"metadata","patch":{"description":2}}`, "malformed", []string{"description"}},
		{`{"op":"metadata"}`, "malformed", []string{`"patch"`}},
	} {
		_, err := apply(t, orders, `[{"op":"metadata","patch":{"name":"ok"}},`+c.op+`]`)
		got := new(changeset.Error)
		if !errors.As(err, &got) || string(got.Code) != c.code || got.OpIndex == nil || *got.OpIndex != 1 {
			t.Errorf("%s: %v, want %s at op 1", c.op, err, c.code)
			continue
		}
		for _, part := range c.reason {
			if !strings.Contains(got.Reason, part) {
				t.Errorf("%s: the reason lacks %s: %s", c.op, part, got.Reason)
			}
		}
	}
}
