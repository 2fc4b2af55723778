package http_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

// TestTheWholeStoryKeepsTheContract tells what a person does from goal to completed instance; every answer on the way
// is held against the contract.
func TestTheWholeStoryKeepsTheContract(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		b.Scripts.AnswerOutputs(`{"fits":true}`)
		var c api.Composition
		b.call(http.StatusCreated, "POST", "/compositions", `{"name":"Refunds","goal":"pay people back"}`, &c)
		b.call(http.StatusOK, "PATCH", "/compositions/"+c.Id, `{"name":"Refund","applyMode":"review"}`, &c)
		at := "/compositions/" + c.Id

		var draft, workflow api.Item
		b.call(http.StatusCreated, "POST", at+"/items", `{"type":"action-type","name":"check-amount"}`, &draft)
		b.call(http.StatusOK, "PUT", at+"/items/"+draft.Id, save(apptest.CheckAmount, draft.ContentRevision), &draft)
		var items api.ItemList
		b.call(http.StatusOK, "GET", at+"/items", "", &items)
		workflow = items.Items[0]
		b.refuse(http.StatusConflict, "stale", request("PUT", base+at+"/items/"+workflow.Id, save(apptest.Refund, "sha256:old")))
		b.call(http.StatusOK, "PUT", at+"/items/"+workflow.Id, save(apptest.Refund, workflow.ContentRevision), &workflow)

		var turn api.Turn
		b.call(http.StatusAccepted, "POST", at+"/messages", `{"message":"name it"}`, &turn)
		b.refuse(http.StatusConflict, "turn-running", request("POST", base+at+"/messages", `{"message":"more"}`))
		given := b.SessionToken(b.byID(c.Id), b.turnByID(c.Id, turn.Id))
		for _, r := range []*http.Request{
			request("GET", base+at+"/agent/composition", ""),
			request("GET", base+at+"/agent/items/action-type/check-amount", ""),
			request("PUT", base+at+"/agent/items", `{"type":"tool","content":{"name":"look","description":"d","parameters":{"type":"object","properties":{}},"language":"bash","source":"true"}}`),
			request("POST", base+at+"/agent/workflow/changesets", fmt.Sprintf(
				`{"id":"x","baseRevision":%q,"author":"a","summary":"s","ops":[{"op":"metadata","patch":{"description":"d"}}]}`, workflow.ContentRevision)),
			request("POST", base+at+"/agent/workflow/changesets", `{"ops":[{"op":"explode"}]}`),
			request("POST", base+at+"/agent/validate", ""),
		} {
			r.Header.Set(token, given)
			if a := b.send(r); a.Code != http.StatusOK {
				b.Fatalf("%s %s: %d %s", r.Method, r.URL, a.Code, a.Body)
			}
		}
		remove := request("DELETE", base+at+"/agent/items/tool/look", "")
		remove.Header.Set(token, given)
		if a := b.send(remove); a.Code != http.StatusNoContent {
			b.Fatalf("%d %s", a.Code, a.Body)
		}
		if err := b.Composing.EndTurn(context.Background(), c.Id, turn.Id, "completed", ""); err != nil {
			b.Fatal(err)
		}
		b.call(http.StatusOK, "GET", at+"/turns/"+turn.Id, "", &turn)
		b.call(http.StatusOK, "GET", at, "", &c)
		if turn.Receipt == nil || c.PendingChangeSet == nil {
			b.Fatalf("%+v, %+v", turn, c)
		}
		b.call(http.StatusOK, "POST", at+"/pending-changeset/apply", "", &workflow)
		b.call(http.StatusOK, "POST", at+"/changeset-resolution", `{"turnId":"`+turn.Id+`","outcome":"applied"}`, nil)
		b.refuse(http.StatusConflict, "no-turn", request("POST", base+at+"/interrupt", ""))
		b.call(http.StatusOK, "POST", at+"/validate", "", nil)
		b.call(http.StatusOK, "GET", "/sessions/"+c.SessionId, "", nil)
		b.call(http.StatusAccepted, "POST", "/sessions/"+c.SessionId+"/restart", "", nil)
		b.call(http.StatusOK, "GET", "/sessions/"+c.SessionId+"/conversation?limit=1", "", nil)
		b.answers(c)

		var revisions api.RevisionList
		b.call(http.StatusOK, "GET", at+"/items/"+workflow.Id+"/revisions", "", &revisions)
		b.call(http.StatusOK, "GET", at+"/items/"+workflow.Id+"/revisions/"+revisions.Items[1].Id, "", nil)
		b.call(http.StatusOK, "POST", at+"/items/"+workflow.Id+"/revisions/"+revisions.Items[1].Id+"/restore", "", nil)

		var published api.PublishResult
		b.call(http.StatusOK, "POST", at+"/publish", `{"items":["`+workflow.Id+`","`+draft.Id+`"]}`, &published)
		w := "/workflows/" + published.Workflow.Id
		for _, path := range []string{"/workflows", w, w + "/versions", w + "/versions/1", "/action-types", "/tools", "/teams", "/me"} {
			b.call(http.StatusOK, "GET", path, "", nil)
		}
		b.runs(w)
		b.call(http.StatusNoContent, "DELETE", at, "", nil)
	})
}

