package composing_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
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

// page is as much of a list as tests look at.
var page = ports.Page{Limit: 100}

// renamed is the task workflow with a person's name on its one step.
func renamed(name string) string {
	return strings.Replace(apptest.Task, `"name":"Ask"`, `"name":"`+name+`"`, 1)
}

// review puts the composition into review mode.
func (b *bench) review(c composition.Composition) composition.Composition {
	b.Helper()
	mode := composition.Review
	c, err := b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, composing.CompositionChanges{ApplyMode: &mode})
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// stopWaiting is the worker that ends the wait for editors.
func (b *bench) stopWaiting() jobs.Pool {
	return jobs.Pool{Kind: composing.StopWaitingJob, Slots: 2, Handler: b.Composing.StopWaiting}
}

// told lists the data of the browser events of a kind, once there are as many as wanted.
func (b *bench) told(kind string, want int) []string {
	b.Helper()
	return apptest.Told(b, b.Store, kind, want)
}

// notices lists the data of the notices of the conversation.
func (b *bench) notices(c composition.Composition) (data []string) {
	b.Helper()
	events, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 1000)
	if err != nil {
		b.Fatal(err)
	}
	for _, event := range events {
		if event.Kind == "notice" {
			data = append(data, event.Data)
		}
	}
	return data
}

// wantMessage takes the messages that wait for agents, and fails the test unless the last one has all of these words.
func (b *bench) wantMessage(words ...string) (message string) {
	b.Helper()
	apptest.Change(b, b.Store, func(ctx context.Context, tx ports.Tx) error {
		late := system.Clock{}.Now().Add(time.Hour) // any server may take a message by then
		waiting, err := tx.ClaimJobs(ctx, composing.DeliverMessageJob, "test", late, late.Add(time.Hour), 100)
		if err != nil || len(waiting) == 0 {
			return err
		}
		var command composing.DeliverMessage
		err = json.Unmarshal([]byte(waiting[len(waiting)-1].Args), &command)
		message = command.Message
		return err
	})
	for _, word := range words {
		if !strings.Contains(strings.ToLower(message), strings.ToLower(word)) {
			b.Errorf("the agent is told\n%s\nwithout %q", message, word)
		}
	}
	return message
}
