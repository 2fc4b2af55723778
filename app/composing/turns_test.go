package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

func TestATurnThatProposesLeavesItsCombinedSetPending(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		before := b.Workflow(c)
		turn := b.proposal(c, "n1", "n2")
		if turn.Outcome != composition.Completed || turn.Receipt.OpsApplied != 2 || turn.EndedAt == nil {
			b.Errorf("turn: %+v, receipt %+v", turn, turn.Receipt)
		}
		c = b.Reload(c)
		if c.Pending == nil || c.Pending.TurnID != turn.ID || c.TurnState != composition.Idle {
			b.Fatalf("composition: %+v", c)
		}
		set, err := changeset.Parse([]byte(c.Pending.ChangeSet))
		if err != nil || len(set.Ops()) != 2 || string(set.BaseRevision) != string(before.ContentRevision) {
			b.Errorf("pending: %s, %v", c.Pending.ChangeSet, err)
		}
		if b.Workflow(c).Content != apptest.Task {
			b.Error("the draft changed before anybody applied the set")
		}
	})
}

func TestAppliedOnTheServerThePendingSetIsTheTurnsRevision(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "n1")
		item, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, "")
		if err != nil {
			b.Fatal(err)
		}
		if item.LastAuthor != composition.ByAI || item.LastTurnID != turn.ID || !strings.Contains(item.Content, `"position"`) {
			b.Errorf("%+v", item.Item)
		}
		if b.Reload(c).Pending != nil {
			b.Error("it is still pending")
		}
		_, err = b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, "")
		b.wantFault("once more", err, fault.KindConflict, "nothing-pending")
	})
}

func TestASaveThatIsExactlyTheTurnsSetIsTheTurnsRevision(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn, proposed := b.proposedText(c)
		saved := b.saveFor(c, turn, proposed)
		if saved.LastAuthor != composition.ByAI || saved.LastTurnID != turn.ID {
			b.Errorf("%+v", saved.Item)
		}
		if b.Reload(c).Pending != nil {
			b.Error("it is still pending")
		}
		if _, err := b.Composing.ResolveChangeSet(b.Context(), b.Owner, c.ID, composing.Resolution{TurnID: turn.ID, Outcome: composing.Applied}); err != nil {
			b.Errorf("the resolution after the save: %v", err)
		}
		_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, saved.ID, composing.Save{
			Content: []byte(apptest.Task), BaseRevision: saved.ContentRevision, TurnID: turn.ID,
		})
		b.wantFault("a second save for the turn", err, fault.KindConflict, "not-pending")
	})
}

func TestASaveThatThePersonEditedOnTheWayIsThePersons(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn, proposed := b.proposedText(c)
		saved := b.saveFor(c, turn, strings.Replace(proposed, `"name":"n1"`, `"name":"mine"`, 1))
		if saved.LastAuthor != composition.ByUser || saved.LastTurnID != "" || b.Reload(c).Pending != nil {
			b.Errorf("%+v, pending %v", saved.Item, b.Reload(c).Pending)
		}
	})
}

// proposedText makes a turn whose set is pending, and answers it with the workflow as the set makes it.
func (b *bench) proposedText(c composition.Composition) (composition.Turn, string) {
	b.Helper()
	turn := b.Say(c, "add")
	agent := b.Agent(c, turn)
	b.propose(agent, "n1")
	view, err := b.Composing.ViewForAgent(b.Context(), agent)
	if err != nil {
		b.Fatal(err)
	}
	return b.end(c, turn, composition.Completed), view.Workflow.Content
}

// saveFor saves the workflow as an editor does that applied the turn's set.
func (b *bench) saveFor(c composition.Composition, turn composition.Turn, text string) composing.CheckedItem {
	b.Helper()
	before := b.Workflow(c)
	saved, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, before.ID, composing.Save{
		Content: []byte(text), BaseRevision: before.ContentRevision, TurnID: turn.ID,
	})
	if err != nil {
		b.Fatal(err)
	}
	return saved
}

func TestAStaleSaveWithATurnsIDLeavesTheSetPending(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "n1")
		_, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, b.Workflow(c).ID, composing.Save{
			Content: []byte(apptest.Pause), BaseRevision: "sha256:old", TurnID: turn.ID,
		})
		b.wantFault("save", err, fault.KindStale, "stale")
		if b.Reload(c).Pending == nil {
			b.Error("the pending set is lost")
		}
	})
}

