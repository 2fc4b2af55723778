package mcp_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/adapters/mcp"
	"heddle.dev/heddle/domain/fault"
)

// drafts is a session's backend that remembers what it was given.
type drafts struct {
	recorder
	capabilities string // JSON
	feedback     string // what is told once
}

func (d *drafts) Session(context.Context) (jsontext.Value, error) {
	return jsontext.Value(`{"turnId":"one","capabilities":` + d.capabilities + `}`), nil
}

func (d *drafts) ListItems(context.Context) (jsontext.Value, error) { return d.record("items") }

func (d *drafts) Item(_ context.Context, kind, name string) (jsontext.Value, error) {
	return d.record("item %s %s", kind, name)
}

func (d *drafts) StartItem(_ context.Context, kind, name string) (jsontext.Value, error) {
	return d.record("start %s %s", kind, name)
}

func (d *drafts) WriteItem(_ context.Context, kind, name string, content jsontext.Value) (jsontext.Value, error) {
	return d.record("write %s %s %s", kind, name, content)
}

func (d *drafts) Feedback(context.Context) (jsontext.Value, error) {
	told := d.feedback
	d.feedback = `{"items":[]}`
	return jsontext.Value(told), nil
}

// assist connects a client to the server of a session with the capabilities.
func assist(t *testing.T, backend *drafts) *sdk.ClientSession {
	t.Helper()
	server, err := mcp.NewSessionServer(t.Context(), backend, "")
	if err != nil {
		t.Fatal(err)
	}
	return connectTo(t, server)
}

func toolNames(t *testing.T, client *sdk.ClientSession) (names []string) {
	t.Helper()
	listed, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestASessionsToolsAreThoseOfItsCapabilities(t *testing.T) {
	t.Parallel()
	chat := toolNames(t, assist(t, &drafts{capabilities: `[]`}))
	for _, name := range chat {
		if !strings.HasPrefix(name, "list_") && !strings.HasPrefix(name, "get_") {
			t.Errorf("a chat has %s", name)
		}
	}
	drafting := toolNames(t, assist(t, &drafts{capabilities: `["config-items"]`}))
	for _, name := range []string{
		"list_config_items", "get_config_item", "edit_config_item", "write_config_item", "remove_config_item", "validate_config_items", "list_secrets",
	} {
		if !slices.Contains(drafting, name) || name != "list_secrets" && slices.Contains(chat, name) {
			t.Errorf("%s: with drafts %v, without %v", name, drafting, chat)
		}
	}
	for _, name := range drafting {
		if strings.Contains(name, "apply") || strings.Contains(name, "publish") {
			t.Errorf("an agent has %s", name)
		}
	}
}

func TestDraftsArePassedOnAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	backend := &drafts{capabilities: `["config-items"]`}
	client := assist(t, backend)
	text, isError := call(t, client, "write_config_item", `{"kind":"tools","name":"look","item":{"z":1.50,"name":"look"}}`)
	if isError || text != `{"z":1.50,"a":12345678901234567}` {
		t.Errorf("%v %s", isError, text)
	}
	if text, isError = call(t, client, "write_config_item", `{"kind":"tool","name":"look","item":{}}`); !isError || !strings.Contains(text, "tools") {
		t.Errorf("an unknown kind: %v %s", isError, text)
	}
	if want := []string{`write tools look {"z":1.50,"name":"look"}`}; !slices.Equal(backend.calls, want) {
		t.Errorf("%q", backend.calls)
	}
	backend.refuse = fault.New(fault.KindConflict, "in-catalog", "the catalog has it")
	if text, isError = call(t, client, "write_config_item", `{"kind":"tools","name":"look","item":{}}`); !isError || !strings.Contains(text, "edit_config_item") {
		t.Errorf("%v %s", isError, text)
	}
}

func TestFeedbackStandsBehindTheNextResult(t *testing.T) {
	t.Parallel()
	wrong := `{"items":[{"path":"tools/look.json","problems":[{"severity":"error","code":"X","message":"no","field":"language"}]},{"path":"tools/fine.json","problems":[]}]}`
	const told = "\n\nValidation of what changed:\ntools/look.json:\n- error X at field language: no\ntools/fine.json: no problems"
	for capabilities, want := range map[string]string{`["config-items","validation-feedback"]`: told, `["config-items"]`: ""} {
		client := assist(t, &drafts{capabilities: capabilities, feedback: wrong})
		for _, behind := range []string{want, ""} {
			if text, _ := call(t, client, "list_tools", `{}`); text != `{"z":1.50,"a":12345678901234567}`+behind {
				t.Errorf("%s: %s", capabilities, text)
			}
		}
	}
}
