package cataloguing_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/ports"
)

// published is a workflow that first calls an action type and, from its second version on, only asks a person.
func published(b *apptest.Heddle) (composition.Composition, definition.Definition) {
	b.Helper()
	c := b.Compose("", apptest.Refund, apptest.CheckAmount)
	b.Publish(c)
	b.Save(c, b.Workflow(c), task("Well?"))
	return c, b.Publish(c)
}

func task(question string) string {
	return strings.NewReplacer(`"id":"task","name":"Task"`, `"id":"refund","name":"Refunds by hand"`, "Well?", question).Replace(apptest.Task)
}

func makeCurrent(b *apptest.Heddle, id string, number int64) definition.Definition {
	b.Helper()
	d, err := b.Cataloguing.MakeVersionCurrent(b.Context(), b.Owner, id, number)
	if err != nil {
		b.Fatal(err)
	}
	return d
}

func start(b *apptest.Heddle, id string, version int64) ports.StoredInstance {
	b.Helper()
	instance, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{
		WorkflowID: id, Version: version, Context: []byte(`{"amount":1}`),
	}, idempotency.Key{})
	if err != nil {
		b.Fatal(err)
	}
	view, err := b.Running.GetInstance(b.Context(), b.Owner, instance)
	if err != nil {
		b.Fatal(err)
	}
	return view.Stored
}

func TestNewInstancesRunTheVersionThatWasMadeCurrentAndOthersStayOnTheirs(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		want, err := revision.OfDocumentText([]byte(apptest.Refund))
		if err != nil {
			b.Fatal(err)
		}
		running := start(b, d.ID, 0)
		for range 2 {
			back := makeCurrent(b, d.ID, 1)
			if back.Version != 1 || back.NewestVersion != 2 || back.Name != "Refund" || back.ContentRevision != want || back.Revision != d.Revision {
				b.Errorf("%+v", back)
			}
		}
		if started := start(b, d.ID, 0); started.Version != 1 {
			b.Errorf("a new one runs version %d", started.Version)
		}
		if view, err := b.Running.GetInstance(b.Context(), b.Owner, running.ID); err != nil || view.Stored.Version != 2 {
			b.Errorf("the one that ran is on version %d, %v", view.Stored.Version, err)
		}
		if told := apptest.Told(b, b.Store, "workflow-changed", 3); len(told) != 3 || !strings.Contains(told[2], `"version":1,"newestVersion":2`) {
			b.Errorf("browsers were told %q", told)
		}
	})
}

func TestWhatIsPublishedLaterIsTheNextVersionAndCurrent(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		c, d := published(b)
		makeCurrent(b, d.ID, 1)
		b.Save(c, b.Workflow(c), task("And now?"))
		if _, err := b.TryPublish(b.Owner, c, composing.Publish{}); fault.CodeOf(err) != "changed-outside" {
			b.Errorf("over a version that the draft is not based on: %v", err)
		}
		again, err := b.TryPublish(b.Owner, c, composing.Publish{Force: true})
		if err != nil {
			b.Fatal(err)
		}
		if w := again.Workflow; w.Version != 3 || w.NewestVersion != 3 {
			b.Errorf("%+v", w)
		}
		if back := makeCurrent(b, d.ID, 2); back.Version != 2 || back.NewestVersion != 3 {
			b.Errorf("%+v", back)
		}
	})
}

func TestWhatTheCurrentVersionUsesIsNotDeleted(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		uses := func() []string {
			return catalog.WorkflowsOf(apptest.View(b, b.Store, func(ctx context.Context, tx ports.Tx) ([]catalog.Use, error) {
				o, err := tx.ObjectByName(ctx, catalog.ActionType, "", "check-amount")
				if err != nil {
					return nil, err
				}
				return tx.ListUses(ctx, o.ID)
			}))
		}
		if found := uses(); len(found) != 0 {
			b.Errorf("used by %q", found)
		}
		makeCurrent(b, d.ID, 1)
		if found := uses(); !slices.Equal(found, []string{"Refund"}) {
			b.Errorf("used by %q", found)
		}
	})
}

