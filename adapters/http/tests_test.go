package http_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
	"heddle.dev/heddle/ports"
)

const lookTool = `{"name":"look","description":"Looks.","language":"bash","source":"true","parameters":{"type":"object","properties":{"id":{"type":"string"}}}}`

func TestPeopleAndAgentsRunDrafts(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		c := b.Compose("", "", apptest.CheckAmount)
		b.AddDraft(c, composition.ToolItem, lookTool)
		b.Scripts.Answer(func(_ context.Context, run ports.ScriptRun) (ports.ScriptResult, error) {
			return ports.ScriptResult{Outputs: []byte(`{"fits":true,"n":1.50}`), Stdout: string(run.Inputs), Truncated: true}, nil
		})
		at := "/compositions/" + c.ID
		var result api.TestResult
		b.call(http.StatusOK, http.MethodPost, at+"/test/action-type", `{"name":"check-amount","inputs":{"amount":12.50}}`, &result)
		if !result.Ok || string(*result.Outputs) != `{"fits":true,"n":1.50}` || result.Stdout != `{"amount":12.50}` || result.Source != "draft" || !*result.Truncated {
			t.Errorf("%+v", result)
		}
		b.call(http.StatusOK, http.MethodPost, at+"/test/tool", `{"name":"look","params":{"id":"x"}}`, &result)
		b.refuse(http.StatusUnprocessableEntity, "inputs-do-not-fit", request(http.MethodPost, base+at+"/test/tool", `{"name":"look","params":{"id":7}}`))
		b.refuse(http.StatusNotFound, "not-found", request(http.MethodPost, base+at+"/test/tool", `{"name":"lok"}`))

		turn := b.Say(c, "test it")
		given := b.SessionToken(c, turn)
		for path, body := range map[string]string{
			"/agent/test/action-type": `{"name":"check-amount","inputs":{"amount":1}}`, "/agent/test/tool": `{"name":"look"}`,
		} {
			r := request(http.MethodPost, base+at+path, body)
			r.Header.Set(token, given)
			a := b.send(r)
			if err := json.Unmarshal(a.Body.Bytes(), &result); err != nil || a.Code != http.StatusOK || !result.Ok {
				t.Errorf("%s: %d %s", path, a.Code, a.Body)
			}
		}
		if err := b.Composing.EndTurn(context.Background(), c.ID, turn.ID, composition.Completed, ""); err != nil {
			t.Fatal(err)
		}
		var ended api.Turn
		b.call(http.StatusOK, http.MethodGet, at+"/turns/"+turn.ID, "", &ended)
		if tests := ended.Receipt.TestsRun; tests == nil || len(*tests) != 2 || !(*tests)[0].Ok {
			t.Errorf("the receipt is %+v", ended.Receipt)
		}
	})
}
