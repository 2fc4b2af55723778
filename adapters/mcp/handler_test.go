package mcp_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/mcp"
)

// asAgent adds an agent's token to every request.
type asAgent string

func (token asAgent) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(r)
}

// fakeAPI answers as the API does where a test needs it.
func fakeAPI(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/agent/composition") {
		view, _ := (&recorder{}).Composition(r.Context())
		_, _ = w.Write(view)
		return
	}
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusConflict)
	asked := strings.Join([]string{r.Method, r.URL.Path, r.Header.Get("X-Heddle-Session-Token"), string(body)}, " ")
	if err := json.NewEncoder(w).Encode(map[string]string{"code": "no-turn", "detail": asked}); err != nil {
		panic(err)
	}
}

// overHTTP serves an API's composition "c-1" and connects an agent with the token.
func overHTTP(t *testing.T, api http.HandlerFunc, tokens ...string) (clients []*sdk.ClientSession) {
	t.Helper()
	handler, err := mcp.NewHandler(mcp.HandlerConfig{MaxBody: 1 << 20, Version: "test"}, api)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	for _, token := range tokens {
		client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{
			Endpoint: server.URL + mcp.BasePath + "c-1", HTTPClient: &http.Client{Transport: asAgent(token)},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = client.Close() })
		clients = append(clients, client)
	}
	return clients
}

func TestOverHTTPEachCallIsItsCallers(t *testing.T) {
	t.Parallel()
	clients := overHTTP(t, fakeAPI, "one", "two")
	var calling sync.WaitGroup
	for i, client := range clients {
		want := []string{"one", "two"}[i] + ` {"type":"tool","content":` + strings.ReplaceAll(odd, " ", "") + `}` // the client leaves spaces out
		calling.Go(func() {
			text, isError := call(t, client, "upsert_tool", `{"item":`+odd+`}`)
			if !isError || !strings.Contains(text, "PUT /api/v1/compositions/c-1/agent/items "+want) {
				t.Errorf("the API was asked %s, want %s", text, want)
			}
		})
	}
	calling.Wait()
}

func TestOverHTTPFailuresAreCountedForEachCaller(t *testing.T) {
	t.Parallel()
	clients := overHTTP(t, fakeAPI, "one", "two")
	for i := range 3 {
		for _, client := range clients {
			text, isError := call(t, client, "validate_composition", `{}`)
			if stops := strings.Contains(text, "Stop and ask the user"); !isError || stops != (i == 2) {
				t.Errorf("failure %d stops: %v", i+1, stops)
			}
		}
	}
}

func TestASessionOverHTTPIsANameThatAnyServerTakes(t *testing.T) {
	t.Parallel()
	handler, err := mcp.NewHandler(mcp.HandlerConfig{MaxBody: 1 << 20}, http.HandlerFunc(fakeAPI))
	if err != nil {
		t.Fatal(err)
	}
	send := func(method, session, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, mcp.BasePath+"c-1", strings.NewReader(body))
		r.Header.Set("Authorization", "bearer one")
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	greeted := send("POST", "", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if greeted.Code != http.StatusOK || greeted.Header().Get("Mcp-Session-Id") == "" {
		t.Errorf("%d %v %s", greeted.Code, greeted.Header(), greeted.Body)
	}
	// As after a restart: this handler has never heard of the session.
	if a := send("POST", "of another server", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), "get_composition") {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	if a := send("GET", "", ""); a.Code != http.StatusMethodNotAllowed {
		t.Errorf("a stream of its own: %d", a.Code)
	}
	if a := send("DELETE", "of another server", ""); a.Code != http.StatusNoContent {
		t.Errorf("the end: %d %s", a.Code, a.Body)
	}
	if a := send("POST", "s", `"`+strings.Repeat("x", 1<<20)+`"`); a.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: %d", a.Code)
	}
}
