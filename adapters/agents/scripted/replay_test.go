package scripted_test

import (
	"testing"

	"heddle.dev/heddle/adapters/agents/scripted"
)

const askAndTell = `
name: ask and tell
about: asks and tells
match: x
steps:
  - say: I look.
  - call: look
    as: seen
  - say: There is nothing.
    stopIf: seen.empty
  - say: I saw ${seen.what}.
  - call: keep
    arguments: {what: "${seen.what}"}
  - say: Kept.
`

func TestAPlaybookIsFoundAgainFromItsOutputs(t *testing.T) {
	t.Parallel()
	book, err := scripted.ParsePlaybook([]byte(askAndTell))
	if err != nil {
		t.Fatal(err)
	}
	saw := scripted.Output{Text: `{"what":"a door"}`}
	for name, c := range map[string]struct {
		outputs              []scripted.Output
		say, tool, arguments string
	}{
		"at first":         {nil, "I look.", "look", "{}"},
		"with a result":    {[]scripted.Output{saw}, "I saw a door.", "keep", `{"what":"a door"}`},
		"to the end":       {[]scripted.Output{saw, {Text: "ok"}}, "Kept.", "", ""},
		"to an early end":  {[]scripted.Output{{Text: `{"empty":true}`}}, "There is nothing.", "", ""},
		"to a failed call": {[]scripted.Output{saw, {Text: "no room", IsError: true}}, "I stop here, because keep failed: no room", "", ""},
		"to a wrong result": {
			[]scripted.Output{{Text: `{"who":"Ada"}`}},
			`The playbook "ask and tell" could not go on: ${seen.what}: there is no "what"; did you mean "who"?`, "", "",
		},
	} {
		move := book.Next(c.outputs)
		if move.Say != c.say || move.Tool != c.tool || string(move.Arguments) != c.arguments {
			t.Errorf("%s: %q, then %s %s", name, move.Say, move.Tool, move.Arguments)
		}
	}
	if _, err := scripted.ParsePlaybook([]byte("name: [")); err == nil {
		t.Error("what is no playbook was read")
	}
}
