package composing_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/validation"
)

// lookTool is a tool that lookingChecker allows.
const lookTool = `{"name":"look","description":"Looks","parameters":{"type":"object"},"language":"bash","source":"true"}`

var lookingChecker = strings.Replace(apptest.CheckAmount, `"maxAttempts"`, `"allowedTools":["look"],"maxAttempts"`, 1)

// item finds a draft by its label.
func (b *bench) item(c composition.Composition, label string) composing.CheckedItem {
	b.Helper()
	for _, item := range b.Items(c) {
		if item.Label() == label {
			return item
		}
	}
	b.Fatalf("there is no draft %s", label)
	return composing.CheckedItem{}
}

func TestTheToolsOfAnActionTypeArePublishedAlongOrThere(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Refund, lookingChecker)
		b.AddDraft(c, composition.ToolItem, lookTool)
		workflow, checker := b.Workflow(c), b.item(c, "action-type/check-amount")
		_, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{workflow.ID, checker.ID}})
		b.wantFault("without the tool", err, fault.KindInvalid, "not-publishable")
		if !hasProblem(fault.As(err).Problems, checker.Label(), pack.MissingDependency) || hasProblem(fault.As(err).Problems, workflow.Label(), pack.MissingDependency) {
			b.Errorf("problems: %+v", fault.As(err).Problems)
		}
		d := b.Publish(c)
		version, err := b.Cataloguing.GetVersion(b.Context(), b.Owner, d.ID, 1)
		if err != nil {
			b.Fatal(err)
		}
		if snapshot, err := definition.ReadSnapshot(version.Snapshot); err != nil || !sameJSON(snapshot.Tools["look"], lookTool) {
			b.Errorf("%+v, %v", snapshot, err)
		}
		err = b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.Tool, b.item(c, "tool/look").BaseItemID)
		b.wantFault("deleting the tool", err, fault.KindConflict, "in-use")
	})
}

func TestARenamedDraftKeepsThePublishedObject(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		checker := b.item(c, "action-type/check-amount")
		published, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{checker.ID}})
		if err != nil {
			b.Fatal(err)
		}
		before := published.Items[0]
		b.Save(c, before, strings.Replace(apptest.CheckAmount, `"check-amount"`, `"check-limit"`, 1))
		if published, err = b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{checker.ID}}); err != nil || published.Items[0].BaseItemID != before.BaseItemID {
			b.Fatalf("%+v, %v", published, err)
		}
		if _, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, "", apptest.CheckAmount); err != nil {
			b.Errorf("the old name is not free: %v", err)
		}
		b.Save(c, published.Items[0], apptest.CheckAmount)
		_, err = b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{checker.ID}, Force: true})
		b.wantFault("back to a name that is taken", err, fault.KindConflict, "changed-outside")
		if conflict := new(pack.ConflictError); !errors.As(err, &conflict) || conflict.Conflicts[0].Reason != pack.NameTaken {
			b.Errorf("%v", err)
		}
	})
}

func TestOfFirstPublishesOfOneNameAtOnceTheLosersSeeBothSides(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var racing sync.WaitGroup
		for i := range 16 {
			tool := strings.Replace(version(strconv.Itoa(i)), `"name":"look"`, fmt.Sprintf(`"name":"look-%d"`, i/4), 1)
			c := b.Compose("", "")
			ids := []string{b.AddDraft(c, composition.ToolItem, tool).ID}
			racing.Go(func() {
				_, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: ids})
				if conflict := new(pack.ConflictError); err != nil && !errors.As(err, &conflict) {
					b.Error(err)
				}
			})
		}
		racing.Wait()
	})
}

