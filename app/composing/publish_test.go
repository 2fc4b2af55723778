package composing_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
)

// receiver is a valid workflow that waits for an event.
const receiver = `{"id":"r","name":"Receiver","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[]}},
 {"id":"r","type":"receive-event","name":"Receive","config":{"eventType":"issue.created","correlation":{"match":"true"}}},
 {"id":"e","type":"end","name":"End","config":{}}],"edges":[{"id":"s-r","source":"s","target":"r"},{"id":"r-e","source":"r","target":"e"}]}`

func TestPublishingMakesAVersionThatInstancesRun(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Refund, apptest.CheckAmount)
		d := b.Publish(c)
		if d.Version != 1 || d.Slug != "refund" || d.Name != "Refund" || !d.IsActive {
			b.Errorf("%+v", d)
		}
		version, err := b.Cataloguing.GetVersion(b.Context(), b.Owner, d.ID, 1)
		if err != nil {
			b.Fatal(err)
		}
		snapshot, err := definition.ReadSnapshot(version.Snapshot)
		if err != nil || !sameJSON(snapshot.Document, apptest.Refund) || !sameJSON(snapshot.ActionTypes["check-amount"], apptest.CheckAmount) {
			b.Errorf("%+v, %v", snapshot, err)
		}
		for _, item := range b.Items(c) {
			if item.PublishedAt == nil || item.PublishedRevision != item.ContentRevision || item.BaseContentRevision != item.ContentRevision || item.BaseItemID == "" {
				b.Errorf("%+v", item.Item)
			}
		}
	})
}

func TestASecondPublishMakesVersionTwoAndRunningInstancesStayOnOne(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		d := b.Publish(c)
		first, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID}, idempotency.Key{})
		if err != nil {
			b.Fatal(err)
		}
		b.Save(c, b.Workflow(c), strings.Replace(apptest.Task, "Well?", "And now?", 1))
		if again := b.Publish(c); again.ID != d.ID || again.Version != 2 || again.Slug != d.Slug {
			b.Errorf("%+v", again)
		}
		second, err := b.Running.StartInstance(b.Context(), b.Owner, running.Start{WorkflowID: d.ID}, idempotency.Key{})
		if err != nil {
			b.Fatal(err)
		}
		for id, want := range map[string]struct {
			version int64
			title   string
		}{first: {1, "Well?"}, second: {2, "And now?"}} {
			view, err := b.Running.GetInstance(b.Context(), b.Owner, id)
			if err != nil || view.Stored.Version != want.version || view.Tasks[0].Title != want.title {
				b.Errorf("%+v, %v, want %+v", view, err, want)
			}
			if err := b.Running.CompleteTask(b.Context(), b.Owner, id, view.Tasks[0].Number, jsontext.Value(`{"yes":true}`)); err != nil {
				b.Error(err)
			}
		}
	})
}

func TestWhatIsWrongIsToldForEachItemAndNothingIsPublished(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		broken := strings.Replace(apptest.CheckAmount, `"source":"true"`, `"source":""`, 1)
		c := b.Compose("", apptest.Refund, broken)
		b.AddDraft(c, composition.ToolItem, `{"name":"look","description":"d","parameters":{"type":"object","properties":{}},"language":"bash","source":"true"}`)
		_, err := b.TryPublish(b.Owner, c, composing.Publish{})
		b.wantFault("publish", err, fault.KindInvalid, "not-publishable")
		if !hasProblem(fault.As(err).Problems, "action-type/check-amount", "MISSING_SOURCE") {
			b.Errorf("problems: %+v", fault.As(err).Problems)
		}
		for _, kind := range []catalog.Kind{catalog.ActionType, catalog.Tool} {
			if found, err := b.Cataloguing.ListObjects(b.Context(), b.Owner, kind, "", "", 10); err != nil || len(found) != 0 {
				b.Errorf("published: %+v, %v", found, err)
			}
		}
		if found, err := b.Cataloguing.ListWorkflows(b.Context(), b.Owner, ports.Page{Limit: 10}); err != nil || len(found) != 0 {
			b.Errorf("published: %+v, %v", found, err)
		}
	})
}

