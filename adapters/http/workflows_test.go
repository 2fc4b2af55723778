package http_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

// TestAWorkflowIsTakenBackAndPaused tells how a person goes back to an earlier version, and deactivates the workflow.
func TestAWorkflowIsTakenBackAndPaused(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		c := b.Compose("", apptest.Task)
		b.Publish(c)
		b.Save(c, b.Workflow(c), strings.Replace(apptest.Task, "Well?", "And now?", 1))
		at := "/workflows/" + b.Publish(c).ID

		var w api.Workflow
		b.call(http.StatusOK, "POST", at+"/versions/1/make-current", "", &w)
		if w.Version != 1 || w.NewestVersion != 2 || !strings.Contains(string(w.Document), "Well?") {
			b.Errorf("%+v", w)
		}
		b.refuse(http.StatusNotFound, "unknown-version", request("POST", base+at+"/versions/3/make-current", ""))
		b.refuse(http.StatusNotFound, "unknown-version", request("GET", base+at+"/versions/3", ""))

		var i api.Instance
		b.call(http.StatusCreated, "POST", at+"/instances", `{"version":2}`, &i)
		if i.Version != 2 {
			b.Errorf("%+v", i)
		}
		b.refuse(http.StatusNotFound, "unknown-version", request("POST", base+at+"/instances", `{"version":3}`))
		b.refuse(http.StatusBadRequest, "request-invalid", request("POST", base+at+"/instances", `{"version":0}`))

		off := fmt.Sprintf(`{"revision":%d,"isActive":false}`, w.Revision)
		b.call(http.StatusOK, "PATCH", at, off, &w)
		if w.IsActive {
			b.Errorf("%+v", w)
		}
		b.refuse(http.StatusConflict, "stale", request("PATCH", base+at, off))
		b.refuse(http.StatusBadRequest, "request-invalid", request("PATCH", base+at, `{"isActive":true}`))
		b.refuse(http.StatusConflict, "workflow-inactive", request("POST", base+at+"/instances", `{}`))
		b.call(http.StatusOK, "PATCH", at, fmt.Sprintf(`{"revision":%d,"isActive":true}`, w.Revision), &w)
		b.call(http.StatusCreated, "POST", at+"/instances", `{}`, nil)
	})
}
