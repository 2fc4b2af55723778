package composing_test

import (
	"slices"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func TestAListTellsHowManyDraftsAreNotPublished(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		published, blank := b.Compose("", apptest.Refund, apptest.CheckAmount), b.Compose("", "")
		summaries := func() map[string]composition.Summary {
			found, err := b.Composing.ListCompositions(b.Context(), b.Owner, ports.Page{Limit: 10})
			if err != nil {
				b.Fatal(err)
			}
			all := map[string]composition.Summary{}
			for _, c := range found {
				all[c.ID] = c.Summary
			}
			return all
		}
		if before := summaries(); before[published.ID] != (composition.Summary{Drafts: 2, Unpublished: 2}) || before[blank.ID] != (composition.Summary{Drafts: 1, Unpublished: 1}) {
			b.Errorf("before: %+v", before)
		}
		b.Publish(published)
		if after := summaries(); after[published.ID] != (composition.Summary{Drafts: 2}) {
			b.Errorf("after: %+v", after)
		}
	})
}

func TestBrowsersAreToldOfCompositionsThatComeChangeAndGo(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c, err := b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{Name: "Draft"}, idempotency.Key{})
		if err != nil {
			b.Fatal(err)
		}
		name := "Refunds"
		if _, err := b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, composing.CompositionChanges{Name: &name}); err != nil {
			b.Fatal(err)
		}
		if err := b.Composing.DeleteComposition(b.Context(), b.Owner, c.ID); err != nil {
			b.Fatal(err)
		}
		var want []string
		for _, change := range []string{"created", "updated", "deleted"} {
			want = append(want, `{"compositionId":"`+c.ID+`","change":"`+change+`"}`)
		}
		if told := b.told("composition-changed", 3); !slices.Equal(told, want) {
			b.Errorf("told %q, want %q", told, want)
		}
	})
}

func TestAnAgentIsChosenAnewAmongThoseThereAre(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "")
		choose := func(engine, model string) (composition.Composition, error) {
			return b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, composing.CompositionChanges{Engine: &engine, Model: &model})
		}
		_, err := choose("warp", "")
		b.wantFault("an unknown engine", err, fault.KindInvalid, "unknown-engine")
		_, err = choose(apptest.Engine, "big")
		b.wantFault("an unknown model", err, fault.KindInvalid, "unknown-model")
		if _, err = choose(apptest.OtherEngine, "big"); err != nil {
			b.Fatal(err)
		}
		session, err := b.Composing.GetSession(b.Context(), b.Owner, c.SessionID)
		if err != nil || session.Engine != apptest.OtherEngine || session.Model != "big" {
			b.Errorf("the session is %+v, %v", session, err)
		}
		back := apptest.Engine
		if now, err := b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, composing.CompositionChanges{Engine: &back}); err != nil || now.Model != "" {
			b.Errorf("with its default model: %+v, %v", now, err)
		}
	})
}

func TestOnlyThoseWhoComposeRestartAnAgent(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose(b.Team.ID, "")
		_, err := b.Composing.RestartSession(b.Context(), b.Stranger, c.SessionID)
		b.wantFault("a stranger", err, fault.KindNotFound, "not-found")
		if _, err := b.Composing.RestartSession(b.Context(), b.Member, c.SessionID); err != nil {
			b.Errorf("a member: %v", err)
		}
	})
}
