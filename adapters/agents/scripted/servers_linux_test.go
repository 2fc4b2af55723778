package scripted_test

import (
	"slices"
	"strings"
	"testing"

	"heddle.dev/heddle/ports"
)

func TestAToolWhoseNameIsTakenGetsThatOfItsServer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	orders := s.Spec.MCPServers[0]
	orders.Name, orders.Env = "orders", map[string]string{"TOKEN": "o"}
	s.Spec.MCPServers = append(s.Spec.MCPServers, orders)
	texts, outcomes, _ := converse(t, s, "twice")
	if !slices.Contains(texts, "t and o") || outcomes[0] != ports.TurnDone {
		t.Errorf("said %q, %v", texts, outcomes)
	}
}

func TestAServerThatDoesNotStartIsNamedWithWhatToDo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Spec.Template, s.Spec.MCPServers = "sales", []ports.MCPServer{{Name: "orders", Command: "/bin/false"}}
	_, err := s.Driver.Start(t.Context(), s.Spec)
	if err == nil || !strings.Contains(err.Error(), `the MCP server "orders" of the session template "sales" did not start: its program ended`) ||
		!strings.Contains(err.Error(), "in the template, and send the message again") {
		t.Error(err)
	}
}
