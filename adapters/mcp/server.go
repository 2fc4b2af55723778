// Package mcp lets an agent work on one composition over the Model Context
// Protocol. It is an edge of the REST API's agent routes: what an agent may do is
// decided there; here arguments are checked for form, documents are passed on as
// the very text that was sent, and errors become results that say what to do next.
package mcp

import (
	"context"
	"errors"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/fault"
)

// maxMessage bounds one message from the agent: room for any document there may be.
const maxMessage = 64 << 20

// instructions are what an agent reads first.
const instructions = `These tools edit one Heddle composition: a workflow draft and the action types and tools it uses.
Read get_composition first. Edit the workflow with propose_workflow_changes only, based on the contentRevision that
get_composition or your last change set gave. Make action types before the nodes that call them. End with
validate_composition and correct the errors it lists. The prompt working-loop tells more, and the resources
heddle://reference/… tell how documents, change sets and expressions are written.`

// Config names the session that ServeStdio serves.
type Config struct {
	Server        string // base URL of the Heddle server, e.g. http://127.0.0.1:7400
	SessionToken  string
	CompositionID string
	Version       string // of this program, for the protocol's greeting
}

// ServeStdio serves MCP on the two streams until the agent closes them (no error)
// or the context ends. The error is an invalid fault if the config is incomplete.
func ServeStdio(ctx context.Context, config Config, stdin io.ReadCloser, stdout io.WriteCloser) error {
	backend, err := newHTTPBackend(config)
	if err != nil {
		return err
	}
	transport := &sdk.IOTransport{Reader: stdin, Writer: stdout, MaxLineLength: maxMessage}
	err = NewServer(backend, config.Version).Run(ctx, transport)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// NewServer makes the MCP server of one session.
func NewServer(backend Backend, version string) *sdk.Server {
	if version == "" {
		version = "dev"
	}
	server := sdk.NewServer(
		&sdk.Implementation{Name: "heddle", Title: "Heddle composition", Version: version},
		&sdk.ServerOptions{Instructions: instructions},
	)
	s := &session{backend: backend}
	tools := s.tools()
	for _, tool := range tools {
		server.AddTool(tool.definition(), s.handler(tool))
	}
	s.offerResources(server)
	offerPrompts(server)
	server.AddReceivingMiddleware(s.answerUnknownTools(tools))
	return server
}

// check says which setting is missing.
func (c Config) check() error {
	for _, setting := range []struct{ name, value string }{
		{"HEDDLE_SERVER", c.Server},
		{"HEDDLE_SESSION_TOKEN", c.SessionToken},
		{"HEDDLE_COMPOSITION_ID", c.CompositionID},
	} {
		if setting.value == "" {
			return fault.New(fault.KindInvalid, "missing-setting",
				"%s is not set; heddle mcp is started by an agent session, which sets it", setting.name)
		}
	}
	return nil
}
