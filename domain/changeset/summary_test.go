package changeset_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/document/rawjson"
)

func TestSummariesSayWhatHappensInWords(t *testing.T) {
	t.Parallel()
	const added = `{"op":"addNode","node":{"id":"r","type":"wait","name":"Approve refund","config":{}}}`
	const joined = `{"op":"addEdge","edge":{"id":"x","source":"a","target":"r","priority":0,"isDefault":false}}`
	for _, c := range []struct{ ops, plain, known string }{
		{``, `Changes nothing`, `Changes nothing`},
		{
			added + `,{"op":"updateEdge","id":"sa","patch":{}},{"op":"updateEdge","id":"ae","patch":{}}`,
			`Adds the step “Approve refund”, changes 2 edges`, `Adds the step “Approve refund”, changes 2 edges`,
		},
		{added + `,` + joined, `Adds the step “Approve refund”, adds the edge “x”`, `Adds the step “Approve refund”, adds the edge from “Call” to “Approve refund”`},
		{added + `,{"op":"updateNode","id":"r","patch":{"config":{"duration":"PT1S"}}}`, `Adds the step “Approve refund”`, `Adds the step “Approve refund”`},
		{added + `,{"op":"removeNode","id":"r"}`, `Changes nothing`, `Changes nothing`},
		{`{"op":"updateNode","id":"a","patch":{"config":{"timeout":null}},"unset":["z"]}`, `Changes the step “a” (timeout, z)`, `Changes the step “Call” (timeout, z)`},
		{`{"op":"removeNode","id":"a"},{"op":"removeEdge","id":"ae"}`, `Removes the step “a”, removes the edge “ae”`, `Removes the step “Call”, removes the edge from “Call” to “End”`},
		{`{"op":"removeNode","id":"a"},{"op":"removeNode","id":"e"}`, `Removes the steps “a” and “e”`, `Removes the steps “Call” and “End”`},
		{`{"op":"renameNode","id":"a","newId":"b"}`, `Renames the step “a” to “b”`, `Renames the step “Call” to “b”`},
		{`{"op":"removeNode","id":"a"},{"op":"addNode","node":{"id":"a","type":"end","name":"Done","config":{}}}`, `Replaces the step “Done”`, `Replaces the step “Done”`},
		{
			`{"op":"updateNode","id":"a","patch":{"name":"x"}},{"op":"renameNode","id":"e","newId":"f"},{"op":"renameNode","id":"f","newId":"g"},` +
				`{"op":"updateNode","id":"a","patch":{"name":"y","config":{"k":1}}}`,
			`Changes the step “a” (name, k), renames the step “e” to “g”`, `Changes the step “Call” (name, k), renames the step “End” to “g”`,
		},
		{`{"op":"metadata","patch":{"name":"N","version":2}}`, `Changes the workflow’s name and version`, `Changes the workflow’s name and version`},
		{`{"op":"explode"}`, `Holds 1 operation that can’t be read`, `Holds 1 operation that can’t be read`},
		{
			`{"op":"addNode","node":{"id":"1","type":"end","name":" a\n\u202eb ","config":{}}},` + added + `,` +
				`{"op":"addNode","node":{"id":"2","type":"end","name":"","config":{}}},{"op":"addNode","node":{"id":"3","type":"end","name":"","config":{}}}`,
			`Adds 4 steps`, `Adds 4 steps`,
		},
		{`{"op":"addNode","node":{"id":"1","type":"end","name":" a\n\u202eb ","config":{}}}`, `Adds the step “a b”`, `Adds the step “a b”`},
	} {
		set := parseSet(t, `{"ops":[`+c.ops+`]}`)
		if got := changeset.Summarise(set); got != c.plain {
			t.Errorf("%s\n got %s\nwant %s", c.ops, got, c.plain)
		}
		if got := changeset.SummariseFor(set, parseDocument(t, orders)); got != c.known {
			t.Errorf("%s\n got %s\nwant %s", c.ops, got, c.known)
		}
	}
}

func TestSummariesAreOneBoundedLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := string(rawjson.Quote(rapid.String().Draw(t, "name")))
		var ops []string
		for _, id := range []string{"n8", "n9"} {
			ops = append(ops, `{"op":"addNode","node":{"id":"`+id+`","type":"end","name":`+name+`,"config":{}}}`)
		}
		ops = append(ops, rapid.SliceOfN(rapid.Custom(writing{}.drawOp), 0, 10).Draw(t, "ops")...)
		line := changeset.SummariseFor(mustParse(t, ops...), drawDocument(t, writing{}, "document"))
		if line == "" || strings.ContainsAny(line, "\n\r\t\x00\u202e") || utf8.RuneCountInString(line) > 200 {
			t.Fatalf("%q", line)
		}
	})
}
