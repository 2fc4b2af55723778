package cataloguing_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func onBenches(t *testing.T, test func(b *apptest.Heddle)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(apptest.New(t, store, nil)) })
}

func labelled(label string) string {
	return strings.Replace(apptest.CheckAmount, `"label":"Check"`, `"label":"`+label+`"`, 1)
}

func named(name string) string {
	return strings.Replace(apptest.CheckAmount, `"check-amount"`, `"`+name+`"`, 1)
}

func create(b *apptest.Heddle, teamID, text string) catalog.Object {
	b.Helper()
	o, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, teamID, text)
	if err != nil {
		b.Fatal(err)
	}
	return o
}

func TestAnObjectThatIsWrongIsNotSavedAndItsProblemsAreTold(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		o := create(b, "", apptest.CheckAmount)
		for _, text := range []string{`{}`, `[]`, ``, `{"name":"x","name":"y"}`, strings.Replace(apptest.CheckAmount, `"mode":"script"`, `"mode":"http"`, 1)} {
			_, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, "", text)
			if fault.KindOf(err) != fault.KindInvalid || fault.CodeOf(err) == "invalid-action-type" && len(fault.As(err).Problems) == 0 {
				b.Errorf("create %s: %v", text, err)
			}
			if _, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, o.ID, text, o.ContentRevision); fault.KindOf(err) != fault.KindInvalid {
				b.Errorf("update %s: %v", text, err)
			}
		}
		if found, err := b.Cataloguing.GetObject(b.Context(), b.Owner, catalog.ActionType, o.ID); err != nil || found.Content != apptest.CheckAmount {
			b.Errorf("%+v, %v", found, err)
		}
	})
}

func TestANameIsTakenWithinItsKindAndTeam(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		create(b, "", apptest.CheckAmount)
		_, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, "", labelled("Again"))
		if fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != "already-exists" {
			b.Errorf("twice: %v", err)
		}
		create(b, b.Team.ID, apptest.CheckAmount)
		other := create(b, "", named("other"))
		_, err = b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, other.ID, apptest.CheckAmount, other.ContentRevision)
		if fault.CodeOf(err) != "already-exists" {
			b.Errorf("renamed to a name that is taken: %v", err)
		}
		if _, err := b.Cataloguing.CreateObject(b.Context(), b.Owner, catalog.ActionType, other.ID, named("third")); fault.KindOf(err) != fault.KindNotFound {
			b.Errorf("in a team that is not there: %v", err)
		}
	})
}

func TestWhatAWorkflowUsesIsNeitherDeletedNorRenamedAndItsUsersAreNamed(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		o := create(b, "", apptest.CheckAmount)
		c := b.Compose("", apptest.Refund)
		b.Publish(c)
		err := b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.ActionType, o.ID)
		if fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != "in-use" || !strings.Contains(fault.As(err).Message, "Refund") {
			b.Errorf("delete: %v", err)
		}
		if _, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, o.ID, named("other"), o.ContentRevision); fault.CodeOf(err) != "in-use" {
			b.Errorf("rename: %v", err)
		}
		if _, err := b.Cataloguing.UpdateObject(b.Context(), b.Owner, catalog.ActionType, o.ID, labelled("New"), o.ContentRevision); err != nil {
			b.Errorf("update: %v", err)
		}
		b.Save(c, b.Workflow(c), strings.Replace(apptest.Task, `"id":"task","name":"Task"`, `"id":"refund","name":"Refund"`, 1))
		b.Publish(c)
		if err := b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.ActionType, o.ID); err != nil {
			b.Errorf("delete what is no longer used: %v", err)
		}
	})
}

func TestOthersDoNotTouchATeamsCatalog(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		ctx, o := b.Context(), create(b, b.Team.ID, apptest.CheckAmount)
		global := create(b, "", apptest.CheckAmount)
		d := b.Publish(b.Compose(b.Team.ID, apptest.Task))
		_, createTheirs := b.Cataloguing.CreateObject(ctx, b.Stranger, catalog.ActionType, b.Team.ID, named("x"))
		_, createGlobal := b.Cataloguing.CreateObject(ctx, b.Admin, catalog.ActionType, "", named("x"))
		_, createMember := b.Cataloguing.CreateObject(ctx, b.Member, catalog.ActionType, b.Team.ID, named("x"))
		_, get := b.Cataloguing.GetObject(ctx, b.Stranger, catalog.ActionType, o.ID)
		_, update := b.Cataloguing.UpdateObject(ctx, b.Stranger, catalog.ActionType, o.ID, labelled("x"), o.ContentRevision)
		_, workflow := b.Cataloguing.GetWorkflow(ctx, b.Stranger, d.ID)
		_, versions := b.Cataloguing.ListVersions(ctx, b.Stranger, d.ID, 0, 10)
		_, version := b.Cataloguing.GetVersion(ctx, b.Stranger, d.ID, 1)
		for what, err := range map[string]error{
			"create": createTheirs, "create globally": createGlobal, "create as member": createMember, "get": get, "update": update,
			"delete": b.Cataloguing.DeleteObject(ctx, b.Stranger, catalog.ActionType, o.ID), "workflow": workflow, "versions": versions, "version": version,
		} {
			if fault.KindOf(err) != fault.KindForbidden {
				b.Errorf("%s: %v, want forbidden", what, err)
			}
		}
		found, err := b.Cataloguing.ListObjects(ctx, b.Stranger, catalog.ActionType, "", "", 10)
		if err != nil || len(found) != 1 || found[0].ID != global.ID {
			b.Errorf("a stranger lists %+v, %v", found, err)
		}
		if found, err := b.Cataloguing.ListWorkflows(ctx, b.Stranger, ports.Page{Limit: 10}); err != nil || len(found) != 0 {
			b.Errorf("a stranger lists %+v, %v", found, err)
		}
	})
}

func TestAToolIsNoActionType(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		o := create(b, "", apptest.CheckAmount)
		if _, err := b.Cataloguing.GetObject(b.Context(), b.Owner, catalog.Tool, o.ID); fault.KindOf(err) != fault.KindNotFound {
			b.Errorf("get: %v", err)
		}
		if err := b.Cataloguing.DeleteObject(b.Context(), b.Owner, catalog.Tool, o.ID); fault.KindOf(err) != fault.KindNotFound {
			b.Errorf("delete: %v", err)
		}
	})
}

func TestListsGoOnBehindTheLastOne(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *apptest.Heddle) {
		var names []string
		for _, name := range []string{"c", "a", "e", "b", "d"} {
			create(b, "", named(name))
		}
		var last catalog.Object
		for {
			page, err := b.Cataloguing.ListObjects(b.Context(), b.Owner, catalog.ActionType, last.Name, last.ID, 2)
			if err != nil {
				b.Fatal(err)
			}
			for _, o := range page {
				names = append(names, o.Name)
				last = o
			}
			if len(page) < 2 {
				break
			}
		}
		if got := strings.Join(names, ""); got != "abcde" {
			b.Errorf("listed as %q", got)
		}
	})
}
