package composing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

// labelled is CheckAmount under another label.
func labelled(label string) string {
	return strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"`+label+`"`, 1)
}

// trySave saves CheckAmount for the agent under a label.
func (b *bench) trySave(agent composing.Agent, label string) error {
	_, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ActionTypeItem, []byte(labelled(label)))
	return err
}

// wantUnseen fails the test unless the fault shows the agent the content.
func (b *bench) wantUnseen(what string, err error, content string) {
	b.Helper()
	b.wantFault(what, err, fault.KindStale, "stale")
	if f := fault.As(err); f == nil || f.Details["currentContent"] != content || f.Details["currentRevision"] == "" {
		b.Errorf("%s: it does not show what is there: %+v", what, f)
	}
}

func TestAnAgentReplacesOnlyWhatItHasSeen(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		agent := b.Agent(c, b.Say(c, "change it"))
		b.wantUnseen("unseen", b.trySave(agent, "Blind"), apptest.CheckAmount)
		if content := b.Items(c)[1].Content; content != apptest.CheckAmount {
			b.Errorf("it was replaced by %s", content)
		}
		if err := b.trySave(agent, "Seen"); err != nil {
			b.Errorf("after the answer showed it: %v", err)
		}
		if err := b.trySave(agent, "Own"); err != nil {
			b.Errorf("what it saved itself: %v", err)
		}
	})
}

func TestAnAgentDoesNotReplaceWhatThePersonChangedSince(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		turn := b.Say(c, "look")
		agent := b.Agent(c, turn)
		if _, err := b.Composing.ItemForAgent(b.Context(), agent, composition.ActionTypeItem, "check-amount"); err != nil {
			b.Fatal(err)
		}
		b.Save(c, b.Items(c)[1], labelled("Theirs"))
		b.wantUnseen("save", b.trySave(agent, "Mine"), labelled("Theirs"))
		b.Save(c, b.Items(c)[1], labelled("Theirs again"))
		remove := func() error {
			return b.Composing.RemoveForAgent(b.Context(), agent, composition.ActionTypeItem, "check-amount")
		}
		b.wantUnseen("remove", remove(), labelled("Theirs again"))
		if len(b.Items(c)) != 2 || len(b.turn(c, turn).TouchedItems) != 0 {
			b.Error("something was changed")
		}
		if err := remove(); err != nil {
			b.Errorf("after the answer showed it: %v", err)
		}
	})
}

func TestAnAgentDoesNotBaseADraftOnWhatItHasNotSeen(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Publish(b.Compose("", apptest.Refund, apptest.CheckAmount))
		c := b.Compose("", "")
		agent := b.Agent(c, b.Say(c, "change it"))
		b.wantUnseen("what is published", b.trySave(agent, "Blind"), apptest.CheckAmount)
		if len(b.Items(c)) != 1 {
			b.Error("a draft was made")
		}
		if err := b.trySave(agent, "Seen"); err != nil {
			b.Errorf("after the answer showed it: %v", err)
		}
		if _, err := b.Composing.SaveForAgent(b.Context(), agent, composition.ToolItem, []byte(look)); err != nil {
			b.Errorf("a new name: %v", err)
		}
	})
}
