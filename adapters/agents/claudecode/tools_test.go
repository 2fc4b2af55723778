package claudecode_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The test binary is also the MCP server of its sessions, and a fake of the CLI.
func TestMain(m *testing.M) {
	scenario, isFake := os.LookupEnv(scenarioVariable)
	switch {
	case len(os.Args) > 1 && os.Args[1] == "tools":
		serveTools()
	case asksVersion():
		_, _ = os.Stdout.WriteString("2.1.332 (Claude Code)\n")
	case isFake:
		serveFake(scenario)
	default:
		os.Exit(m.Run())
	}
}

const bigOutput = 10 << 20

func serveTools() {
	server := mcp.NewServer(&mcp.Implementation{Name: "fake", Version: "1"}, nil)
	for name, answer := range map[string]func(ctx context.Context) (string, error){
		"ping": func(context.Context) (string, error) { return `{"answer":"pong"}`, nil },
		"fail": func(context.Context) (string, error) { return "", errors.New("the roof is on fire") },
		"big":  func(context.Context) (string, error) { return strings.Repeat("a line of it\n", bigOutput/13), nil },
		"env":  func(context.Context) (string, error) { return strings.Join(os.Environ(), "\n"), nil },
		"die": func(context.Context) (string, error) {
			os.Exit(3)
			return "", nil
		},
		"block": func(ctx context.Context) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		},
	} {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				text, err := answer(ctx)
				if err != nil {
					text = err.Error()
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: err != nil}, nil
			})
	}
	_ = server.Run(context.Background(), &mcp.StdioTransport{})
}
