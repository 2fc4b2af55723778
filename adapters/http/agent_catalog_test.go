package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

func TestAgentsPageThroughTheCatalogAndReadOneEntry(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	b.Publish(b.Compose("", apptest.Refund, apptest.CheckAmount))
	b.Publish(b.Compose("", apptest.Task))
	c := b.Compose("", "")
	given := b.SessionToken(c, b.Say(c, "look around"))
	read := func(path string, into any) {
		r := request("GET", base+"/compositions/"+c.ID+"/agent/catalog/"+path, "")
		r.Header.Set(token, given)
		b.decode(http.StatusOK, r, into)
	}
	var first, second api.AgentCatalogList
	read("workflow?limit=1", &first)
	if len(first.Items) != 1 || first.Items[0].Name != "refund" || *first.Items[0].Version != 1 || first.NextCursor == nil {
		t.Fatalf("%+v", first)
	}
	read("workflow?limit=1&cursor="+*first.NextCursor, &second)
	if len(second.Items) != 1 || second.Items[0].Name != "task" {
		t.Errorf("%+v", second)
	}
	var entry api.AgentCatalogEntry
	read("action-type/check-amount", &entry)
	if !strings.Contains(string(entry.Content), `"language":"bash"`) || entry.Scope != "global" || entry.Version != nil {
		t.Errorf("%+v", entry)
	}
}
