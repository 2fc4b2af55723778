package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const look = `{"name":"look","description":"d","parameters":{"type":"object","properties":{}},"language":"bash","source":"true"}`

// undo undoes a turn, first dry: the answers have to be the same, and the dry run must change nothing.
func (b *bench) undo(c composition.Composition, turn composition.Turn) composing.Undone {
	b.Helper()
	before := b.contents(c)
	dry, err := b.Composing.UndoTurn(b.Context(), b.Owner, c.ID, turn.ID, "", true)
	if err != nil {
		b.Fatal(err)
	}
	if after := b.contents(c); after != before {
		b.Errorf("the dry run changed\n%s\nto\n%s", before, after)
	}
	undone, err := b.Composing.UndoTurn(b.Context(), b.Owner, c.ID, turn.ID, "", false)
	if err != nil {
		b.Fatal(err)
	}
	if dry.String() != undone.String() || dry.Workflow.Content != undone.Workflow.Content {
		b.Errorf("the dry run told\n%+v\nbut it became\n%+v", dry, undone)
	}
	return undone
}

// contents is all drafts in one text.
func (b *bench) contents(c composition.Composition) string {
	b.Helper()
	var all strings.Builder
	for _, item := range b.Items(c) {
		all.WriteString(item.Label() + " " + item.Content + "\n")
	}
	return all.String()
}

// revisions is the content revisions of all drafts in one text. Where nodes stand is no part of them.
func (b *bench) revisions(c composition.Composition) string {
	b.Helper()
	var all strings.Builder
	for _, item := range b.Items(c) {
		all.WriteString(item.Label() + " " + string(item.ContentRevision) + "\n")
	}
	return all.String()
}

// fates lists what became of the items, as name=fate.
func fates(undone composing.Undone) string {
	listed := []string{"workflow=" + string(undone.Workflow.Fate)}
	for _, item := range undone.Items {
		listed = append(listed, item.Name+"="+string(item.Fate))
	}
	return strings.Join(listed, " ")
}

// upsert saves an action type or tool as the agent.
func (b *bench) upsert(agent composing.Agent, itemType composition.ItemType, text string) {
	b.Helper()
	if _, err := b.Composing.SaveForAgent(b.Context(), agent, itemType, []byte(text)); err != nil {
		b.Fatal(err)
	}
}

func (b *bench) apply(c composition.Composition) {
	b.Helper()
	if _, err := b.Composing.ApplyPending(b.Context(), b.Owner, c.ID, ""); err != nil {
		b.Fatal(err)
	}
}

func TestUndoTakesBackAllThatATurnChanged(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task, apptest.CheckAmount)
		b.AddDraft(c, composition.ToolItem, look)
		before := b.revisions(c)

		turn := b.Say(c, "change everything")
		agent := b.Agent(c, turn)
		if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ActionTypeItem, "check-amount"); err != nil {
			b.Fatal(err)
		}
		if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil {
			b.Fatal(err)
		}
		b.upsert(agent, composition.ActionTypeItem, strings.Replace(apptest.CheckAmount, `"Check"`, `"AI"`, 1))
		b.upsert(agent, composition.ActionTypeItem, strings.Replace(apptest.CheckAmount, `"check-amount"`, `"new-one"`, 1))
		if err := b.Composing.RemoveForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil {
			b.Fatal(err)
		}
		b.propose(agent, "added")
		b.end(c, turn, composition.Completed)
		b.apply(c)

		undone := b.undo(c, turn)
		if got, want := fates(undone), "workflow=restored check-amount=restored new-one=discarded look=brought-back"; got != want {
			b.Errorf("got  %s\nwant %s", got, want)
		}
		if after := b.revisions(c); after != before {
			b.Errorf("got\n%s\nwant\n%s", after, before)
		}
		if again := fates(b.undo(c, turn)); strings.Contains(again, "restored") || strings.Contains(again, "back") {
			b.Errorf("undone twice: %s", again)
		}
	})
}

