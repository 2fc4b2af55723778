package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/openapi/api"
)

const supportTemplate = `{"content":{"name":"support","label":"Support","capabilities":["composition"],
 "mcpServers":[{"name":"orders","command":"/opt/orders"}],"secrets":["ORDERS_KEY"]}}`

func TestSessionTemplatesAreListedWithThoseThatAreBuiltIn(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		b.call(http.StatusCreated, "POST", "/session-templates", supportTemplate, nil)
		var names []string
		for cursor := ""; ; {
			var page api.SessionTemplateList
			b.call(http.StatusOK, "GET", "/session-templates?limit=1"+cursor, "", &page)
			for _, template := range page.Items {
				name := template.Name
				if template.BuiltIn {
					name += "*"
				}
				names = append(names, name)
			}
			if page.NextCursor == nil {
				break
			}
			cursor = "&cursor=" + *page.NextCursor
		}
		if got := strings.Join(names, " "); got != "configuration-assistant* general* support workbench*" {
			b.Errorf("listed %s", got)
		}
	})
}

func TestSessionTemplatesAreChangedAsOtherObjectsOfTheCatalog(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		var made, changed api.SessionTemplate
		b.call(http.StatusCreated, "POST", "/session-templates", supportTemplate, &made)
		b.refuse(http.StatusConflict, "already-exists", request("POST", base+"/session-templates", supportTemplate))
		update := strings.TrimSuffix(strings.Replace(supportTemplate, `"Support"`, `"Help"`, 1), "}") + `,"baseRevision":"` + made.ContentRevision + `"}`
		b.call(http.StatusOK, "PUT", "/session-templates/"+made.Id, update, &changed)
		b.refuse(http.StatusConflict, "stale", request("PUT", base+"/session-templates/"+made.Id, update))
		b.call(http.StatusOK, "GET", "/session-templates/"+made.Id, "", &made)
		if made.ContentRevision != changed.ContentRevision || made.BuiltIn || made.CreatedAt == nil {
			b.Errorf("it is %+v", made)
		}
		var result api.ValidationResult
		b.call(http.StatusOK, "POST", "/session-templates/validate", `{"content":{"name":"x","capabilites":[]}}`, &result)
		if len(result.Problems) != 1 || *result.Problems[0].Field != "capabilites" || *result.Problems[0].Suggestion != "capabilities" {
			b.Errorf("found %+v", result.Problems)
		}
		b.call(http.StatusNotFound, "GET", "/tools/"+made.Id, "", nil)
		b.call(http.StatusNoContent, "DELETE", "/session-templates/"+made.Id, "", nil)
		b.call(http.StatusNotFound, "GET", "/session-templates/"+made.Id, "", nil)
	})
}

func TestBuiltInSessionTemplatesCanBeReadAndNothingElse(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		var found api.SessionTemplate
		b.call(http.StatusOK, "GET", "/session-templates/workbench", "", &found)
		if !found.BuiltIn || found.CreatedAt != nil || !strings.Contains(string(found.Content), `"composition"`) {
			b.Errorf("it is %+v", found)
		}
		update := strings.TrimSuffix(supportTemplate, "}") + `,"baseRevision":"` + found.ContentRevision + `"}`
		b.refuse(http.StatusConflict, "built-in", request("PUT", base+"/session-templates/workbench", update))
		b.refuse(http.StatusConflict, "built-in", request("DELETE", base+"/session-templates/workbench", ""))
		taking := strings.Replace(supportTemplate, `"support"`, `"general"`, 1)
		b.refuse(http.StatusUnprocessableEntity, "invalid-session-template", request("POST", base+"/session-templates", taking))
	})
}

func TestASecretThatASessionTemplateNamesIsKept(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		b.call(http.StatusCreated, "POST", "/session-templates", supportTemplate, nil)
		b.call(http.StatusOK, "PUT", "/secrets/ORDERS_KEY", `{"value":"a-long-enough-value"}`, nil)
		b.refuse(http.StatusConflict, "in-use", request("DELETE", base+"/secrets/ORDERS_KEY", ""))
	})
}

func TestPacksBringSessionTemplates(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		b.call(http.StatusCreated, "POST", "/session-templates", supportTemplate, nil)
		exported := b.call(http.StatusOK, "GET", "/packs/export?sessionTemplates=support", "", nil).Body.String()
		if !strings.Contains(exported, `"sessionTemplates": [`) || strings.Contains(exported, "workbench") {
			b.Fatalf("exported %s", exported)
		}
		var plan api.ImportPlan
		b.call(http.StatusOK, "POST", "/packs/import", strings.Replace(exported, `"Support"`, `"Help"`, 1), &plan)
		if len(plan.Items) != 1 || plan.Items[0].Type != "session-template" || plan.Items[0].Change != "update" {
			b.Errorf("planned %+v", plan.Items)
		}
		b.refuse(http.StatusUnprocessableEntity, "not-importable",
			request("POST", base+"/packs/import", strings.Replace(exported, `"support"`, `"workbench"`, 1)))
	})
}
