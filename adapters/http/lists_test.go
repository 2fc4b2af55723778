package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

func TestThePageLearnsWhoAndWhatThereIs(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	b.Compose("", apptest.Task)

	var engines api.EngineList
	b.call(http.StatusOK, "GET", "/engines", "", &engines)
	if len(engines.Items) != 2 || engines.Items[0].Name != apptest.Engine || !engines.Items[0].IsDefault {
		t.Errorf("%+v", engines)
	}
	a := b.refuse(http.StatusUnprocessableEntity, "unknown-engine", request("POST", base+"/compositions", `{"name":"x","engine":"warp"}`))
	if !strings.Contains(*a.problem.Detail, apptest.Engine) {
		t.Errorf("it names nothing: %s", a.Body)
	}

	var people api.PersonList
	b.call(http.StatusOK, "GET", "/users?ids="+b.Owner.ID()+",agent:heddle-workbench,"+anID, "", &people)
	if len(people.Items) != 1 || people.Items[0] != (api.Person{Id: b.Owner.ID(), Name: b.Owner.User.Name}) {
		t.Errorf("%+v", people)
	}
	b.refuse(http.StatusBadRequest, "request-invalid", request("GET", base+"/users", ""))
	b.refuse(http.StatusBadRequest, "request-invalid", request("GET", base+"/users?ids="+strings.Repeat("x,", 100)+"x", ""))

	var compositions api.CompositionList
	b.call(http.StatusOK, "GET", "/compositions", "", &compositions)
	if s := compositions.Items[0].Summary; s == nil || *s != (api.CompositionSummary{Drafts: 1, Unpublished: 1}) {
		t.Errorf("%+v", s)
	}
}