func TestAVersionWhoseActionTypeWasDeletedRunsWithItAsItWas(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		o, err := b.Cataloguing.ListObjects(b.Context(), b.Owner, catalog.ActionType, "", "", 1)
		if err != nil {
			b.Fatal(err)
		}
		if err := b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.ActionType, o[0].ID); err != nil {
			b.Fatal(err)
		}
		makeCurrent(b, d.ID, 1)
		if started := start(b, d.ID, 0); started.Version != 1 {
			b.Errorf("%+v", started)
		}
	})
}

func TestAnyVersionCanBeStarted(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		for _, number := range []int64{1, 2} {
			if started := start(b, d.ID, number); started.Version != number {
				b.Errorf("version %d was started as %d", number, started.Version)
			}
		}
	})
}

func TestAnUnknownVersionIsRefusedByNamingThoseThereAre(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		for _, number := range []int64{-1, 3} {
			_, current := b.Cataloguing.MakeVersionCurrent(b.Context(), b.Owner, d.ID, number)
			_, read := b.Cataloguing.GetVersion(b.Context(), b.Owner, d.ID, number)
			_, started := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID, Version: number}, idempotency.Key{})
			for what, err := range map[string]error{"make current": current, "read": read, "start": started} {
				if fault.KindOf(err) != fault.KindNotFound || fault.CodeOf(err) != "unknown-version" || !strings.Contains(err.Error(), "versions are 1 to 2") {
					b.Errorf("%s %d: %v", what, number, err)
				}
			}
		}
	})
}

func activate(b *apptest.Heddle, d definition.Definition, active bool) (definition.Definition, error) {
	b.Helper()
	return b.Cataloguing.ConfigureWorkflow(b.Context(), b.Owner, d.ID, d.Revision, definition.SettingsPatch{IsActive: &active})
}

func TestADeactivatedWorkflowStartsNothingUntilItIsActivated(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		before := start(b, d.ID, 0)
		off, err := activate(b, d, false)
		if err != nil || off.IsActive || off.Revision != d.Revision+1 || off.Version != d.Version {
			b.Fatalf("%+v, %v", off, err)
		}
		for _, version := range []int64{0, 1} {
			_, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID, Version: version}, idempotency.Key{})
			if fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != "workflow-inactive" {
				b.Errorf("start version %d: %v", version, err)
			}
		}
		view, err := b.Running.GetInstance(b.Context(), b.Owner, before.ID)
		if err != nil {
			b.Fatal(err)
		}
		if err := b.Running.CompleteTask(b.Context(), b.Owner, before.ID, view.Tasks[0].Number, []byte(`{"yes":true}`)); err != nil {
			b.Errorf("the one that ran does not go on: %v", err)
		}
		if _, err := activate(b, off, true); err != nil {
			b.Fatal(err)
		}
		start(b, d.ID, 0)
		if told := apptest.Told(b, b.Store, "workflow-changed", 4); !strings.Contains(told[2], `"isActive":false`) || !strings.Contains(told[3], `"isActive":true`) {
			b.Errorf("browsers were told %q", told)
		}
	})
}

func TestSettingsThatOthersChangedMeanwhileAreNotOverwritten(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		_, d := published(b)
		if same, err := activate(b, d, true); err != nil || same.Revision != d.Revision {
			b.Errorf("nothing to change: %+v, %v", same, err)
		}
		if _, err := activate(b, d, false); err != nil {
			b.Fatal(err)
		}
		if _, err := activate(b, d, true); fault.KindOf(err) != fault.KindStale || fault.CodeOf(err) != "stale" {
			b.Errorf("a change of settings that were changed: %v", err)
		}
	})
}

func TestOnlyThoseWhoPublishChangeAWorkflow(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		d := b.Publish(b.Compose(b.Team.ID, apptest.Task))
		_, current := b.Cataloguing.MakeVersionCurrent(b.Context(), b.Member, d.ID, 1)
		_, configured := b.Cataloguing.ConfigureWorkflow(b.Context(), b.Stranger, d.ID, d.Revision, definition.SettingsPatch{})
		for what, err := range map[string]error{"make current": current, "configure": configured} {
			if fault.KindOf(err) != fault.KindForbidden {
				b.Errorf("%s: %v", what, err)
			}
		}
		if _, err := b.Cataloguing.MakeVersionCurrent(b.Context(), b.Admin, d.ID, 1); err != nil {
			b.Error(err)
		}
	})
}
