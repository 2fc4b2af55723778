package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
)

func TestAFirstMessageTellsTheRevisionOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.Say(c, "hello")
		if message := b.wantMessage(string(b.Workflow(c).ContentRevision), "hello"); strings.Count(message, "\n") != 1 {
			b.Errorf("the agent is told\n%s", message)
		}
	})
}

func TestTheAgentIsToldWhatThePersonChangedSinceItsLastTurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task, apptest.CheckAmount)
		b.AddDraft(c, composition.ToolItem, look)
		first := b.proposal(c, "n1")
		b.Save(c, b.Workflow(c), renamed("One"))
		b.Save(c, b.Workflow(c), renamed("Two"))
		b.apply(c)
		b.Save(c, b.Items(c)[1], strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Mine"`, 1))
		if err := b.Composing.RemoveItem(b.Context(), b.Owner, c.ID, b.Items(c)[2].ID); err != nil {
			b.Fatal(err)
		}
		b.AddDraft(c, composition.ToolItem, strings.Replace(look, `"look"`, `"find"`, 1))
		_, err := b.Composing.SendMessage(b.Context(), b.Owner, c.ID, composing.Message{
			Text: "go on", NodeIDs: []string{"ask"}, EdgeIDs: []string{"s-ask"}, ContentRevision: "sha256:old",
		}, idempotency.Key{})
		if err != nil {
			b.Fatal(err)
		}
		message := b.wantMessage("go on", "changes the step “ask” (name)", "action-type/check-amount was edited", "tool/look was removed",
			"tool/find was added", "nodes: ask; edges: s-ask", "sha256:old", string(b.Workflow(c).ContentRevision))
		if strings.Contains(message, "n1") || strings.Count(message, "workflow: ") != 1 {
			b.Errorf("it tells of the turn %s's own change, or of each save:\n%s", first.ID, message)
		}
	})
}

func TestWhatTheAgentItselfChangedIsNotTold(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		turn := b.Say(c, "build")
		agent := b.Agent(c, turn)
		b.upsert(agent, composition.ToolItem, look)
		b.propose(agent, "n1")
		b.end(c, turn, composition.Completed)
		b.apply(c)
		b.Say(c, "thank you")
		if message := b.wantMessage("thank you"); strings.Contains(message, "the user changed") {
			b.Errorf("the agent is told\n%s", message)
		}
	})
}
