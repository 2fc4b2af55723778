package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
)

const look = `{"name":"look","description":"Looks.","language":"bash","source":"true"}`

func TestConfigurationItemsOverHTTP(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		session := b.Session("configuration-assistant", "")
		items := base + "/sessions/" + session.ID + "/config-items"
		save := func(name, content string) *http.Request {
			return request("PUT", items+"/"+name, `{"content":`+content+`}`)
		}
		b.ok(http.StatusOK, save("tools/look", look))
		b.refuse(http.StatusNotFound, "unknown-kind", save("tool/look", look))
		b.refuse(http.StatusUnprocessableEntity, "name-mismatch", save("tools/peek", look))
		b.refuse(http.StatusBadRequest, "request-invalid", save("tools/look", `[]`))
		b.refuse(http.StatusBadRequest, "invalid-json", save("tools/look", `{`))
		b.refuse(http.StatusRequestEntityTooLarge, "body-too-large", save("tools/look", `{"name":"look","x":"`+strings.Repeat("x", maxBody)+`"}`))
		b.refuse(http.StatusConflict, "stale", request("PUT", items+"/tools/look", `{"content":`+look+`,"baseRevision":"sha256:0"}`))
		b.refuse(http.StatusNotFound, "not-found", request("POST", items, `{"kind":"tools","name":"other"}`))
		b.refuse(http.StatusNotFound, "not-found", request("DELETE", items+"/tools/other", ""))
		if a := b.send(request("GET", items+"/tools/look", "")); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `"content":`+look) || !strings.Contains(a.Body.String(), `"state":"new"`) {
			b.Errorf("%d %s", a.Code, a.Body)
		}
		if a := b.send(request("POST", items+"/apply", `{"dryRun":true}`)); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `"change":"create"`) {
			b.Errorf("%d %s", a.Code, a.Body)
		}
		b.ok(http.StatusOK, save("tools/broken", `{"name":"broken"}`))
		b.refuse(http.StatusUnprocessableEntity, "not-importable", request("POST", items+"/apply", `{}`))
		b.ok(http.StatusOK, request("POST", items+"/apply", `{"items":["tools/look.json"]}`))
		if a := b.send(request("GET", items+"/pack", "")); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `"heddlePack": 1`) {
			b.Errorf("%d %s", a.Code, a.Body)
		}
		b.ok(http.StatusNoContent, request("DELETE", items+"/tools/look", ""))
		chat := base + "/sessions/" + b.Session("general", "").ID
		b.refuse(http.StatusConflict, "no-config-items", request("GET", chat+"/config-items", ""))
	})
}

func TestSessionsOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	made := b.send(request("POST", base+"/sessions", `{"name":"Mine"}`))
	if made.Code != http.StatusCreated || !strings.Contains(made.Body.String(), `"turnState":"idle"`) {
		t.Fatalf("%d %s", made.Code, made.Body)
	}
	listed := b.send(request("GET", base+"/sessions", ""))
	_, id, _ := strings.Cut(listed.Body.String(), `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	one := base + "/sessions/" + id
	b.refuse(http.StatusUnprocessableEntity, "needs-composition", request("POST", base+"/sessions", `{"templateId":"workbench"}`))
	b.refuse(http.StatusConflict, "no-turn", request("POST", one+"/interrupt", ""))
	b.ok(http.StatusAccepted, request("POST", one+"/messages", `{"message":"hello"}`))
	b.refuse(http.StatusConflict, "turn-running", request("POST", one+"/messages", `{"message":"again"}`))
	b.ok(http.StatusAccepted, request("POST", one+"/interrupt", ""))
	b.ok(http.StatusAccepted, request("POST", one+"/restart", ""))
	b.ok(http.StatusOK, request("PATCH", one, `{"name":"Other"}`))
	b.ok(http.StatusOK, request("GET", one+"/conversation", ""))
	b.refuse(http.StatusConflict, "of-composition", request("DELETE", base+"/sessions/"+b.Compose("", "").SessionID, ""))
	b.ok(http.StatusNoContent, request("DELETE", one, ""))
	b.refuse(http.StatusNotFound, "not-found", request("GET", one, ""))
}

// ok sends a request that has to be answered with the status.
func (b *bench) ok(status int, r *http.Request) {
	b.Helper()
	if a := b.send(r); a.Code != status {
		b.Errorf("%s %s: %d %s, want %d", r.Method, r.URL.Path, a.Code, a.Body, status)
	}
}
