package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/mcp"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/changeset"
	"heddle.dev/heddle/domain/fault"
)

// recorder is a backend that remembers what it was given.
type recorder struct {
	mu     sync.Mutex
	calls  []string
	turn   string
	refuse error

	content string // what most calls answer
}

func (r *recorder) record(format string, args ...any) (jsontext.Value, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, fmt.Sprintf(format, args...))
	if r.content != "" {
		return jsontext.Value(r.content), r.refuse
	}
	return jsontext.Value(`{"z":1.50,"a":12345678901234567}`), r.refuse
}

func (r *recorder) Composition(context.Context) (jsontext.Value, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return jsontext.Value(`{"turnId":"` + r.turn + `","workflow":{"document":{"z":1.50}},"items":[{"type":"tool","name":"a b"}]}`), nil
}

func (r *recorder) Item(_ context.Context, itemType, name string) (jsontext.Value, error) {
	return r.record("item %s %s", itemType, name)
}

func (r *recorder) SaveItem(_ context.Context, itemType string, content jsontext.Value) (jsontext.Value, error) {
	return r.record("save %s %s", itemType, content)
}

func (r *recorder) ProposeChanges(_ context.Context, changeSet jsontext.Value) (jsontext.Value, error) {
	return r.record("propose %s", changeSet)
}

func (r *recorder) RemoveItem(_ context.Context, itemType, name string) (jsontext.Value, error) {
	return r.record("remove %s %s", itemType, name)
}

func (r *recorder) FinishTurn(_ context.Context, summary string) (jsontext.Value, error) {
	return r.record("finish %s", summary)
}

func (r *recorder) ListCatalog(_ context.Context, kind, cursor string) (jsontext.Value, error) {
	return r.record("list %s %s", kind, cursor)
}

func (r *recorder) CatalogEntry(_ context.Context, kind, name string) (jsontext.Value, error) {
	return r.record("entry %s %s", kind, name)
}

func (r *recorder) ListSecrets(_ context.Context, cursor string) (jsontext.Value, error) {
	return r.record("secrets %s", cursor)
}

func (r *recorder) Validate(context.Context) (jsontext.Value, error) { return r.record("validate") }

func (r *recorder) Evaluate(_ context.Context, question jsontext.Value) (jsontext.Value, error) {
	return r.record("evaluate %s", question)
}

func (r *recorder) Simulate(_ context.Context, run jsontext.Value) (jsontext.Value, error) {
	return r.record("simulate %s", run)
}

// connect gives the client of a server with the given backend.
func connect(t *testing.T, backend mcp.Backend) *sdk.ClientSession {
	t.Helper()
	return connectTo(t, mcp.NewServer(backend, mcp.ServerConfig{Version: "test"}))
}

func connectTo(t *testing.T, serving *sdk.Server) *sdk.ClientSession {
	t.Helper()
	toServer, toClient := sdk.NewInMemoryTransports()
	server, err := serving.Connect(t.Context(), toServer, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), toClient, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.Close()
		_ = server.Wait()
	})
	return client
}

// call gives the text of a tool's result, and whether it is an error.
func call(t *testing.T, client *sdk.ClientSession, tool, arguments string) (text string, isError bool) {
	t.Helper()
	result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s broke: %v", tool, err)
	}
	content, ok := result.Content[0].(*sdk.TextContent)
	if !ok || len(result.Content) != 1 {
		t.Fatalf("%s gave %+v", tool, result.Content)
	}
	return content.Text, result.IsError
}

func TestToolsPassDocumentsOnAsText(t *testing.T) {
	t.Parallel()
	const document = `{"z":1.50,"name":"x","a":1234567890123456,"e":1E2,"n":null}`
	for tool, c := range map[string]struct{ arguments, want string }{
		"get_item":                 {`{"type":"tool","name":"t-1"}`, "item tool t-1"},
		"propose_workflow_changes": {`{"changeSet":` + document + `}`, "propose " + document},
		"upsert_action_type":       {`{"item":` + document + `}`, "save action-type " + document},
		"upsert_tool":              {`{"item":` + document + `}`, "save tool " + document},
		"validate_composition":     {`{}`, "validate"},
		"remove_item":              {`{"type":"tool","name":"t-1"}`, "remove tool t-1"},
		"list_action_types":        {`{}`, "list action-type "},
		"list_secrets":             {`{"cursor":"c"}`, "secrets c"},
		"list_tools":               {`{"cursor":"c"}`, "list tool c"},
		"get_workflow":             {`{"name":"refund"}`, "entry workflow refund"},
		"evaluate_expression":      {`{"scope":"action-input","expression":"1","context":` + document + `}`, `evaluate {"scope":"action-input","expression":"1","context":` + document + `}`},
		"simulate_workflow":        {`{"outputs":[{"node":"a","output":` + document + `}]}`, `simulate {"outputs":[{"node":"a","output":` + document + `}]}`},
	} {
		backend := &recorder{}
		text, isError := call(t, connect(t, backend), tool, c.arguments)
		if isError || !slices.Equal(backend.calls, []string{c.want}) {
			t.Errorf("%s called %q, %s", tool, backend.calls, text)
		}
		if text != `{"z":1.50,"a":12345678901234567}` {
			t.Errorf("%s answered %s", tool, text)
		}
	}
}