func TestAWorkflowWhoseExpressionsDoNotCompileIsNotPublished(t *testing.T) {
	t.Parallel()
	const document = `{"id":"w","name":"W","nodes":[
 {"id":"s","type":"start","name":"Start","config":{"inputs":[{"name":"n","type":"number","required":true}]}},
 {"id":"t","type":"human-task","name":"Ask","config":{"title":"TITLE","description":"d","outputs":[]}},
 {"id":"e","type":"end","name":"End","config":{}}],"edges":[{"id":"s-t","source":"s","target":"t","condition":"CONDITION"},
 {"id":"s-e","source":"s","target":"e","isDefault":true},{"id":"t-e","source":"t","target":"e"}]}`
	onBenches(t, func(b *bench) {
		for _, given := range []struct {
			condition, title string
			nodeID, edgeID   string // where it does not compile
		}{
			{"context.n gt 1", `'n'`, "", "s-t"},
			{"context.n > 1", `'n`, "t", ""},
			{"context.n > 1", `'n'`, "", ""},
		} {
			c := b.Compose("", strings.NewReplacer("TITLE", given.title, "CONDITION", given.condition).Replace(document))
			draft := b.Items(c)[0]
			if validation.HasErrors(draft.Problems) {
				b.Errorf("the draft has errors: %+v", draft.Problems)
			}
			_, err := b.TryPublish(b.Owner, c, composing.Publish{})
			if given.nodeID+given.edgeID == "" {
				if err != nil {
					b.Error(err)
				}
				continue
			}
			b.wantFault("publish", err, fault.KindInvalid, "not-publishable")
			problems := fault.As(err).Problems
			last := problems[len(problems)-1]
			if last.Code != definition.ExpressionNotCompiled || last.Severity != fault.SeverityError || last.Item != draft.Label() ||
				last.NodeID != given.nodeID || last.EdgeID != given.edgeID || !strings.Contains(last.Message, "does not compile") {
				b.Errorf("%+v: %+v", given, problems)
			}
		}
	})
}

func TestADependencyThatIsNeitherSelectedNorPublishedIsNamed(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Refund, apptest.CheckAmount)
		workflow, checker := b.Workflow(c), b.Items(c)[1]
		_, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{workflow.ID}})
		b.wantFault("publish", err, fault.KindInvalid, "not-publishable")
		if !hasProblem(fault.As(err).Problems, workflow.Label(), pack.MissingDependency) || !strings.Contains(fault.As(err).Problems[len(fault.As(err).Problems)-1].Message, "check-amount") {
			b.Errorf("problems: %+v", fault.As(err).Problems)
		}
		for _, id := range []string{checker.ID, workflow.ID} {
			if _, err := b.TryPublish(b.Owner, c, composing.Publish{ItemIDs: []string{id}}); err != nil {
				b.Errorf("one after the other: %v", err)
			}
		}
	})
}

func TestATeamsWorkflowUsesItsOwnActionTypeBeforeAGlobalOne(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		if _, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, "", apptest.CheckAmount); err != nil {
			b.Fatal(err)
		}
		theirs := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Of others"`, 1)
		if _, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, b.Other.ID, theirs); err != nil {
			b.Fatal(err)
		}
		c := b.Compose(b.Team.ID, apptest.Refund)
		if d := b.Publish(c); b.label(d) != "Check" {
			b.Errorf("without one of its own it uses %q", b.label(d))
		}
		own := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Own"`, 1)
		if _, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, b.Team.ID, own); err != nil {
			b.Fatal(err)
		}
		if d := b.Publish(c); b.label(d) != "Own" {
			b.Errorf("with one of its own it uses %q", b.label(d))
		}
	})
}

// label is the label of the action type in the current version's snapshot.
func (b *bench) label(d definition.Definition) string {
	b.Helper()
	version, err := b.Cataloguing.GetVersion(b.Context(), b.Owner, d.ID, d.Version)
	if err != nil {
		b.Fatal(err)
	}
	snapshot, err := definition.ReadSnapshot(version.Snapshot)
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(snapshot.ActionTypes["check-amount"], `"label":"`)
	label, _, _ := strings.Cut(rest, `"`)
	return label
}

func TestWhatChangedOutsideIsOverwrittenByForceOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Refund, apptest.CheckAmount)
		b.Publish(c)
		item := b.Items(c)[1]
		outside := strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Outside"`, 1)
		if _, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, item.BaseItemID, outside, item.BaseContentRevision); err != nil {
			b.Fatal(err)
		}
		b.Save(c, item, strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Inside"`, 1))
		_, err := b.TryPublish(b.Owner, c, composing.Publish{})
		b.wantFault("publish", err, fault.KindConflict, "changed-outside")
		if !hasProblem(fault.As(err).Problems, item.Label(), "CHANGED_OUTSIDE") {
			b.Errorf("problems: %+v", fault.As(err).Problems)
		}
		if object, err := b.Cataloguing.GetObject(b.Context(), b.Owner, catalog.ActionType, item.BaseItemID); err != nil || object.Content != outside {
			b.Errorf("%s, %v", object.Content, err)
		}
		published, err := b.TryPublish(b.Owner, c, composing.Publish{Force: true})
		if err != nil || b.label(*published.Workflow) != "Inside" {
			b.Errorf("with force: %v", err)
		}
	})
}

