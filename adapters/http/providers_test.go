package http_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/openapi/api"
)

// providerKey is the key that the model server takes.
const providerKey = "planted-provider-key"

func modelServer(b *bench) *modeltest.Server {
	return modeltest.Start(b, func(r modeltest.Request) modeltest.Answer {
		switch {
		case r.Key != providerKey:
			return modeltest.Answer{Status: 401, Text: "no such key: " + r.Key}
		case r.Model != "m1":
			return modeltest.Answer{Status: 404, Text: "no such model"}
		}
		return modeltest.Answer{Text: "ready", InputTokens: 1000, OutputTokens: 100}
	})
}

func providerText(kind, url, secret string) string {
	return fmt.Sprintf(`{"content":{"name":"mine-%s","kind":%q,"baseUrl":%q,"secret":%q,
 "models":[{"name":"m1","prices":{"input":2,"output":10}},{"name":"m2","label":"kept"}]}}`, kind, kind, url, secret)
}

func TestAProviderIsTriedAndWhatIsWrongWithItIsTold(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		server := modelServer(b)
		for kind, url := range map[string]string{"openai": server.URL + "/v1", "anthropic": server.URL} {
			name := strings.ToUpper(kind) + "_KEY"
			var made api.CatalogObject
			b.call(http.StatusCreated, "POST", "/providers", providerText(kind, url, name), &made)
			try := func(body, code string) (result api.ProviderTestResult) {
				b.Helper()
				told := b.call(http.StatusOK, "POST", "/providers/"+made.Id+"/test", body, &result).Body.String()
				if result.Ok != (code == "") || code != "" && (result.Code == nil || *result.Code != code) || result.Message == "" || strings.Contains(told, "planted") {
					b.Errorf("%s: %s, want %q", kind, told, code)
				}
				return result
			}
			try(`{}`, "secret-missing")
			b.call(http.StatusOK, "PUT", "/secrets/"+name, `{"value":"planted-wrong-key"}`, nil)
			if told := try(`{}`, "wrong-key"); !strings.Contains(told.Message, "no such key") {
				b.Errorf("%s: %s", kind, told.Message)
			}
			b.call(http.StatusOK, "PUT", "/secrets/"+name, `{"value":"`+providerKey+`"}`, nil)
			try(`{"model":"m2"}`, "unknown-model")
			try(`{"model":"m3"}`, "unknown-model")
			if told := try(`{}`, ""); told.Message != "ready" || *told.InputTokens != 1000 || *told.CostUSD < 0.0029 || *told.CostUSD > 0.0031 {
				b.Errorf("%s: %+v", kind, told)
			}
			b.refuse(http.StatusConflict, "in-use", request("DELETE", base+"/secrets/"+name, ""))
		}
	})
}

func TestProvidersAreObjectsOfTheCatalog(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		var made, changed api.CatalogObject
		b.call(http.StatusCreated, "POST", "/providers", providerText("openai", "http://127.0.0.1:1/v1", ""), &made)
		if made.Name != "mine-openai" || !strings.Contains(string(made.Content), `"label":"kept"`) {
			b.Errorf("made %+v", made)
		}
		b.refuse(http.StatusConflict, "already-exists", request("POST", base+"/providers", providerText("openai", "", "")))
		b.refuse(http.StatusUnprocessableEntity, "invalid-provider", request("POST", base+"/providers", `{"content":{"name":"x","kind":"telepathy","models":[]}}`))
		update := strings.TrimSuffix(providerText("anthropic", "", ""), "}") + `,"baseRevision":"` + made.ContentRevision + `"}`
		b.call(http.StatusOK, "PUT", "/providers/"+made.Id, update, &changed)
		b.refuse(http.StatusConflict, "stale", request("PUT", base+"/providers/"+made.Id, update))
		var list api.CatalogList
		b.call(http.StatusOK, "GET", "/providers", "", &list)
		if len(list.Items) != 1 || list.Items[0].Name != "mine-anthropic" {
			b.Errorf("listed %+v", list.Items)
		}
		var result api.ValidationResult
		b.call(http.StatusOK, "POST", "/providers/validate", `{"content":{"name":"x","kind":"openai","models":[]}}`, &result)
		if len(result.Problems) != 1 || result.Problems[0].Code != "MISSING_MODELS" {
			b.Errorf("found %+v", result.Problems)
		}
		b.call(http.StatusNotFound, "GET", "/tools/"+made.Id, "", nil)
		b.call(http.StatusNoContent, "DELETE", "/providers/"+made.Id, "", nil)
		b.call(http.StatusNotFound, "POST", "/providers/"+made.Id+"/test", `{}`, nil)
	})
}