func TestArgumentErrorsNameTheArgumentAndChangeNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, arguments, want string }{
		{"propose_workflow_changes", `{"changeset":{}}`, `there is no argument "changeset"; did you mean "changeSet"?`},
		{"propose_workflow_changes", `{}`, `the argument "changeSet" is missing`},
		{"propose_workflow_changes", `{"changeSet":"{}"}`, `not its JSON in quotes`},
		{"propose_workflow_changes", `{"changeSet":[]}`, `"changeSet" must be an object, not list`},
		{"propose_workflow_changes", `{"changeSet":{"ops":[{"op":"x","op":"y"}]}}`, "duplicate-key"},
		{"propose_workflow_changes", `{"changeSet":{},"changeSet":{}}`, "duplicate-key"},
		{"upsert_tool", `{"item":{"n":12345678901234567890}}`, "number-not-exact"},
		{"upsert_action_type", `{"item":{},"name":"x"}`, `there is no argument "name"`},
		{"get_item", `{"type":"tools","name":"x"}`, `can't be "tools"; did you mean "tool"?`},
		{"get_item", `{"type":"tool","name":7}`, `"name" must be a text that is not empty, not number`},
		{"get_item", `{"type":"tool","name":""}`, `"name" is empty`},
		{"get_composition", `{"id":"x"}`, `there is no argument "id"; there are no arguments`},
		{"evaluate_expression", `{"expression":"1"}`, `the argument "scope" is missing`},
		{"evaluate_expression", `{"expression":"1","scope":"edge"}`, `the argument "scope" can't be "edge"`},
		{"evaluate_expression", `{"expression":"1","scope":"edge-condition","contxt":{}}`, `there is no argument "contxt"; did you mean "context"?`},
		{"simulate_workflow", `{"context":[]}`, `the argument "context" must be an object, not list`},
		{"get_composition", `[]`, `arguments must be an object, not list`},
		{"get_compositions", `{}`, `there is no tool "get_compositions"; did you mean "get_composition"?`},
	} {
		backend := &recorder{}
		text, isError := call(t, connect(t, backend), c.tool, c.arguments)
		if !isError || !strings.Contains(text, c.want) || len(backend.calls) > 0 {
			t.Errorf("%s(%s) answered %q, called %v; want %q", c.tool, c.arguments, text, backend.calls, c.want)
		}
	}
}

func TestErrorsSayWhatToDoNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want []string
	}{
		{fault.New(fault.KindStale, "stale", "it moved"), []string{"stale: it moved", "Call get_composition"}},
		{
			fault.New(fault.KindStale, "stale", "unseen").With("currentContent", `{"name":"x"}`),
			[]string{`The content is now: {"name":"x"}`, "Keep what the user made of it"},
		},
		{
			fault.New(fault.KindInvalid, "target-missing", "no node x").With("opIndex", "2"),
			[]string{"op 2 of the list", "whole change set again"},
		},
		{
			fault.New(fault.KindInvalid, "invalid", "wrong").WithProblems([]fault.Problem{
				{Severity: "error", Code: "BAD", NodeID: "n", Field: "f", Message: "is bad", Suggestion: "good"},
			}),
			[]string{"- error BAD at node n, field f: is bad (did you mean good?)", "Correct what is named"},
		},
		{fault.New(fault.KindUnauthenticated, "unauthenticated", "no"), []string{"restart the agent"}},
		{fault.New(fault.KindUnavailable, "server-unreachable", "no"), []string{"Try once more"}},
		{fault.New(fault.KindLocked, "locked", "no"), []string{"Somebody else"}},
		{fault.New(fault.KindNotFound, "not-found", "no"), []string{"see what exists"}},
		{fault.New(fault.KindInternal, "internal", "no"), []string{"Tell the user"}},
	} {
		text, isError := call(t, connect(t, &recorder{refuse: c.err}), "validate_composition", `{}`)
		for _, want := range c.want {
			if !isError || !strings.Contains(text, want) {
				t.Errorf("%v answered %q, want %q", c.err, text, want)
			}
		}
	}
}

func TestSchemasNameWhatTheCodeAccepts(t *testing.T) {
	t.Parallel()
	list, err := connect(t, &recorder{}).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, tool := range list.Tools {
		schema, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(schema)
		var top struct{ AdditionalProperties any }
		if err := json.Unmarshal(schema, &top); err != nil || fmt.Sprint(top.AdditionalProperties) == "<nil>" {
			t.Errorf("%s takes unknown arguments: %s", tool.Name, schema)
		}
		if tool.Description == "" {
			t.Errorf("%s has no description", tool.Name)
		}
	}
	words := append(action.Languages(), action.FieldTypes()...)
	for _, kind := range []changeset.OpKind{changeset.AddNode, changeset.Metadata, changeset.RenameNode} {
		words = append(words, string(kind))
	}
	for _, word := range words {
		if !strings.Contains(all.String(), `"`+word+`"`) {
			t.Errorf("no schema names %q", word)
		}
	}
}