func TestUndoLeavesLaterWorkAlone(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task, apptest.CheckAmount)
		turn := b.Say(c, "add and change")
		agent := b.Agent(c, turn)
		if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ActionTypeItem, "check-amount"); err != nil {
			b.Fatal(err)
		}
		b.upsert(agent, composition.ActionTypeItem, strings.Replace(apptest.CheckAmount, `"Check"`, `"AI"`, 1))
		b.propose(agent, "added")
		b.end(c, turn, composition.Completed)
		b.apply(c)

		mine := strings.Replace(b.Workflow(c).Content, `"Well?`, `"Mine?`, 1)
		mine = strings.Replace(mine, `\"Well?`, `\"Mine?`, 1)
		b.Save(c, b.Workflow(c), mine)
		b.Save(c, b.Items(c)[1], strings.Replace(apptest.CheckAmount, `"Check"`, `"Mine"`, 1))

		undone := b.undo(c, turn)
		if got, want := fates(undone), "workflow=carried check-amount=kept"; got != want {
			b.Errorf("got  %s\nwant %s", got, want)
		}
		workflow := b.Workflow(c)
		if strings.Contains(workflow.Content, "added") || !strings.Contains(workflow.Content, "Mine?") {
			b.Errorf("the workflow is %s", workflow.Content)
		}
		if item := b.Items(c)[1]; !strings.Contains(item.Content, "Mine") {
			b.Errorf("the action type is %s", item.Content)
		}
		if workflow.LastAuthor != composition.ByUser || workflow.LastTurnID != "" {
			b.Errorf("undoing counts as %s's in turn %q", workflow.LastAuthor, workflow.LastTurnID)
		}
	})
}

func TestUndoThatLaterWorkStandsOnIsNamedAndChangesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "added")
		b.apply(c)
		b.Save(c, b.Workflow(c), strings.Replace(b.Workflow(c).Content, `"name":"added"`, `"name":"Mine now"`, 1))
		before := b.contents(c)
		undone := b.undo(c, turn)
		if undone.Workflow.Fate != composition.Kept || len(undone.Workflow.Conflicts) == 0 || undone.Workflow.Conflicts[0].NodeID != "added" {
			b.Errorf("%+v", undone.Workflow)
		}
		if after := b.contents(c); after != before {
			b.Errorf("got %s, want %s", after, before)
		}
	})
}

func TestUndoOfTheWorkflowNeedsTheLeaseOfTheWindowThatEditsIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "added")
		b.apply(c)
		lease, err := b.Composing.ChangeLease(b.Context(), b.Owner, c.ID, "window", composing.TakeLease)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := b.Composing.UndoTurn(b.Context(), b.Owner, c.ID, turn.ID, "", true); err != nil {
			b.Errorf("a dry run changes nothing, and is refused: %v", err)
		}
		_, err = b.Composing.UndoTurn(b.Context(), b.Owner, c.ID, turn.ID, "", false)
		b.wantFault("without the lease", err, fault.KindLocked, "lease-held")
		if _, err := b.Composing.UndoTurn(b.Context(), b.Owner, c.ID, turn.ID, lease.ID, false); err != nil {
			b.Errorf("with the lease: %v", err)
		}
	})
}

func TestUndoOfAChangeSetThatWaitsWithdrawsIt(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "added")
		if undone := b.undo(c, turn); undone.Workflow.Fate != composition.Withdrawn || b.Reload(c).Pending != nil {
			b.Errorf("%+v, pending: %+v", undone.Workflow, b.Reload(c).Pending)
		}
	})
}

func TestUndoOfAnEarlierTurnKeepsTheLaterOne(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		first := b.proposal(c, "one")
		b.apply(c)
		b.proposal(c, "two")
		b.apply(c)
		if undone := b.undo(c, first); undone.Workflow.Fate != composition.Carried {
			b.Errorf("%+v", undone.Workflow)
		}
		if text := b.Workflow(c).Content; strings.Contains(text, `"one"`) || !strings.Contains(text, `"two"`) {
			b.Errorf("the workflow is %s", text)
		}
	})
}

