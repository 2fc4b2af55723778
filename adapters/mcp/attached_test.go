package mcp_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/mcp"
)

const attachedToken = "hdl_agent_one"

// canFinish tells whether the agent is offered finish_turn.
func canFinish(t *testing.T, client *sdk.ClientSession) bool {
	t.Helper()
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(list.Tools, func(offered *sdk.Tool) bool { return offered.Name == "finish_turn" })
}

func TestOnlyAttachedAgentsFinishTheirTurns(t *testing.T) {
	t.Parallel()
	backend := &recorder{}
	attached := connectTo(t, mcp.NewServer(backend, mcp.ServerConfig{Attached: true}))
	if !canFinish(t, attached) || !strings.Contains(attached.InitializeResult().Instructions, "finish_turn") {
		t.Error("an attached agent is not told of finish_turn")
	}
	if text, isError := call(t, attached, "finish_turn", `{"summary":"done"}`); isError || !slices.Equal(backend.calls, []string{"finish done"}) {
		t.Errorf("%s, %q", text, backend.calls)
	}
	if canFinish(t, connect(t, &recorder{})) {
		t.Error("a session's own agent is told of finish_turn")
	}
	clients := overHTTP(t, fakeAPI, attachedToken, "two")
	if !canFinish(t, clients[0]) || canFinish(t, clients[1]) {
		t.Error("over HTTP it is not told by the token who is attached")
	}
}

// calls is an API that notes what is asked.
type calls struct {
	mu   sync.Mutex
	made []string
}

func (c *calls) serve(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made = append(c.made, r.Method+" "+r.URL.Path+" "+r.Header.Get("X-Heddle-Session-Token"))
	_, _ = io.WriteString(w, `{}`)
}

func TestTheEndOfItsSessionEndsTheTurnOfAnAttachedAgent(t *testing.T) {
	t.Parallel()
	var overStdio, overHTTP calls
	stdin, toAgent := io.Pipe()
	server := httptest.NewServer(http.HandlerFunc(overStdio.serve))
	defer server.Close()
	if err := toAgent.Close(); err != nil {
		t.Fatal(err)
	}
	err := mcp.ServeStdio(t.Context(), mcp.Config{Server: server.URL, SessionToken: attachedToken, CompositionID: "c-1"}, stdin, nopCloser{io.Discard})
	if err != nil {
		t.Error(err)
	}
	handler, err := mcp.NewHandler(mcp.HandlerConfig{}, http.HandlerFunc(overHTTP.serve))
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{attachedToken, "two"} {
		r := httptest.NewRequestWithContext(t.Context(), "DELETE", mcp.BasePath+"c-1", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	want := []string{"POST /api/v1/compositions/c-1/agent/finish-turn " + attachedToken}
	if !slices.Equal(overStdio.made, want) || !slices.Equal(overHTTP.made, want) {
		t.Errorf("over stdio %q, over HTTP %q; want %q", overStdio.made, overHTTP.made, want)
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