func TestWhatEditorsTellOfAPendingSet(t *testing.T) {
	t.Parallel()
	for resolution, want := range map[composing.ResolutionOutcome]struct {
		code    string
		pending bool
	}{
		composing.Applied: {"not-saved", true}, composing.Accepted: {"not-saved", true}, composing.Unusable: {"internal", true},
		composing.Rejected: {"internal", false}, composing.Stale: {"internal", true},
	} {
		t.Run(string(resolution), func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				c := b.Compose("", apptest.Task)
				turn := b.proposal(c, "n1")
				_, err := b.Composing.ResolveChangeSet(b.Context(), b.Owner, c.ID, composing.Resolution{TurnID: turn.ID, Outcome: resolution})
				if (err != nil) != (want.code != "internal") || err != nil && fault.CodeOf(err) != want.code {
					b.Errorf("got %v", err)
				}
				if pending := b.Reload(c).Pending != nil; pending != want.pending {
					b.Errorf("pending: %v", pending)
				}
				if b.turn(c, turn).ChangeSet == "" {
					b.Error("the turn forgot its set")
				}
			})
		})
	}
}

func TestATurnBuildsOnThePendingSetAndReplacesIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		before := b.Workflow(c)
		b.proposal(c, "n1")
		second := b.proposal(c, "n2", "n3")
		if second.Receipt.OpsApplied != 2 {
			b.Errorf("the second turn's receipt: %+v", second.Receipt)
		}
		pending := b.Reload(c).Pending
		set, err := changeset.Parse([]byte(pending.ChangeSet))
		if err != nil || pending.TurnID != second.ID || len(set.Ops()) != 3 || string(set.BaseRevision) != string(before.ContentRevision) {
			b.Fatalf("pending: %+v, %v", pending, err)
		}
		item, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, "")
		if err != nil {
			b.Fatal(err)
		}
		for _, id := range []string{"n1", "n2", "n3"} {
			if !strings.Contains(item.Content, `"id":"`+id+`"`) {
				b.Errorf("%s is missing in %s", id, item.Content)
			}
		}
	})
}

func TestATurnThatProposesNothingLeavesAnOlderSetPending(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		first := b.proposal(c, "n1")
		turn := b.Say(c, "thank you")
		b.Agent(c, turn)
		if ended := b.end(c, turn, composition.Completed); ended.ChangeSet != "" || ended.Receipt.OpsApplied != 0 {
			b.Errorf("%+v", ended)
		}
		if pending := b.Reload(c).Pending; pending == nil || pending.TurnID != first.ID {
			b.Errorf("pending: %+v", pending)
		}
	})
}

func TestPeopleAreToldThatASetWhichNoLongerFitsGivesWay(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.proposal(c, "n1")
		b.Save(c, b.Workflow(c), strings.Replace(b.Workflow(c).Content, `"id":"e","type"`, `"id":"n1","type"`, 1))
		b.Say(c, "something else")
		if said := strings.Join(b.notices(c), " "); !strings.Contains(said, "no longer fit the workflow") || strings.Contains(said, "[") {
			b.Errorf("people are told %q", said)
		}
	})
}

func TestAPendingSetIsCarriedOverToWhatThePersonMadeMeanwhile(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.proposal(c, "n1")
		theirs := strings.Replace(apptest.Task, `"name":"Task"`, `"name":"Theirs"`, 1)
		b.Save(c, b.Workflow(c), theirs)
		turn := b.Say(c, "once more")
		view, err := b.Composing.ViewForAgent(b.Context(), b.Agent(c, turn))
		if err != nil || !strings.Contains(view.Workflow.Content, `"n1"`) || !strings.Contains(view.Workflow.Content, "Theirs") {
			b.Errorf("the agent sees %s, %v", view.Workflow.Content, err)
		}
		b.end(c, turn, composition.Interrupted)
		applied, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, "")
		if err != nil || !strings.Contains(applied.Content, `"n1"`) || !strings.Contains(applied.Content, "Theirs") || applied.LastAuthor != composition.ByAI {
			b.Errorf("applied %s, %v", applied.Content, err)
		}
		if b.Reload(c).Pending != nil {
			b.Error("the set still waits")
		}
	})
}