// runs starts an instance, lets its action run, completes its task and looks at what happened; another is cancelled.
func (b *bench) runs(w string) {
	b.Helper()
	start := request("POST", base+w+"/instances", `{"context":{"amount":12.50}}`)
	start.Header.Set("Idempotency-Key", "once")
	first := b.send(start)
	again := request("POST", base+w+"/instances", `{"context":{"amount":12.50}}`)
	again.Header.Set("Idempotency-Key", "once")
	if second := b.send(again); first.Code != http.StatusCreated || b.idIn(first) != b.idIn(second) {
		b.Fatalf("%s\n%s", first.Body, second.Body)
	}
	other := request("POST", base+w+"/instances", `{"context":{"amount":13}}`)
	other.Header.Set("Idempotency-Key", "once")
	b.refuse(http.StatusConflict, "idempotency-key-reused", other)

	i := "/instances/" + b.idIn(first)
	b.runActions()
	var instance api.Instance
	b.call(http.StatusOK, "GET", i, "", &instance)
	task := (*instance.Tasks)[0]
	complete := fmt.Sprintf("%s/tasks/%d/complete", i, task.Number)
	if a := b.refuse(http.StatusUnprocessableEntity, "invalid-output", request("POST", base+complete, `{"output":{"approved":"yes"}}`)); len(*a.problem.Problems) != 1 {
		b.Errorf("%s", a.Body)
	}
	b.call(http.StatusOK, "POST", complete, `{"output":{"approved":true}}`, &instance)
	b.refuse(http.StatusConflict, "activation-closed", request("POST", base+complete, `{"output":{"approved":true}}`))
	if instance.Status != "completed" || !strings.Contains(string(*instance.Context), `"amount":12.50`) {
		b.Errorf("%+v, context %s", instance, *instance.Context)
	}
	for _, path := range []string{i + "/history", i + "/history?after=2&limit=1", i + "/logs", "/instances?status=completed", "/instances?workflowId=" + strings.TrimPrefix(w, "/workflows/")} {
		b.call(http.StatusOK, "GET", path, "", nil)
	}
	var second api.Instance
	b.call(http.StatusCreated, "POST", w+"/instances", `{"context":{"amount":1}}`, &second)
	b.call(http.StatusOK, "POST", "/instances/"+second.Id+"/cancel", `{"reason":"enough"}`, &second)
	if second.Status != "cancelled" {
		b.Errorf("%+v", second)
	}
}

// runActions runs the actions that wait, and waits for them.
func (b *bench) runActions() {
	b.Helper()
	done := make(chan struct{})
	stop := b.WorkOn(jobs.Pool{Kind: running.RunActionJob, Slots: 1, Handler: func(ctx context.Context, job ports.Job) error {
		defer close(done)
		return b.Running.RunAction(ctx, job)
	}})
	<-done
	stop()
}

func save(text, revision string) string {
	return `{"content":` + text + `,"baseRevision":"` + revision + `"}`
}

func (b *bench) idIn(a answer) string {
	b.Helper()
	_, rest, _ := strings.Cut(a.Body.String(), `"id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	return id
}

func TestDocumentsComeBackAsTheyWereSent(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		c := b.Compose("", "")
		item := b.Workflow(c)
		odd := `{"z":1e3, "nodes":[], "a":{"c":1.50,"b":-0,"big":9007199254740991,"small":0.10E-07},"name":"<&>\u2028 é","edges":[],"id":"x","":null}`
		path := "/compositions/" + c.ID + "/items/" + item.ID
		b.call(http.StatusOK, "PUT", path, save(odd, string(item.ContentRevision)), nil)
		var got api.Item
		b.call(http.StatusOK, "GET", path, "", &got)
		if want := tokens(b, odd); strings.Join(tokens(b, string(got.Content)), " ") != strings.Join(want, " ") {
			b.Errorf("%s\ncame back as\n%s", odd, got.Content)
		}
	})
}

// tokens lists the tokens of a JSON text, numbers as they are written.
func tokens(b *bench, text string) (all []string) {
	b.Helper()
	d := jsontext.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return all
		}
		all = append(all, token.Kind().String()+token.String())
	}
}
