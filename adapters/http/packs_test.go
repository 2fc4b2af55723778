package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

var refunds = `{"heddlePack":1,"actionTypes":[` + apptest.CheckAmount + `],"workflows":[{"slug":"refunds","document":` + apptest.Refund + `}]}`

func TestAPackGoesInAndComesOutByteForByte(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		text := strings.Replace(refunds, `"label":"Check"`, `"label":"<Check> & \u00e4", "x":1.50`, 1)
		var plan api.ImportPlan
		b.call(http.StatusOK, http.MethodPost, "/packs/import?dryRun=true", text, &plan)
		if len(plan.Items) != 2 || plan.Items[0].Change != "create" || *plan.Items[1].Version != 1 {
			b.Errorf("%+v", plan)
		}
		b.call(http.StatusOK, http.MethodPost, "/packs/import", text, nil)
		exported := b.call(http.StatusOK, http.MethodGet, "/packs/export?workflows=refunds", "", nil)
		if body := exported.Body.String(); !strings.Contains(body, `"<Check> & \u00e4", "x":1.50`) || !strings.Contains(body, apptest.Refund) {
			b.Errorf("%s", body)
		}
		b.call(http.StatusOK, http.MethodPost, "/packs/import", exported.Body.String(), &plan)
		for _, item := range plan.Items {
			if item.Change != "unchanged" {
				b.Errorf("%+v", item)
			}
		}
		b.refuse(http.StatusNotFound, "not-found", request(http.MethodGet, base+"/packs/export?workflows=refunds,other", ""))
		b.refuse(http.StatusUnprocessableEntity, "invalid-pack", request(http.MethodPost, base+"/packs/import", `{"heddlePack":1,"tolls":[]}`))
		a := b.refuse(http.StatusUnprocessableEntity, "not-importable", request(http.MethodPost, base+"/packs/import?team=support",
			`{"heddlePack":1,"workflows":[{"slug":"x","document":`+strings.Replace(apptest.Refund, "check-amount", "other", 1)+`}]}`))
		if p := *a.problem.Problems; *p[1].Item != "workflow/x" || p[1].Code != "MISSING_DEPENDENCY" {
			b.Errorf("%+v", p)
		}
	})
}

func TestAConflictIsAnsweredWithBothSides(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		b.call(http.StatusOK, http.MethodPost, "/packs/import", refunds, nil)
		based := b.call(http.StatusOK, http.MethodGet, "/packs/export?bases=true", "", nil).Body.String()
		theirs := strings.Replace(refunds, `"label":"Check"`, `"label":"Theirs"`, 1)
		b.call(http.StatusOK, http.MethodPost, "/packs/import", theirs, nil)
		mine := strings.Replace(based, `"label":"Check"`, `"label":"Mine"`, 1)
		a := b.refuse(http.StatusConflict, "changed-outside", request(http.MethodPost, base+"/packs/import", mine))
		if a.problem.Conflicts == nil || len(*a.problem.Conflicts) != 1 {
			b.Fatalf("%s", a.Body)
		}
		c := (*a.problem.Conflicts)[0]
		if c.Item != "action-type/check-amount" || c.Reason != "changed" || c.BaseRevision == nil || !strings.Contains(string(c.Content), "Mine") ||
			!strings.Contains(string(c.Published.Content), "Theirs") || *c.Published.PublishedBy != b.Owner.ID() || c.Published.PublishedAt.IsZero() {
			b.Errorf("%s", a.Body)
		}
		b.call(http.StatusOK, http.MethodPost, "/packs/import?force=true", mine, nil)
	})
}

func TestTheDialogBeforeAPublishIsAnswered(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose(b.Team.ID, apptest.Refund, apptest.CheckAmount)
	var preview api.PublishPreview
	b.call(http.StatusOK, http.MethodGet, "/compositions/"+c.ID+"/publish-preview", "", &preview)
	workflow, checker := preview.Items[0], preview.Items[1]
	if preview.Scope != "team" || preview.Slug != "refund" || len(preview.Scopes) != 2 || !workflow.Valid || workflow.Requires[0] != checker.ItemId ||
		workflow.Change != "create" || workflow.Authors[0].ActorId != b.Owner.ID() {
		t.Errorf("%+v", preview)
	}
	b.call(http.StatusOK, http.MethodPost, "/compositions/"+c.ID+"/publish",
		`{"scope":"global","slug":"money-back","items":["`+workflow.ItemId+`","`+checker.ItemId+`"]}`, nil)
	b.call(http.StatusOK, http.MethodGet, "/compositions/"+c.ID+"/publish-preview", "", &preview)
	if preview.Scope != "global" || preview.Slug != "money-back" || preview.Items[0].Change != "unchanged" || preview.Items[0].Published == nil {
		t.Errorf("%+v", preview)
	}
	var seeded api.Composition
	b.call(http.StatusCreated, http.MethodPost, "/compositions", `{"name":"Again","seedWorkflowId":"`+preview.Items[0].Published.Id+`"}`, &seeded)
	if items := b.Items(b.byID(seeded.Id)); len(items) != 2 || items[0].Name != "Refund" {
		t.Errorf("%+v", items)
	}
}
