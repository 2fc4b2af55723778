package composing_test

import (
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

// bench is Heddle with its agents played by calls.
type bench struct {
	*apptest.Heddle
}

func onBenches(t *testing.T, test func(b *bench)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(&bench{apptest.New(t, store, nil)}) })
}

// addNode is a change set that adds an end node under the name.
func addNode(base, id string) []byte {
	return []byte(`{"id":"cs-` + id + `","baseRevision":"` + base + `","author":"user","summary":"Add ` + id + `","ops":[` +
		`{"op":"addNode","node":{"id":"` + id + `","type":"end","name":"` + id + `","config":{}}}]}`)
}

// propose adds a node to the turn's working copy, which has to be taken.
func (b *bench) propose(agent composing.Agent, id string) {
	b.Helper()
	view, err := b.Composing.ViewForAgent(b.Context(), agent)
	if err != nil {
		b.Fatal(err)
	}
	outcome, err := b.Composing.ProposeChangeSet(b.Context(), agent, addNode(string(view.Workflow.ContentRevision), id))
	if err != nil || outcome.Refused != nil {
		b.Fatalf("%v, %v", outcome.Refused, err)
	}
}

// end ends a turn.
func (b *bench) end(c composition.Composition, turn composition.Turn, outcome composition.Outcome) composition.Turn {
	b.Helper()
	if err := b.Composing.EndTurn(b.Context(), c.ID, turn.ID, outcome, ""); err != nil {
		b.Fatal(err)
	}
	return b.turn(c, turn)
}

func (b *bench) turn(c composition.Composition, turn composition.Turn) composition.Turn {
	b.Helper()
	found, err := b.Composing.GetTurn(b.Context(), b.Owner, c.ID, turn.ID)
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// proposal makes a turn whose change set is pending.
func (b *bench) proposal(c composition.Composition, ids ...string) composition.Turn {
	b.Helper()
	turn := b.Say(c, "add "+ids[0])
	agent := b.Agent(c, turn)
	for _, id := range ids {
		b.propose(agent, id)
	}
	return b.end(c, turn, composition.Completed)
}

// wantFault fails the test unless the error has the code.
func (b *bench) wantFault(what string, err error, kind fault.Kind, code string) {
	b.Helper()
	if fault.KindOf(err) != kind || fault.CodeOf(err) != code {
		b.Errorf("%s: got %v, want %s with code %s", what, err, kind, code)
	}
}

func hasProblem(problems []fault.Problem, item, code string) bool {
	for _, problem := range problems {
		if problem.Item == item && problem.Code == code {
			return true
		}
	}
	return false
}
