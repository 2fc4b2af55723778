package http_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/domain/composition"
)

// bearer adds an agent's token to every request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// overHTTP connects an agent's client to a composition.
func (b *bench) overHTTP(t *testing.T, compositionID, token string) (*sdk.ClientSession, error) {
	t.Helper()
	server := httptest.NewServer(b.handler)
	t.Cleanup(server.Close)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: server.URL + "/mcp/compositions/" + compositionID, HTTPClient: &http.Client{Transport: bearer{token}},
	}, nil)
	if err == nil {
		t.Cleanup(func() { _ = session.Close() })
	}
	return session, err
}

func toolText(t *testing.T, session *sdk.ClientSession, name, arguments string) (text string, isError bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*sdk.TextContent).Text, result.IsError
}

func TestAnAgentWorksOverHTTPAsOverStdio(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", apptest.Task)
	session, err := b.overHTTP(t, c.ID, b.SessionToken(c, b.Say(c, "change it")))
	if err != nil {
		t.Fatal(err)
	}
	text, isError := toolText(t, session, "get_composition", `{}`)
	if isError || !strings.Contains(text, `"type":"human-task"`) || !strings.Contains(text, c.ID) {
		t.Errorf("the composition is %s", text)
	}
	text, isError = toolText(t, session, "upsert_action_type", `{"item":`+apptest.CheckAmount+`}`)
	if items := b.Items(c); isError || len(items) != 2 || items[1].LastAuthor != composition.ByAI {
		t.Errorf("%s; the items are %+v", text, items)
	}
	if text, isError = toolText(t, session, "get_tool", `{"name":"x"}`); !isError || !strings.Contains(text, "there are no published ones") {
		t.Errorf("the answer is %s", text)
	}
	resources, err := session.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) < 10 {
		t.Errorf("%+v, %v", resources, err)
	}
}

func TestMCPOpensWithTheCompositionsTokenOnly(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	one, two := b.Compose("", ""), b.Compose("", "")
	other := b.SessionToken(two, b.Say(two, "hello"))
	for name, authorization := range map[string]string{
		"no": "", "a wrong": "Bearer nonsense", "another composition's": "Bearer " + other, "a wrongly written": "Basic " + other,
	} {
		for _, method := range []string{"GET", "POST", "DELETE"} {
			r := request(method, "/mcp/compositions/"+one.ID, "")
			r.Header.Set("Authorization", authorization)
			a := b.refuse(http.StatusUnauthorized, "session-token", r)
			if a.Header().Get("WWW-Authenticate") != `Bearer realm="heddle"` {
				t.Errorf("%s token: %v", name, a.Header())
			}
		}
	}
}

func TestMCPRefusesOtherWebsitesAndLargeBodies(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	c := b.Compose("", "")
	given := b.SessionToken(c, b.Say(c, "hello"))
	made := func(body string) *http.Request {
		r := request("POST", "/mcp/compositions/"+c.ID, body)
		r.Header.Set("Authorization", "Bearer "+given)
		r.Header.Set("Accept", "application/json, text/event-stream")
		return r
	}
	foreign := made(`{}`)
	foreign.Header.Set("Origin", "https://evil.example")
	b.refuse(http.StatusForbidden, "foreign-origin", foreign)
	b.refuse(http.StatusRequestEntityTooLarge, "body-too-large", made(`"`+strings.Repeat("x", maxBody)+`"`))
}