func TestAPendingSetThatConflictsIsNotAppliedAndNotBuiltOn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.proposal(c, "n1")
		theirs := strings.ReplaceAll(apptest.Pause, `"w"`, `"n1"`)
		b.Save(c, b.Workflow(c), theirs)
		_, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, "")
		b.wantFault("apply", err, fault.KindConflict, "change-set-conflicts")
		if f := fault.As(err); f == nil || len(f.Problems) == 0 || f.Problems[0].NodeID != "n1" {
			b.Errorf("the conflict is not named: %v", err)
		}
		if b.Workflow(c).Content != theirs || b.Reload(c).Pending == nil {
			b.Error("something changed")
		}
		turn := b.Say(c, "once more")
		agent := b.Agent(c, turn)
		view, err := b.Composing.ViewForAgent(b.Context(), agent)
		if err != nil || view.Workflow.Content != theirs {
			b.Errorf("the agent sees %s, %v", view.Workflow.Content, err)
		}
		b.propose(agent, "n2")
		b.end(c, turn, composition.Completed)
		if pending := b.Reload(c).Pending; pending == nil || pending.TurnID != turn.ID || strings.Contains(pending.ChangeSet, "n1") {
			b.Errorf("pending: %+v", pending)
		}
	})
}

func TestAnInterruptedTurnKeepsItsSetForThePersonToRead(t *testing.T) {
	t.Parallel()
	for _, outcome := range []composition.Outcome{composition.Failed, composition.Interrupted, composition.Abandoned} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			onBenches(t, func(b *bench) {
				c := b.Compose("", apptest.Task)
				turn := b.Say(c, "add")
				b.propose(b.Agent(c, turn), "n1")
				ended := b.end(c, turn, outcome)
				if ended.Outcome != outcome || !strings.Contains(ended.ChangeSet, "n1") {
					b.Errorf("%+v", ended)
				}
				if c = b.Reload(c); c.Pending != nil || c.TurnState != composition.Idle {
					b.Errorf("%+v", c)
				}
				b.end(c, turn, composition.Completed)
				if again := b.turn(c, turn); again.Outcome != outcome || b.Reload(c).Pending != nil {
					b.Errorf("a second end counted: %+v", again)
				}
			})
		})
	}
}

func TestOneTurnRunsAtATime(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		turn := b.Say(c, "the goal")
		_, err := b.Composing.SendMessage(b.Context(), b.Owner, c.ID, composing.Message{Text: "more"}, idempotency.Key{})
		b.wantFault("a second message", err, fault.KindConflict, "turn-running")
		if fault.As(err).Details["turnId"] != turn.ID {
			b.Errorf("details: %v", fault.As(err).Details)
		}
		if goal := b.Reload(c).Goal; goal != "the goal" {
			b.Errorf("the goal is %q", goal)
		}
		key := idempotency.NewKey(b.Owner, "sendMessage", "k", nil)
		b.end(c, turn, composition.Completed)
		first, err := b.Composing.SendMessage(b.Context(), b.Owner, c.ID, composing.Message{Text: "again"}, key)
		if err != nil {
			b.Fatal(err)
		}
		if second, err := b.Composing.SendMessage(b.Context(), b.Owner, c.ID, composing.Message{Text: "again"}, key); err != nil || second.ID != first.ID {
			b.Errorf("repeated with its key: %s, %v", second.ID, err)
		}
	})
}

func TestADeletedCompositionIsGoneWithEverythingInIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task, apptest.CheckAmount)
		d := b.Publish(c)
		turn := b.Say(c, "hello")
		agent := b.Agent(c, turn)
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		if err := b.Composing.EndTurn(b.Context(), c.ID, turn.ID, composition.Completed, ""); err != nil {
			b.Errorf("the end of its turn: %v", err)
		}
		_, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount))
		b.wantFault("save", err, fault.KindNotFound, "not-found")
		_, err = b.Composing.GetSession(b.Context(), b.Owner, c.SessionID)
		b.wantFault("session", err, fault.KindNotFound, "not-found")
		if _, err := b.Cataloguing.GetWorkflow(b.Context(), b.Owner, d.ID); err != nil {
			b.Errorf("what was published: %v", err)
		}
	})
}
