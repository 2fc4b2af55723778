package mcp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// stopped calls a tool, which has to fail, and tells whether the agent was told to stop.
type stopped func(tool, arguments string) bool

func failing(t *testing.T, code string) (*recorder, stopped) {
	t.Helper()
	backend := &recorder{turn: "one", refuse: fault.New(fault.KindInvalid, code, "no")}
	client := connect(t, backend)
	return backend, func(tool, arguments string) bool {
		text, isError := call(t, client, tool, arguments)
		if !isError {
			t.Errorf("%s did not fail: %s", tool, text)
		}
		return strings.Contains(text, "Stop and ask the user")
	}
}

func TestTheThirdIdenticalFailureInATurnStopsTheAgent(t *testing.T) {
	t.Parallel()
	backend, stops := failing(t, "malformed")
	var got []bool
	for range 2 {
		got = append(got, stops("propose_workflow_changes", `{"changeSet":{"id":"a"}}`), stops("validate_composition", `{}`))
	}
	got = append(got, stops("propose_workflow_changes", `{"changeSet":{"id":"b"}}`), stops("propose_workflow_changes", `{"changeSet":{"id":"a"}}`))
	if want := []bool{false, false, false, false, false, true}; !slices.Equal(got, want) {
		t.Errorf("stops %v, want %v", got, want)
	}
	backend.mu.Lock()
	backend.turn = "two"
	backend.mu.Unlock()
	if stops("propose_workflow_changes", `{"changeSet":{"id":"a"}}`) {
		t.Error("failures of the last turn count in this one")
	}
}

func TestOneErrorOverAndOverStopsTheAgentWhateverItsArgumentsAre(t *testing.T) {
	t.Parallel()
	_, stops := failing(t, "malformed")
	for i := range 5 {
		if got := stops("upsert_tool", fmt.Sprintf(`{"item":{"name":"t-%d"}}`, i)); got != (i == 4) {
			t.Errorf("failure %d stops: %v", i+1, got)
		}
	}
}

func TestCallsThatNeverReachTheServerCountToo(t *testing.T) {
	t.Parallel()
	_, stops := failing(t, "malformed")
	for tool, arguments := range map[string]string{"get_item": `{"nam":"x"}`, "get_compositions": `{}`} {
		for i := range 3 {
			if got := stops(tool, arguments); got != (i == 2) {
				t.Errorf("failure %d of %s stops: %v", i+1, tool, got)
			}
		}
	}
}

func TestAFailureHasTheBareErrorBesideWhatTheAgentIsTold(t *testing.T) {
	t.Parallel()
	client := connect(t, &recorder{turn: "one", refuse: fault.New(fault.KindInvalid, "malformed", "no")})
	for _, tool := range []string{"validate_composition", "validate_compositon"} {
		bare := map[any]bool{}
		for range 4 {
			result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			bare[result.Meta[ports.ToolProblemMeta]] = true
		}
		if len(bare) != 1 || bare[nil] {
			t.Errorf("%s: four times the same are told as %v", tool, bare)
		}
	}
}
