package http_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
)

// seeds are bodies that operations take, and near misses.
var seeds = []string{
	``, `{}`, `[]`, `null`, `{"name":"a"}`, `{"name":"a","goal":"g","engine":"fake","model":"m","teamId":"x"}`, `{"slug":"s","name":"S"}`,
	`{"type":"tool","name":"t"}`, `{"type":"action-type","catalogId":"x"}`, `{"message":"hello","nodeIds":["a"],"edgeIds":[],"contentRevision":"r"}`,
	`{"turnId":"x","outcome":"rejected"}`, `{"items":["x"],"force":true,"slug":"s"}`, `{"content":` + apptest.CheckAmount + `}`,
	save(apptest.Task, "sha256:0"), `{"type":"tool","content":{"name":"t"}}`, `{"reason":"r"}`, `{"output":{"yes":true}}`, `{"context":{"amount":1}}`,
	`{"id":"x","baseRevision":"@current","author":"a","summary":"s","ops":[{"op":"addNode","node":{"id":"n","type":"end","name":"n"}},{"op":"removeNode","id":"n"}]}`,
	`{"name":"\u0000"}`, `{"message":"\u0000"}`, `{"name":"\ud83d\ude00"}`,
}

// FuzzRequests proves that no request to an operation of the contract, however wrong, is answered with a failure of the
// server, and that every refusal is a problem document.
func FuzzRequests(f *testing.F) {
	b := setup(f, apptest.SQLite(f))
	c := b.Compose("", apptest.Task, apptest.CheckAmount)
	d := b.Publish(c)
	turn := b.Say(c, "hello")
	given := b.SessionToken(c, turn)
	b.sendInstance(d.ID)
	known := map[string]string{
		"compositionId": c.ID, "itemId": b.Workflow(c).ID, "turnId": turn.ID, "sessionId": c.SessionID, "workflowId": d.ID, "number": "1",
		"itemType": "action-type", "itemName": "check-amount", "objectId": b.Items(c)[1].BaseItemID, "activationId": "1", "instanceId": b.instanceID(d.ID),
		"revisionId": b.revisionID(c),
	}
	all := operations(b.contract)
	for i := range all {
		f.Add(uint8(i), "", "", "", []byte(seeds[i%len(seeds)]))
	}
	for i, seed := range seeds {
		f.Add(uint8(7*i), "\x00", "limit=2&cursor=AA&after=1&status=waiting", "k\x00", []byte(seed))
		f.Add(uint8(5*i), "a/b %?#\xff", "limit=-1&cursor=%00&after=x&status=", "ü", []byte(seed))
	}
	f.Fuzz(func(t *testing.T, which uint8, id, query, key string, body []byte) {
		o := all[int(which)%len(all)]
		if o.id == "streamEvents" {
			return // it has tests of its own, and no end
		}
		address := o.address(func(name string) string {
			if id == "" {
				return known[name]
			}
			return url.PathEscape(id)
		})
		target, err := url.Parse("http://127.0.0.1:7400" + address)
		if err != nil {
			return
		}
		target.RawQuery = query
		r := httptest.NewRequestWithContext(context.Background(), o.method, "http://127.0.0.1:7400/", strings.NewReader(string(body)))
		r.URL, r.RequestURI, r.Host = target, target.RequestURI(), target.Host
		r.Header.Set("Content-Type", "application/json")
		if key != "" {
			r.Header["Idempotency-Key"] = []string{key}
		}
		if o.agent {
			r.Header.Set(token, given)
		}
		recorder := httptest.NewRecorder()
		b.handler.ServeHTTP(recorder, r)
		if recorder.Code >= http.StatusInternalServerError {
			t.Errorf("%s %s with %q: %d %s", o.method, target, body, recorder.Code, recorder.Body)
		}
		if problem := recorder.Header().Get("Content-Type") == "application/problem+json"; problem != (recorder.Code >= http.StatusBadRequest) {
			t.Errorf("%s %s with %q: %d %v %s", o.method, target, body, recorder.Code, recorder.Header(), recorder.Body)
		}
	})
}

func (b *bench) sendInstance(workflowID string) {
	b.Helper()
	if a := b.send(request("POST", base+"/workflows/"+workflowID+"/instances", `{}`)); a.Code != http.StatusCreated {
		b.Fatalf("%d %s", a.Code, a.Body)
	}
}

func (b *bench) instanceID(workflowID string) string {
	b.Helper()
	return b.idIn(b.send(request("GET", base+"/instances?workflowId="+workflowID, "")))
}

func (b *bench) revisionID(c composition.Composition) string {
	b.Helper()
	return b.idIn(b.send(request("GET", base+"/compositions/"+c.ID+"/items/"+b.Workflow(c).ID+"/revisions", "")))
}
