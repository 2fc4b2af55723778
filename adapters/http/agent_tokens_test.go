package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

// attach makes a token for an agent of the owner's.
func (b *bench) attach(compositionID string) (made api.AgentTokenMade) {
	b.Helper()
	b.call(http.StatusCreated, "POST", "/compositions/"+compositionID+"/agent-tokens", `{"name":"my agent"}`, &made)
	return made
}

func TestAnAttachedAgentWorksUntilItsTokenIsRevoked(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", apptest.Task)
	tokens := "/compositions/" + c.ID + "/agent-tokens"
	made := b.attach(c.ID)
	session, err := b.overHTTP(t, c.ID, made.Token)
	if err != nil {
		t.Fatal(err)
	}
	if text, isError := toolText(t, session, "upsert_action_type", `{"item":`+apptest.CheckAmount+`}`); isError {
		t.Fatal(text)
	}
	text, isError := toolText(t, session, "finish_turn", `{"summary":"Done."}`)
	if isError || !strings.Contains(text, `"origin":"attached"`) || !strings.Contains(text, `"itemsSaved":["action-type/check-amount"]`) {
		t.Errorf("the turn is %s", text)
	}
	var listed api.AgentTokenList
	if a := b.call(http.StatusOK, "GET", tokens, "", &listed); strings.Contains(a.Body.String(), "hdl_agent_") || listed.Items[0].LastUsedAt == nil {
		t.Errorf("the list is %s", a.Body)
	}
	b.call(http.StatusNoContent, "DELETE", tokens+"/"+made.AgentToken.Id, "", nil)
	if _, err := session.ListTools(t.Context(), nil); err == nil {
		t.Error("the next call of the session was answered")
	}
	r := request("GET", base+"/compositions/"+c.ID+"/agent/composition", "")
	r.Header.Set(token, made.Token)
	b.refuse(http.StatusUnauthorized, "token-revoked", r)
	b.call(http.StatusNotFound, "DELETE", tokens+"/"+anID, "", nil)
	b.call(http.StatusUnprocessableEntity, "POST", tokens, `{"name":"late","expiresAt":"2020-01-01T00:00:00Z"}`, nil)
}

func TestAnAttachedAgentsTokenOpensNothingElse(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	made := b.attach(c.ID)
	r := request("GET", base+"/compositions/"+c.ID, "")
	r.Header.Set("Authorization", "Bearer "+made.Token)
	b.refuse(http.StatusForbidden, "agent-route-only", r)
	r = request("GET", base+"/compositions/"+c.ID, "")
	r.Header.Set(token, made.Token)
	b.refuse(http.StatusForbidden, "agent-route-only", r)
}

func TestSnippetsHaveAllThatAnAgentNeeds(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	made := b.attach(c.ID)
	seen := map[string]bool{}
	for _, s := range made.Snippets {
		seen[s.Client+" "+s.Transport+" "+s.Format] = true
		where := "http://127.0.0.1:7400/mcp/compositions/" + c.ID
		if s.Transport == "stdio" {
			where = "http://127.0.0.1:7400"
		}
		for _, part := range []string{where, c.ID, made.Token} {
			if !strings.Contains(s.Text, part) {
				t.Errorf("%s over %s lacks %s:\n%s", s.Client, s.Transport, part, s.Text)
			}
		}
	}
	for _, want := range []string{
		"claude-code http command", "claude-code stdio command", "opencode http json", "opencode stdio json", "generic http json", "generic stdio json",
	} {
		if !seen[want] {
			t.Errorf("there is no snippet %s", want)
		}
	}
}
