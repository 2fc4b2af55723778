package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

// version is look with a source of its own.
func version(source string) string {
	return strings.Replace(look, `"source":"true"`, `"source":"`+source+`"`, 1)
}

// removeLook removes the tool look as the agent, once it was shown to it.
func (b *bench) removeLook(agent composing.Agent) {
	b.Helper()
	if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil {
		b.Fatal(err)
	}
	if err := b.Composing.RemoveForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil {
		b.Fatal(err)
	}
}

// saves plays a turn that saves a tool of that source.
func (b *bench) saves(c composition.Composition, source string) composition.Turn {
	b.Helper()
	turn := b.Say(c, "save "+source)
	agent := b.Agent(c, turn)
	if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ToolItem, "look"); err != nil && fault.KindOf(err) != fault.KindNotFound {
		b.Fatal(err)
	}
	b.upsert(agent, composition.ToolItem, version(source))
	return b.end(c, turn, composition.Completed)
}

func TestUndoBringsBackWhatTheTurnRemovedAndMadeAnew(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.AddDraft(c, composition.ToolItem, look)
		before := b.revisions(c)
		turn := b.Say(c, "make it anew")
		agent := b.Agent(c, turn)
		b.removeLook(agent)
		b.upsert(agent, composition.ToolItem, version("second"))
		b.removeLook(agent)
		b.upsert(agent, composition.ToolItem, version("third"))
		b.end(c, turn, composition.Completed)
		b.undo(c, turn)
		if after := b.revisions(c); after != before {
			b.Errorf("got\n%s\nwant\n%s", after, before)
		}
	})
}

func TestUndoOfATurnThatRemovedTwoOfANameBringsBackTheFirst(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.AddDraft(c, composition.ToolItem, look)
		before := b.revisions(c)
		turn := b.Say(c, "remove it, and what I make of it")
		agent := b.Agent(c, turn)
		b.removeLook(agent)
		b.AddDraft(c, composition.ToolItem, version("mine"))
		b.removeLook(agent)
		b.end(c, turn, composition.Completed)
		if got, want := fates(b.undo(c, turn)), "workflow=untouched look=brought-back look=kept"; got != want {
			b.Errorf("got %s, want %s", got, want)
		}
		if after := b.revisions(c); after != before {
			b.Errorf("got\n%s\nwant\n%s", after, before)
		}
	})
}

func TestTurnsAreUndoneOneAfterTheOtherTheNewestFirst(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		before := b.revisions(c)
		first, second := b.saves(c, "first"), b.saves(c, "second")
		if got, want := fates(b.undo(c, first)), "workflow=untouched look=kept"; got != want {
			b.Errorf("beneath a later turn: got %s, want %s", got, want)
		}
		b.undo(c, second)
		if got, want := fates(b.undo(c, first)), "workflow=untouched look=discarded"; got != want {
			b.Errorf("once the later turn is undone: got %s, want %s", got, want)
		}
		if after := b.revisions(c); after != before {
			b.Errorf("got\n%s\nwant\n%s", after, before)
		}
	})
}

func TestUndoSparesWhatTheWorkflowThatStaysCalls(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.Say(c, "make an action type and a tool")
		agent := b.Agent(c, turn)
		b.upsert(agent, composition.ToolItem, look)
		b.upsert(agent, composition.ActionTypeItem, strings.Replace(apptest.CheckAmount, `"mode"`, `"allowedTools":["look"],"mode"`, 1))
		b.upsert(agent, composition.ActionTypeItem, strings.Replace(apptest.CheckAmount, `"check-amount"`, `"unused"`, 1))
		b.end(c, turn, composition.Completed)
		b.Save(c, b.Workflow(c), apptest.Refund)

		undone := b.undo(c, turn)
		if got := fates(undone); !strings.Contains(got, "check-amount=kept") || !strings.Contains(got, "look=kept") || !strings.Contains(got, "unused=discarded") {
			b.Errorf("got %s", got)
		}
		if !strings.Contains(undone.String(), "the workflow calls it") {
			b.Errorf("it says %q", undone)
		}
		b.Save(c, b.Workflow(c), apptest.Task)
		if got, want := fates(b.undo(c, turn)), "workflow=untouched check-amount=discarded look=discarded"; got != want && !strings.Contains(got, "look=discarded check-amount=discarded") {
			b.Errorf("once nothing calls it: got %s, want %s", got, want)
		}
	})
}

func TestUndoSaysWhereATurnsChangesCameIntoTheWorkflowWithOthers(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		first := b.proposal(c, "n1")
		second := b.proposal(c, "n2") // built on the first, whose set still waited
		b.apply(c)
		undone := b.undo(c, first)
		if undone.Workflow.Fate != composition.Kept || !strings.Contains(undone.Workflow.Reason, "later turn") {
			b.Errorf("%+v", undone.Workflow)
		}
		if said := undone.String(); !strings.HasPrefix(said, "There was nothing of the turn to undo.") {
			b.Errorf("it says %q", said)
		}
		b.undo(c, second)
		undone = b.undo(c, first)
		if undone.Workflow.Fate != composition.Untouched || undone.Workflow.Reason == "" {
			b.Errorf("with nothing left of it: %+v", undone.Workflow)
		}
	})
}
