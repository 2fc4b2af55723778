package main

import (
	"io"
	"net/http"
	"os"

	"heddle.dev/heddle/adapters/agents/scripted"
	"heddle.dev/heddle/adapters/mcp"
	"heddle.dev/heddle/app/conversing"
	"heddle.dev/heddle/ports"
)

// scriptedAgentName is the command by which the server starts the scripted agent's process.
const scriptedAgentName = "scripted-agent"

// mcpCmd is the MCP server of one agent session, started by the agent as its child.
type mcpCmd struct {
	Server        string `env:"HEDDLE_SERVER"         help:"URL of the Heddle server."    hidden:"" required:""`
	SessionToken  string `env:"HEDDLE_SESSION_TOKEN,HEDDLE_AGENT_TOKEN" help:"Token of the agent session, or of an attached agent." hidden:"" required:""`
	CompositionID string `env:"HEDDLE_COMPOSITION_ID" help:"The session's composition."   hidden:""`
	SessionID     string `env:"HEDDLE_SESSION_ID"     help:"The session, where it belongs to no composition." hidden:""`
}

// Run implements the command.
func (c *mcpCmd) Run(env *environment) error {
	return mcp.ServeStdio(env.ctx, mcp.Config{
		Server: c.Server, SessionToken: c.SessionToken, CompositionID: c.CompositionID, SessionID: c.SessionID, Version: version,
	}, input(env.stdin), output(env.stdout))
}

// serveMCP makes the MCP server of agents that come over HTTP.
func serveMCP(s settings) func(api http.Handler) (http.Handler, error) {
	return func(api http.Handler) (http.Handler, error) {
		return mcp.NewHandler(mcp.HandlerConfig{MaxBody: s.MaxBody, Version: version}, api)
	}
}

// insideMCP serves the MCP server of a session in this process, which would be its child else.
func insideMCP(server ports.MCPServer) (connection io.ReadWriteCloser, inside bool, err error) {
	if server.Name != conversing.MCPServerName {
		return nil, false, nil
	}
	connection, err = mcp.InProcess(mcp.Config{
		Server: server.Env["HEDDLE_SERVER"], SessionToken: server.Env["HEDDLE_SESSION_TOKEN"],
		CompositionID: server.Env["HEDDLE_COMPOSITION_ID"], SessionID: server.Env["HEDDLE_SESSION_ID"], Version: version,
	})
	return connection, true, err
}

// input closes what can be closed, so that a server that is told to stop does not wait for the next line.
func input(r io.Reader) io.ReadCloser {
	if closer, ok := r.(io.ReadCloser); ok {
		return closer
	}
	return io.NopCloser(r)
}

// output is the same for what is written to.
func output(w io.Writer) io.WriteCloser {
	if closer, ok := w.(io.WriteCloser); ok {
		return closer
	}
	return openWriter{w}
}

type openWriter struct{ io.Writer }

func (openWriter) Close() error { return nil }

// scriptedAgentCmd is the process of the scripted agent.
type scriptedAgentCmd struct{}

// Run implements the command.
func (scriptedAgentCmd) Run(env *environment) error {
	return scripted.Main(env.ctx, env.stdin, env.stdout, env.stderr, os.Environ())
}
