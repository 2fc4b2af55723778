package e2e_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// BenchmarkMCP is a tool call of an agent on a workflow of 200 nodes: over stdio to `heddle mcp`, over HTTP to the server,
// to the store and back.
func BenchmarkMCP(b *testing.B) {
	for _, store := range []heddletest.Store{heddletest.SQLite, heddletest.Postgres} {
		b.Run(string(store), func(b *testing.B) {
			s := heddletest.Start(b, store, heddletest.Durable())
			composition := s.Compose("Bench")
			s.Save(s.Workflow(composition.Id), chain(benchNodes, "Bench"))
			session := attachOwn(b, s, composition.Id)
			b.Run("get_composition", func(b *testing.B) {
				measureCalls(b, session, func(int) (string, string) { return "get_composition", `{}` })
			})
			b.Run("propose_workflow_changes", func(b *testing.B) { benchmarkProposals(b, session) })
		})
	}
}

func attachOwn(b *testing.B, s *heddletest.Server, compositionID string) *mcp.ClientSession {
	b.Helper()
	made, err := s.API.CreateAgentTokenWithResponse(b.Context(), compositionID, api.NewAgentToken{Name: "Bench"})
	if err != nil || made.JSON201 == nil {
		b.Fatal(err, string(made.Body))
	}
	program, err := heddletest.Binary()
	if err != nil {
		b.Fatal(err)
	}
	command := exec.Command(program, "mcp")
	command.Env = []string{"HEDDLE_SERVER=" + s.URL, "HEDDLE_AGENT_TOKEN=" + made.JSON201.Token, "HEDDLE_COMPOSITION_ID=" + compositionID}
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	session, err := client.Connect(b.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = session.Close() })
	return session
}

// benchmarkProposals changes a node's name time and again; each change set stands on the one before.
func benchmarkProposals(b *testing.B, session *mcp.ClientSession) {
	b.Helper()
	var view struct {
		Workflow struct{ ContentRevision string }
	}
	if err := json.Unmarshal(callTool(b, session, "get_composition", `{}`), &view); err != nil {
		b.Fatal(err)
	}
	base := view.Workflow.ContentRevision
	b.ResetTimer()
	var took []time.Duration
	for n := range b.N {
		began := time.Now()
		answer := callTool(b, session, "propose_workflow_changes", fmt.Sprintf(
			`{"changeSet":{"id":"c%d","baseRevision":%q,"summary":"Rename","ops":[{"op":"updateNode","id":"task-7","patch":{"name":"Name %d"}}]}}`, n, base, n))
		took = append(took, time.Since(began))
		var outcome struct {
			Applied         bool
			ContentRevision string
		}
		if err := json.Unmarshal(answer, &outcome); err != nil || !outcome.Applied {
			b.Fatalf("%s, %v", answer, err)
		}
		base = outcome.ContentRevision
	}
	percentile(b, took, 0.95, "p95-ms")
}

func measureCalls(b *testing.B, session *mcp.ClientSession, call func(n int) (tool, arguments string)) {
	b.Helper()
	var took []time.Duration
	for n := range b.N {
		began := time.Now()
		tool, arguments := call(n)
		callTool(b, session, tool, arguments)
		took = append(took, time.Since(began))
	}
	percentile(b, took, 0.95, "p95-ms")
}

func callTool(b *testing.B, session *mcp.ClientSession, tool, arguments string) []byte {
	b.Helper()
	result, err := session.CallTool(b.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		b.Fatal(err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		b.Fatalf("%s: %s", tool, text)
	}
	return []byte(text)
}