func TestUndoTakesBackFieldsOfTheWorkflowThatNoOperationRemoves(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		for _, mine := range []struct{ from, to, fate, left string }{
			{`"id":"task"`, `"id":"task","x":1`, "carried", `"x":1`},
			{`"description":"the AI's"`, `"description":"mine"`, "kept", `"description":"mine"`},
		} {
			c := b.Compose("", apptest.Task)
			turn := b.Say(c, "describe it")
			agent := b.Agent(c, turn)
			set := `{"id":"d","baseRevision":"` + string(b.Workflow(c).ContentRevision) + `","author":"user","summary":"s","ops":[{"op":"metadata","patch":{"description":"the AI's"}}]}`
			if outcome, err := b.Composing.ProposeChangeSet(b.Context(), agent, []byte(set)); err != nil || outcome.Refused != nil {
				b.Fatal(outcome.Refused, err)
			}
			b.end(c, turn, composition.Completed)
			b.apply(c)
			b.Save(c, b.Workflow(c), strings.Replace(b.Workflow(c).Content, mine.from, mine.to, 1))
			undone := b.undo(c, turn)
			if text := b.Workflow(c).Content; string(undone.Workflow.Fate) != mine.fate || !strings.Contains(text, mine.left) || strings.Contains(text, "AI's") {
				b.Errorf("%+v, the workflow is %s", undone.Workflow, text)
			}
		}
	})
}

func TestUndoIsToldInTheConversationAndCanBeRestored(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "added")
		b.apply(c)
		changed := b.Workflow(c)
		b.undo(c, turn)
		said, err := b.Composing.GetConversation(b.Context(), b.Owner, c.SessionID, 0, 100)
		if err != nil || len(said) == 0 || said[len(said)-1].Kind != "notice" || !strings.Contains(said[len(said)-1].Data, "undone") {
			b.Errorf("the conversation is %+v, %v", said, err)
		}
		revisions, err := b.Composing.ListRevisions(b.Context(), b.Owner, c.ID, changed.ID, ports.Page{Limit: 10})
		if err != nil || revisions[0].Origin != "undo-turn" || revisions[0].ActorID != b.Owner.ID() {
			b.Fatalf("%+v, %v", revisions, err)
		}
		if _, err := b.Composing.RestoreRevision(b.Context(), b.Owner, c.ID, changed.ID, revisions[1].ID, ""); err != nil {
			b.Fatal(err)
		}
		if now := b.Workflow(c); now.ContentRevision != changed.ContentRevision {
			b.Errorf("restored is %s, want %s", now.Content, changed.Content)
		}
	})
}

func TestUndoWaitsForTheRunningTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.proposal(c, "added")
		b.Say(c, "more")
		_, err := b.Composing.UndoTurn(b.Context(), b.Owner, c.ID, turn.ID, "", false)
		b.wantFault("undo", err, fault.KindConflict, "turn-running")
		_, err = b.Composing.UndoTurn(b.Context(), b.Stranger, c.ID, turn.ID, "", true)
		if err == nil {
			b.Error("a stranger may undo")
		}
	})
}

func TestAnItemThatATurnRemovedStaysAwayFromANewOneOfItsName(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.AddDraft(c, composition.ToolItem, look)
		turn := b.Say(c, "remove it")
		agent := b.Agent(c, turn)
		if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil {
			b.Fatal(err)
		}
		if err := b.Composing.RemoveForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil {
			b.Fatal(err)
		}
		b.end(c, turn, composition.Completed)
		b.AddDraft(c, composition.ToolItem, look)
		if got, want := fates(b.undo(c, turn)), "workflow=untouched look=kept"; got != want {
			b.Errorf("got %s, want %s", got, want)
		}
		if n := len(b.Items(c)); n != 2 {
			b.Errorf("%d items, want 2", n)
		}
	})
}
