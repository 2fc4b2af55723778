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
		if _, err := b.Composing.UpdateComposition(b.Context(), b.Owner, c.ID, &name, nil); err != nil {
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
