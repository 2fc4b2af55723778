package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestARefusedChangeSetSaysWhyAndChangesNothing(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		agent := b.Agent(c, b.Say(c, "add"))
		view, err := b.Composing.ViewForAgent(b.Context(), agent)
		if err != nil {
			b.Fatal(err)
		}
		rev := string(view.Workflow.ContentRevision)
		for text, code := range map[string]changeset.Code{
			string(addNode("@current", "n")): changeset.Stale, string(addNode("sha256:0", "n")): changeset.Stale,
			string(addNode(rev, "ask")): changeset.DuplicateID, `{}`: changeset.Malformed,
			strings.Replace(string(addNode(rev, "n")), "addNode", "addNod", 1): changeset.Malformed,
		} {
			outcome, err := b.Composing.ProposeChangeSet(b.Context(), agent, []byte(text))
			if err != nil || outcome.Refused == nil || outcome.Refused.Code != code || outcome.Revision != rev {
				b.Errorf("%s: %+v, %v, want %s", text, outcome.Refused, err, code)
			}
		}
	})
}

func TestAnAgentSpeaksForNobodyElse(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.proposal(c, "n1")
		if pending := b.Reload(c).Pending; !strings.Contains(pending.ChangeSet, `"agent:heddle-workbench"`) || strings.Contains(pending.ChangeSet, `"author":"user"`) {
			b.Errorf("pending: %s", pending.ChangeSet)
		}
	})
}

func TestAnAgentHoldsWhatItTouchedUntilItsTurnEnds(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		turn := b.Say(c, "change it")
		agent := b.Agent(c, turn)
		changed := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Checked"`, 1)
		if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ActionTypeItem, "check-amount"); err != nil {
			b.Fatal(err)
		}
		saved, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(changed))
		if err != nil || saved.Created || saved.LastAuthor != composition.ByAI || saved.LastTurnID != turn.ID {
			b.Fatalf("%+v, %v", saved, err)
		}
		save := composing.Save{Content: []byte(apptest.CheckAmount), BaseRevision: saved.ContentRevision}
		_, err = b.Composing.SaveItem(b.Context(), b.Owner, c.ID, saved.ID, save)
		b.wantFault("save", err, fault.KindLocked, "locked")
		b.wantFault("remove", b.Composing.RemoveItem(b.Context(), b.Owner, c.ID, saved.ID), fault.KindLocked, "locked")
		_, err = b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{saved.ID}})
		b.wantFault("publish", err, fault.KindLocked, "locked")
		if ended := b.end(c, turn, composition.Interrupted); len(ended.TouchedItems) != 1 || len(ended.Receipt.ItemsSaved) != 1 {
			b.Errorf("%+v", ended)
		}
		if _, err := b.Composing.SaveItem(b.Context(), b.Owner, c.ID, saved.ID, save); err != nil {
			b.Errorf("after the turn: %v", err)
		}
	})
}

func TestAnAgentChangesNothingOutsideOfATurn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		turn := b.Say(c, "hello")
		agent := b.Agent(c, turn)
		b.end(c, turn, composition.Completed)
		_, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount))
		b.wantFault("save", err, fault.KindConflict, "no-turn")
		_, err = b.Composing.ProposeChangeSet(b.Context(), agent, []byte(`{}`))
		b.wantFault("propose", err, fault.KindConflict, "no-turn")
		b.wantFault("remove", b.Composing.RemoveForAgent(b.Context(), agent, composition.ToolItem, "x"), fault.KindConflict, "no-turn")
		b.Say(c, "next")
		_, err = b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount))
		b.wantFault("a turn that the agent was not given yet", err, fault.KindConflict, "no-turn")
	})
}

func TestAnAgentIsToldWhatExistsInstead(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		agent := b.Agent(c, b.Say(c, "look"))
		_, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ActionTypeItem, "chek-amount")
		if fault.KindOf(err) != fault.KindNotFound || !strings.Contains(fault.As(err).Message, "check-amount") {
			b.Errorf("got %v", err)
		}
		_, err = b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(`{"label":"x"}`))
		b.wantFault("no name", err, fault.KindInvalid, "missing-name")
	})
}

func TestANameThatNobodyCanAskForIsNotSaved(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		agent := b.Agent(c, b.Say(c, "build"))
		save := func(name string) (composing.SavedForAgent, error) {
			text := strings.Replace(apptest.CheckAmount, "check-amount", name, 1)
			return b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(text))
		}
		for _, name := range []string{strings.Repeat("n", 65), strings.Repeat("\u00e9", 33), `a\nb`, `a\u0085b`, "../up", `a\\b`} {
			_, err := save(name)
			b.wantFault(name, err, fault.KindInvalid, "invalid-name")
		}
		if saved, err := save("Not Quite Right"); err != nil || len(saved.Problems) == 0 {
			b.Errorf("a name that is only unusual: %+v, %v", saved, err)
		}
		if _, err := save(strings.Repeat("n", 64)); err != nil {
			b.Errorf("the longest name: %v", err)
		}
	})
}

func TestAnAgentsAnswerTellsOfTheRunThatWasStored(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		b := &bench{apptest.New(t, store, func(s ports.Store) ports.Store { return apptest.Rerun{Store: s} })}
		c := b.Compose("", apptest.Task)
		turn := b.Say(c, "add")
		agent := b.Agent(c, turn)
		b.propose(agent, "n1")
		saved, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(apptest.CheckAmount))
		if err != nil || !saved.Created {
			b.Errorf("%+v, %v", saved, err)
		}
		if ended := b.end(c, turn, composition.Completed); ended.Receipt.OpsApplied != 1 || len(ended.TouchedItems) != 1 {
			b.Errorf("%+v", ended.Receipt)
		}
	})
}
