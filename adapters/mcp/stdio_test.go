package mcp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/mcp"
	"heddle.dev/heddle/domain/fault"
)

// wire is an agent that speaks the protocol by hand.
type wire struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
	id  int
}

// serve runs ServeStdio against a server, and tells how it ended on the channel.
func serve(t *testing.T, handler http.HandlerFunc) (*wire, func() error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	stdin, toAgent := io.Pipe()
	fromAgent, stdout := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.ServeStdio(t.Context(), mcp.Config{Server: server.URL + "/", SessionToken: "secret", CompositionID: "c 1"}, stdin, stdout)
	}()
	w := &wire{t: t, in: toAgent, out: bufio.NewReader(fromAgent)}
	w.request("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	w.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return w, func() error {
		_ = toAgent.Close()
		go func() { _, _ = io.Copy(io.Discard, fromAgent) }()
		return <-ended
	}
}

func (w *wire) write(line string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

// request gives the text of the answer.
func (w *wire) request(method, params string) string {
	w.t.Helper()
	w.id++
	w.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, w.id, method, params))
	line, err := w.out.ReadString('\n')
	if err != nil {
		w.t.Fatal(err)
	}
	return line
}

// tool gives the text of a tool's result.
func (w *wire) tool(name, arguments string) (text string, isError bool) {
	w.t.Helper()
	line := w.request("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, arguments))
	var answer struct {
		Result struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil || len(answer.Result.Content) != 1 {
		w.t.Fatalf("answer %s, %v", line, err)
	}
	return answer.Result.Content[0].Text, answer.Result.IsError
}

// odd has what decoding and encoding would change.
const odd = `{"z": 1.50,  "a":1234567890123456, "e":1E2, "neg":-0, "html":"<&>", "esc":"\u0041", "a2":{"y":1,"x":2}}`

func TestDocumentsReachTheServerByteForByte(t *testing.T) {
	t.Parallel()
	var bodies []string
	w, end := serve(t, func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		bodies = append(bodies, fmt.Sprintf("%s %s %s %s", request.Method, request.URL.EscapedPath(), request.Header.Get("X-Heddle-Session-Token"), body))
		_, _ = io.WriteString(answer, `{"applied":true,"problems":[],"odd":`+odd+`}`)
	})
	text, isError := w.tool("propose_workflow_changes", `{"changeSet":`+odd+`}`)
	if isError || text != `{"applied":true,"problems":[],"odd":`+odd+`}` {
		t.Errorf("answer %s", text)
	}
	w.tool("upsert_action_type", `{"item":`+odd+`}`)
	w.tool("get_item", `{"type":"tool","name":"a b/c"}`)
	w.tool("get_composition", `{}`)
	w.tool("validate_composition", `null`)
	if err := end(); err != nil {
		t.Errorf("the end of the input is an error: %v", err)
	}
	const base = "/api/v1/compositions/c%201/agent/"
	want := []string{
		"POST " + base + "workflow/changesets secret " + odd,
		"PUT " + base + `items secret {"type":"action-type","content":` + odd + `}`,
		"GET " + base + "items/tool/a%20b%2Fc secret ",
		"GET " + base + "composition secret ",
		"POST " + base + "validate secret ",
	}
	if strings.Join(bodies, "\n") != strings.Join(want, "\n") {
		t.Errorf("requests:\n%s\nwant:\n%s", strings.Join(bodies, "\n"), strings.Join(want, "\n"))
	}
}

func TestAnswersOfTheServerBecomeAdvice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status     int
		body, want string
	}{
		{200, `{"applied":false,"problems":[],"error":{"code":"duplicate-id","opIndex":3,"reason":"the node a exists"}}`, "duplicate-id: the node a exists (op 3"},
		{200, `{"applied":false,"problems":[],"error":{"code":"stale","reason":"it moved"}}`, "based on its contentRevision"},
		{401, `{"type":"x","title":"No","status":401,"code":"unauthenticated","detail":"the token is wrong"}`, "the token is wrong"},
		{409, `{"type":"x","title":"No","status":409,"code":"no-turn","detail":"no turn runs"}`, "how things stand"},
		{422, `{"type":"x","title":"No","status":422,"code":"invalid","problems":[{"severity":"error","code":"X","message":"m"}]}`, "- error X: m"},
		{500, `<html>oops`, "status-500"},
		{307, ``, "status-307"},
		{200, `not json`, "unreadable-answer"},
	} {
		w, end := serve(t, func(answer http.ResponseWriter, _ *http.Request) {
			answer.Header().Set("Location", "http://example.invalid/")
			answer.WriteHeader(c.status)
			_, _ = io.WriteString(answer, c.body)
		})
		if text, isError := w.tool("propose_workflow_changes", `{"changeSet":{}}`); !isError || !strings.Contains(text, c.want) {
			t.Errorf("%d %s became %q, want %q", c.status, c.body, text, c.want)
		}
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

func TestLongLinesAreRead(t *testing.T) {
	t.Parallel()
	var size int64
	w, end := serve(t, func(answer http.ResponseWriter, request *http.Request) {
		size = request.ContentLength
		_, _ = io.WriteString(answer, `{}`)
	})
	const length = 17 << 20 // the library stops at 16 MiB by default
	if text, isError := w.tool("upsert_tool", `{"item":{"source":"`+strings.Repeat("x", length)+`"}}`); isError || size < length {
		t.Errorf("%.200s; %d bytes arrived", text, size)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

func TestMissingSettingsAreNamed(t *testing.T) {
	t.Parallel()
	for want, config := range map[string]mcp.Config{
		"HEDDLE_SERVER":         {SessionToken: "t", CompositionID: "c"},
		"HEDDLE_SESSION_TOKEN":  {Server: "http://127.0.0.1", CompositionID: "c"},
		"HEDDLE_COMPOSITION_ID": {Server: "http://127.0.0.1", SessionToken: "t"},
	} {
		err := mcp.ServeStdio(t.Context(), config, nil, nil)
		if fault.KindOf(err) != fault.KindInvalid || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want one about %s", err, want)
		}
	}
}
