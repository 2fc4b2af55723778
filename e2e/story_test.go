package e2e_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

const (
	goal   = "Please build a refund intake"
	refund = `{"customerEmail": "ada@example.com", "orderId": "o-17", "amount": 42.50, "reason": "it broke"}`
)

func TestAGoalBecomesAWorkflowThatSurvivesAKill(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		script := newGate(t)
		workflow := composeRefundIntake(t, s, script)
		start := s.Listen("", "").LastID()
		instance := s.Begin(workflow.Id, refund)
		listening := s.Listen("instance="+instance.Id, start)
		listening.Await("instance-changed", `"waiting"`)
		script.awaitStart(t, 1)
		s.Kill()
		before := listening.Events()
		script.open(t)
		s.Restart()
		resumed := s.Listen("instance="+instance.Id, listening.LastID())

		task := s.OpenTask(instance.Id)
		if task.Title != "Refund for order o-17" {
			t.Errorf("the task is %q", task.Title)
		}
		requireScriptFinishedOnce(t, s, script, instance)
		refuseWrongForm(t, s, instance, task)
		if done := s.Complete(instance.Id, task, `{"approved": true, "comment": "ok"}`); done.Status != "completed" {
			t.Fatalf("the instance is %s: %+v", done.Status, done.Failure)
		}
		requireWholeHistory(t, s.History(instance.Id))
		resumed.Await("instance-changed", `"completed"`)
		requireNoneMissedNoneDoubled(t, s, start, instance, append(before, resumed.Events()...))
	}, heddletest.Durable())
}

// composeRefundIntake lets the agent compose the workflow and publishes it with the script in the place of the agent's.
func composeRefundIntake(t *testing.T, s *heddletest.Server, script gate) api.Workflow {
	t.Helper()
	composition := s.Compose("Refund intake")
	listening := s.Listen("composition="+composition.Id, "")
	turn := s.Ask(composition.Id, goal)
	s.Agent()
	listening.Await("composition-changeset", turn.Id)
	requireProposalOnly(t, s, turn)
	applied := s.ApplyPending(composition.Id)
	if applied.LastAuthor != "ai" || *applied.LastTurnId != turn.Id || len(applied.Problems) > 0 {
		t.Errorf("the workflow was applied as %s's, turn %v, with the problems %v", applied.LastAuthor, applied.LastTurnId, applied.Problems)
	}
	if strings.Count(string(applied.Content), `"position"`) != 4 {
		t.Errorf("not every node was placed: %s", applied.Content)
	}
	s.Save(s.Items(composition.Id)[1], script.actionType("check-refund-amount"))
	return s.Publish(composition.Id)
}

// requireProposalOnly looks at what a turn has to leave: a draft of the action type, a receipt, and a workflow that
// nobody has changed yet.
func requireProposalOnly(t *testing.T, s *heddletest.Server, turn api.Turn) {
	t.Helper()
	composition, items := s.Composition(turn.CompositionId), s.Items(turn.CompositionId)
	if composition.Goal != goal || composition.TurnState != "idle" || composition.PendingTurnId == nil || *composition.PendingTurnId != turn.Id {
		t.Errorf("after the turn the composition is %+v", composition)
	}
	if len(items) != 2 || items[0].LastAuthor != "user" || items[1].Name != "check-refund-amount" || items[1].LastAuthor != "ai" {
		t.Errorf("after the turn the drafts are %+v", items)
	}
	if turn.Receipt.OpsApplied != 8 || !slices.Equal(turn.TouchedItems, []string{"action-type/check-refund-amount"}) {
		t.Errorf("the receipt is %+v, for %v", *turn.Receipt, turn.TouchedItems)
	}
	said := s.Conversation(composition.SessionId)
	if first, last := said[0].Kind, said[len(said)-1].Kind; first != "user-message" || last != "turn-complete" {
		t.Errorf("the conversation goes from %s to %s", first, last)
	}
}

func requireScriptFinishedOnce(t *testing.T, s *heddletest.Server, script gate, instance api.Instance) {
	t.Helper()
	if started, finished := script.started(), script.finished(); len(started) != 2 || len(finished) != 1 || started[0] != started[1] {
		t.Errorf("the script started for %v and finished for %v, want twice and once for one activation", started, finished)
	}
	logs := s.Logs(instance.Id)
	outcomes := make([]string, len(logs))
	for i, log := range logs {
		if log.Outcome != nil {
			outcomes[i] = *log.Outcome
		}
	}
	if !slices.Equal(outcomes, []string{"", "succeeded"}) {
		t.Errorf("the attempts ended as %q, want one cut off and one that succeeded", outcomes)
	}
}

func refuseWrongForm(t *testing.T, s *heddletest.Server, instance api.Instance, task api.Task) {
	t.Helper()
	r, err := s.API.CompleteTaskWithResponse(context.Background(), instance.Id, task.Number, api.TaskOutput{Output: []byte(`{"approved": "maybe"}`)})
	if err != nil {
		t.Fatal(err)
	}
	problem := r.ApplicationproblemJSONDefault
	if problem == nil || problem.Status != 422 || problem.Problems == nil || *(*problem.Problems)[0].Field != "approved" {
		t.Errorf("a form that does not fit was answered with %s", r.Body)
	}
}

// requireWholeHistory compares the history with the way through the document.
func requireWholeHistory(t *testing.T, history []api.HistoryEntry) {
	t.Helper()
	var way []string
	for i, entry := range history {
		if entry.Seq != int64(i)+1 {
			t.Errorf("entry %d has the number %d", i+1, entry.Seq)
		}
		step := entry.Kind + " " + *entry.NodeId
		if entry.EdgeId != nil {
			step = entry.Kind + " " + *entry.EdgeId
		}
		way = append(way, step)
	}
	want := []string{
		"entered request", "completed request", "edge-taken request-check",
		"entered check-amount", "completed check-amount", "edge-taken check-approval",
		"entered approval", "completed approval", "edge-taken approval-done",
		"entered done", "completed done",
	}
	if !slices.Equal(way, want) {
		t.Errorf("the history is %q", way)
	}
}

// requireNoneMissedNoneDoubled compares what a listener got before and after the kill with what a fresh one gets of
// all that is stored.
func requireNoneMissedNoneDoubled(t *testing.T, s *heddletest.Server, start string, instance api.Instance, got []heddletest.Event) {
	t.Helper()
	all := s.Listen("instance="+instance.Id, start)
	all.Await("instance-changed", `"completed"`)
	if stored := all.Events(); !slices.Equal(got, stored) {
		t.Errorf("the listener got\n%v, stored are\n%v", got, stored)
	}
}
