package e2e_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/e2e/heddletest"
)

// odd is what a careless program would change: the order of keys, unknown fields, explicit nulls, and the way in
// which numbers are written.
const odd = `{"zeta": 1.0, "alpha": -0, "exponent": 1e3, "upper": 1E+2, "small": 1.50e-7, "null": null, "empty": {}, "list": [],
	"text": "\u00e9é \ud83d\ude00 \u2028 \/ <&>", "nested": {"b": {"2": 0, "1": 0}, "a": [1.10, {"y": 1, "x": 2}]}, "": "", "z\u0065ta2": true}`

const oddDocument = `{"x-first": ` + odd + `, "edges": [{"target": "end", "id": "e", "x-edge": ` + odd + `, "source": "start"}],
	"nodes": [{"config": {"inputs": [], "x-config": ` + odd + `}, "id": "start", "name": "Start", "type": "start", "position": {"y": 2.0, "x": 1e1}},
	{"type": "end", "config": {}, "x-node": ` + odd + `, "id": "end", "name": "End", "position": {"x": 400, "y": 2}}], "name": "Odd", "id": "odd"}`

// lexemes are the tokens of a JSON text; numbers as they are written, texts as what they say.
func lexemes(t *testing.T, text []byte) (all []string) {
	t.Helper()
	tokens := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		token, err := tokens.ReadToken()
		if err != nil {
			return all // the end; Send and the stores check the syntax
		}
		all = append(all, string(token.Kind())+token.String())
	}
}

func requireSame(t *testing.T, where string, got []byte, want string) {
	t.Helper()
	if a, b := lexemes(t, got), lexemes(t, []byte(want)); len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("%s the document is\n%s, want\n%s", where, got, want)
	}
}

func TestADocumentComesBackAsItWasSent(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Odd")
		item := s.Workflow(composition.Id)
		path := "/compositions/" + composition.Id + "/items/" + item.Id
		body := `{"baseRevision": "` + item.ContentRevision + `", "content": ` + oddDocument + `}`
		saved := s.Send(heddletest.Request{Method: http.MethodPut, Path: path, Body: strings.NewReader(body)})
		requireSame(t, "after the save", member(t, saved.Body, "content"), oddDocument)
		s.Terminate()
		s.Restart()
		requireSame(t, "after a restart", member(t, s.Send(heddletest.Request{Path: path}).Body, "content"), oddDocument)

		turn, release := heldTurn(t, s, composition.Id)
		agent := attach(t, s)
		workflow := member(t, agent.call("get_composition", `{}`), "workflow")
		requireSame(t, "for the agent", member(t, workflow, "document"), oddDocument)
		const node = `{"x-odd": ` + odd + `, "position": {"x": 2.50, "y": 1}, "id": "more", "name": "More", "type": "end", "config": {"z": 1.0, "a": 1}}`
		agent.call("propose_workflow_changes", `{"changeSet": {"id": "c", "author": "agent:test", "summary": "More",
			"baseRevision": `+string(member(t, workflow, "contentRevision"))+`, "ops": [{"op": "addNode", "node": `+node+`}]}}`)
		want := strings.Replace(oddDocument, `}}], "name"`, `}}, `+node+`], "name"`, 1)
		requireSame(t, "after the agent's change", member(t, member(t, agent.call("get_composition", `{}`), "workflow"), "document"), want)
		release()
		s.TurnEnded(turn)
		s.ApplyPending(composition.Id)
		requireSame(t, "after its application", member(t, s.Send(heddletest.Request{Path: path}).Body, "content"), want)
	})
}

// member is the text of an object's member.
func member(t *testing.T, object []byte, name string) []byte {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil || members[name] == nil {
		t.Fatalf("there is no %q in %s", name, object)
	}
	return members[name]
}

// attached is an MCP client that works on the composition of the server's one agent, with that agent's token.
type attached struct {
	t       *testing.T
	session *mcp.ClientSession
}

func attach(t *testing.T, s *heddletest.Server) attached {
	t.Helper()
	_, theirs := s.Agent()
	command := exec.Command(theirs.Command[0], theirs.Command[1:]...)
	for _, name := range []string{"HEDDLE_SERVER", "HEDDLE_SESSION_TOKEN", "HEDDLE_COMPOSITION_ID"} {
		command.Env = append(command.Env, name+"="+theirs.Variable(name))
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return attached{t, session}
}

// call calls a tool with arguments as they are written, and answers the result's text.
func (a attached) call(tool, arguments string) []byte {
	a.t.Helper()
	result, err := a.session.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		a.t.Fatal(err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		a.t.Fatalf("%s: %s", tool, text)
	}
	return []byte(text)
}
