package composing_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
)

// preview looks at publishing, which has to be possible, and answers the items by label.
func (b *bench) preview(c composition.Composition) (composing.PublishPreview, map[string]composing.PreviewItem) {
	b.Helper()
	preview, err := b.Composing.PreviewPublish(b.Context(), b.Owner, c.ID, "")
	if err != nil {
		b.Fatal(err)
	}
	items := map[string]composing.PreviewItem{}
	for _, item := range preview.Items {
		items[item.Label()] = item
	}
	return preview, items
}

// seeded starts a composition from a published workflow.
func (b *bench) seeded(teamID, workflowID string) (composition.Composition, error) {
	b.Helper()
	return b.Composing.CreateComposition(b.Context(), b.Owner, composing.NewComposition{
		Name: "Again", TeamID: teamID, SeedWorkflowID: workflowID,
	}, idempotency.Key{})
}

func TestAPreviewSaysWhatWouldBeMadeAndWhatThatNeeds(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose(b.Team.ID, apptest.Refund, lookingChecker)
		b.AddDraft(c, composition.ToolItem, lookTool)
		preview, items := b.preview(c)
		workflow, checker, tool := items["workflow/Refund"], items["action-type/check-amount"], items["tool/look"]
		if preview.Scope != composing.TeamScope || preview.Slug != "refund" || !slices.Equal(preview.Scopes, []composing.PublishScope{composing.TeamScope, composing.GlobalScope}) {
			b.Errorf("%+v", preview)
		}
		if workflow.Plan.Change != pack.Create || workflow.Plan.Version != 1 || workflow.BaseContent != "" {
			b.Errorf("%+v", workflow)
		}
		if !slices.Equal(workflow.Requires, []string{checker.ID, tool.ID}) || !slices.Equal(checker.Requires, []string{tool.ID}) || tool.Requires != nil {
			b.Errorf("required are %v, %v, %v", workflow.Requires, checker.Requires, tool.Requires)
		}
		b.Publish(c)
		if _, items = b.preview(c); items["workflow/Refund"].Plan.Change != pack.Unchanged || items["workflow/Refund"].Requires != nil {
			b.Errorf("%+v", items["workflow/Refund"])
		}
		if _, err := b.Composing.PreviewPublish(b.Context(), b.Stranger, c.ID, ""); fault.KindOf(err) != fault.KindForbidden {
			b.Error(err)
		}
		asMember, err := b.Composing.PreviewPublish(b.Context(), b.Member, c.ID, "")
		if err != nil || asMember.Scopes != nil {
			b.Errorf("%+v, %v", asMember.Scopes, err)
		}
	})
}

func TestAPreviewNamesAllWhoChangedADraftSinceItsBase(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		label := "action-type/check-amount"
		if _, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{b.item(c, label).ID}}); err != nil {
			b.Fatal(err)
		}
		if _, items := b.preview(c); items[label].Authors != nil || items[label].BaseContent != apptest.CheckAmount {
			b.Errorf("%+v", items[label])
		}
		b.Save(c, b.item(c, label), strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"One"`, 1))
		turn := b.Say(c, "change it")
		byAI := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Two"`, 1)
		if _, err := b.Composing.ItemForAgent(b.Context(), b.Agent(c, turn), composition.ActionTypeItem, "check-amount"); err != nil {
			b.Fatal(err)
		}
		if _, err := b.Composing.SaveForAgent(b.Context(), b.Agent(c, turn), composition.ActionTypeItem, []byte(byAI)); err != nil {
			b.Fatal(err)
		}
		b.end(c, turn, composition.Completed)
		outside := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Outside"`, 1)
		item := b.item(c, label)
		if _, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, item.BaseItemID, outside, item.BaseContentRevision); err != nil {
			b.Fatal(err)
		}
		_, items := b.preview(c)
		got := items[label]
		if len(got.Authors) != 2 || got.Authors[0].Author != composition.ByAI || !slices.Equal(got.Authors[0].TurnIDs, []string{turn.ID}) ||
			got.Authors[1].ActorID != b.Owner.ID() || got.Authors[1].Revisions != 1 {
			b.Errorf("%+v", got.Authors)
		}
		if got.Plan.Change != pack.Conflicts || got.Plan.Conflict.Reason != pack.ChangedOutside || got.Plan.Occupant.Content != outside || got.BaseContent != apptest.CheckAmount {
			b.Errorf("%+v", got)
		}
	})
}

func TestASeedBringsTheWorkflowAndAllThatItNeeds(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose(b.Team.ID, apptest.Refund, lookingChecker)
		b.AddDraft(c, composition.ToolItem, lookTool)
		d := b.Publish(c)
		again, err := b.seeded(b.Team.ID, d.ID)
		if err != nil {
			b.Fatal(err)
		}
		var labels []string
		for _, item := range b.Items(again) {
			labels = append(labels, item.Label())
			if item.BaseItemID == "" || item.BaseContentRevision != item.ContentRevision || item.PublishedAt == nil || item.PublishedRevision != item.ContentRevision {
				b.Errorf("%+v", item.Item)
			}
		}
		if !slices.Equal(labels, []string{"workflow/Refund", "action-type/check-amount", "tool/look"}) {
			b.Errorf("%v", labels)
		}
		b.Save(again, b.Workflow(again), strings.Replace(apptest.Refund, `"name":"Refund"`, `"name":"Refunds"`, 1))
		if published := b.Publish(again); published.ID != d.ID || published.Version != 2 {
			b.Errorf("%+v", published)
		}
		for _, teamID := range []string{"", b.Other.ID} {
			_, err := b.seeded(teamID, d.ID)
			b.wantFault("another team's", err, fault.KindForbidden, "other-team")
		}
		_, err = b.seeded("", c.ID)
		b.wantFault("no workflow", err, fault.KindNotFound, "not-found")
	})
}