func TestWhatWasDeletedOutsideIsMadeAnewByForceOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		ids := []string{b.item(c, "action-type/check-amount").ID}
		first, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: ids})
		if err != nil {
			b.Fatal(err)
		}
		if err := b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.ActionType, first.Items[0].BaseItemID); err != nil {
			b.Fatal(err)
		}
		_, err = b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: ids})
		if conflict := new(pack.ConflictError); !errors.As(err, &conflict) || conflict.Conflicts[0].Reason != pack.DeletedOutside {
			b.Errorf("%v", err)
		}
		again, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: ids, Force: true})
		if err != nil || again.Items[0].BaseItemID == first.Items[0].BaseItemID {
			b.Errorf("%+v, %v", again, err)
		}
	})
}

func TestAConflictShowsBothSidesAndWhoPublishedTheOther(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.Publish(c)
		theirs := strings.Replace(apptest.Task, "Well?", "Theirs?", 1)
		b.imports(`{"heddlePack":1,"workflows":[{"slug":"task","document":` + theirs + `}]}`)
		mine := strings.Replace(apptest.Task, "Well?", "Mine?", 1)
		base := b.Workflow(c).BaseContentRevision
		b.Save(c, b.Workflow(c), mine)
		_, err := b.TryPublish(b.Owner, c, composing.Publish{})
		conflict := new(pack.ConflictError)
		if !errors.As(err, &conflict) || len(conflict.Conflicts) != 1 {
			b.Fatal(err)
		}
		got := conflict.Conflicts[0]
		if got.Item.Content != mine || *got.Item.Base != base || got.Published.Content != theirs || got.Published.PublishedBy != b.Owner.ID() || got.Published.PublishedAt.IsZero() {
			b.Errorf("%+v against %+v", got.Item, got.Published)
		}
	})
}

func TestATeamPublishesGloballyOnlyWhereItMay(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose(b.Team.ID, apptest.Task)
		_, err := b.TryPublish(b.Admin, c, composing.Publish{Scope: composing.GlobalScope})
		b.wantFault("an admin, globally", err, fault.KindForbidden, "forbidden")
		published, err := b.TryPublish(b.Owner, c, composing.Publish{Scope: composing.GlobalScope, Slug: "task"})
		if err != nil || published.Workflow.TeamID != "" {
			b.Fatalf("%+v, %v", published.Workflow, err)
		}
		b.Save(c, b.Workflow(c), strings.Replace(apptest.Task, "Well?", "And now?", 1))
		if again := b.Publish(c); again.ID != published.Workflow.ID || again.Version != 2 {
			b.Errorf("it goes where it is published: %+v", again)
		}
		own, err := b.TryPublish(b.Admin, c, composing.Publish{Scope: composing.TeamScope})
		if err != nil || own.Workflow.TeamID != b.Team.ID || own.Workflow.ID == published.Workflow.ID {
			b.Errorf("the team's own: %+v, %v", own.Workflow, err)
		}
		_, err = b.TryPublish(b.Owner, b.Compose("", apptest.Task), composing.Publish{Scope: composing.TeamScope})
		b.wantFault("for no team", err, fault.KindInvalid, "no-team")
	})
}

// imports changes the catalog from outside.
func (b *bench) imports(text string) {
	b.Helper()
	if _, err := b.Packing.ImportPack(b.Context(), b.Owner, []byte(text), packing.Import{}); err != nil {
		b.Fatal(err)
	}
}

func TestADraftThatPublishingWouldRefuseForItsToolsSaysSo(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Refund, lookingChecker)
		checker := b.item(c, "action-type/check-amount")
		if got := checker.Problems; len(got) != 1 || got[0].Code != string(validation.UnknownTool) || validation.HasErrors(b.Workflow(c).Problems) {
			b.Errorf("%+v, the workflow: %+v", got, b.Workflow(c).Problems)
		}
		_, err := b.TryPublish(b.Owner, c, composing.Publish{})
		if !hasProblem(fault.As(err).Problems, checker.Label(), string(validation.UnknownTool)) {
			b.Errorf("%v", err)
		}
		b.AddDraft(c, composition.ToolItem, lookTool)
		if got := b.item(c, "action-type/check-amount").Problems; len(got) != 0 {
			b.Errorf("with the tool: %+v", got)
		}
	})
}
