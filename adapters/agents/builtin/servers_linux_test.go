package builtin_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/agents/builtin"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/e2e/modeltest"
	"heddle.dev/heddle/ports"
)

func TestAServerThatDoesNotStartIsNamedWithWhatHappenedAndWhatToDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		command string
		args    []string
		want    string
	}{
		"ends":            {"/bin/false", nil, "ended with code 1 before it answered;"},
		"ends with words": {"/bin/sh", []string{"-c", "echo no key is set. >&2; exit 3"}, "code 3 before it answered (it said: no key is set);"},
		"writes no MCP":   {"/bin/sh", []string{"-c", "while echo y; do :; done"}, "is no MCP server"},
		"answers nothing": {"/bin/sleep", []string{"1000"}, "did not answer within 500ms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := setup(t, provider.OpenAI, builtin.Config{MaxSteps: 1, ServerStart: 500 * time.Millisecond}, nil)
			s.Spec.Template, s.Spec.MCPServers = "sales", []ports.MCPServer{{Name: "orders", Command: c.command, Args: c.args}}
			_, err := s.Driver.Start(t.Context(), s.Spec)
			if err == nil || !strings.Contains(err.Error(), `the MCP server "orders" of the session template "sales" did not start: it`) ||
				!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "in the template, and send the message again") ||
				s.Processes() != 0 {
				t.Error(err)
			}
		})
	}
}

func TestAToolWhoseNameIsTakenGetsThatOfItsServer(t *testing.T) {
	t.Parallel()
	s, server := setup(t, provider.Anthropic, builtin.DefaultConfig, calling([]modeltest.Call{call("who")}, []modeltest.Call{call("orders_who")}))
	heddle := s.Spec.MCPServers[0]
	heddle.Env = map[string]string{"WHO": "heddle"}
	orders := heddle
	orders.Name, orders.Env = "orders", map[string]string{"WHO": "orders"}
	s.Spec.MCPServers = []ports.MCPServer{heddle, orders}
	if events := converse(t, s, "go"); outcome(events) != ports.TurnDone {
		t.Errorf("%+v", events)
	}
	requests := server.Requests()
	tools := slices.Sorted(slices.Values(requests[0].Tools))
	if all := len(tools); len(slices.Compact(tools)) != all || !slices.Contains(tools, "ask_user") || !slices.Contains(tools, "orders_ask_user") {
		t.Errorf("offered %q", requests[0].Tools)
	}
	if results := requests[2].Results(); results[0].Text != "I am heddle" || results[1].Text != "I am orders" {
		t.Errorf("the results are %+v", results)
	}
}

func TestAToolForWhichNoNameIsLeftIsNamedAndTheStartRefused(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, provider.Anthropic, builtin.DefaultConfig, nil)
	twice := s.Spec.MCPServers[0]
	twice.Name = "orders"
	s.Spec.MCPServers = []ports.MCPServer{s.Spec.MCPServers[0], twice, twice}
	if _, err := s.Driver.Start(t.Context(), s.Spec); err == nil || !strings.Contains(err.Error(), `it has a tool "`) || !strings.Contains(err.Error(), `"orders"`) {
		t.Error(err)
	}
}