func TestANameThatIsPublishedAlreadyIsNotOverwrittenByANewDraft(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Publish(b.Compose("", apptest.Refund, apptest.CheckAmount))
		other := b.Compose("", "", strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"Another"`, 1))
		_, err := b.TryPublish(b.Owner, other, composing.Publish{ItemIDs: []string{b.Items(other)[1].ID}})
		b.wantFault("publish", err, fault.KindConflict, "changed-outside")
	})
}

func TestTwoWorkflowsDoNotShareASlugInOneScope(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		b.Publish(b.Compose("", apptest.Task))
		second := b.Compose("", apptest.Task)
		_, err := b.TryPublish(b.Owner, second, composing.Publish{Slug: "task"})
		b.wantFault("publish", err, fault.KindConflict, "slug-taken")
		if d := b.Publish(b.Compose("", apptest.Task)); d.Slug != "task-2" {
			b.Errorf("a slug that nobody chose is %q, want task-2", d.Slug)
		}
		_, err = b.TryPublish(b.Owner, second, composing.Publish{Slug: "Not A Slug"})
		b.wantFault("no slug", err, fault.KindInvalid, "invalid-slug")
		if published, err := b.TryPublish(b.Owner, second, composing.Publish{Slug: "task-3"}); err != nil || published.Workflow.Slug != "task-3" {
			b.Errorf("another slug: %v", err)
		}
		_, err = b.TryPublish(b.Owner, second, composing.Publish{Slug: "task-4"})
		b.wantFault("another slug than that of before", err, fault.KindConflict, "slug-stays")
		if published, err := b.TryPublish(b.Owner, second, composing.Publish{Slug: "task-3"}); err != nil || published.Workflow.Slug != "task-3" {
			b.Errorf("the slug of before: %v", err)
		}
		if d := b.Publish(b.Compose(b.Team.ID, apptest.Task)); d.Slug != "task" || d.TeamID != b.Team.ID {
			b.Errorf("in a team: %+v", d)
		}
	})
}

func TestPublishingWhatDidNotChangeMakesNoVersion(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		first, again := b.Publish(c), b.Publish(c)
		if first.Version != 1 || again.Version != 1 || again.ID != first.ID {
			b.Errorf("versions %d and %d of %s and %s", first.Version, again.Version, first.ID, again.ID)
		}
		b.Save(c, b.Workflow(c), strings.Replace(apptest.Task, `"name":"Task"`, `"name":"Other"`, 1))
		if changed := b.Publish(c); changed.Version != 2 {
			b.Errorf("version %d, want 2", changed.Version)
		}
	})
}

func TestAWorkflowThatWaitsForEventsIsNotPublishedYet(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		c := b.Compose("", receiver)
		item := b.Workflow(c)
		_, err := b.TryPublish(b.Owner, c, composing.Publish{})
		b.wantFault("publish", err, fault.KindInvalid, "not-publishable")
		if !hasProblem(fault.As(err).Problems, item.Label(), definition.NodeTypeUnavailable) {
			b.Errorf("problems: %+v", fault.As(err).Problems)
		}
	})
}

func TestAnItemThatIsNotThereIsNotPublished(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		one, two := b.Compose("", apptest.Task), b.Compose("", apptest.Pause)
		_, err := b.TryPublish(b.Owner, one, composing.Publish{ItemIDs: []string{b.Workflow(one).ID, b.Workflow(two).ID}})
		b.wantFault("publish", err, fault.KindNotFound, "not-found")
		if found, err := b.Cataloguing.ListWorkflows(b.Context(), b.Owner, ports.Page{Limit: 10}); err != nil || len(found) != 0 {
			b.Errorf("published: %+v, %v", found, err)
		}
		if _, err := b.TryPublish(b.Owner, one, composing.Publish{ItemIDs: []string{}}); fault.KindOf(err) != fault.KindInvalid {
			b.Errorf("nothing selected: %v", err)
		}
	})
}

func sameJSON(a, b string) bool {
	one, two := jsontext.Value(a), jsontext.Value(b)
	return one.Compact() == nil && two.Compact() == nil && string(one) == string(two)
}
