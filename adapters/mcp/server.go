// Package mcp lets an agent work on one composition over the Model Context
// Protocol. It is an edge of the REST API's agent routes: what an agent may do is
// decided there; here arguments are checked for form, documents are passed on as
// the very text that was sent, and errors become results that say what to do next.
package mcp

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/app/composing"
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

// finishingWords are said to attached agents, whose turns nobody else ends.
const finishingWords = `Your first change begins a turn, which your user sees. Call finish_turn with a short summary when you are done: only then
is what you propose for the workflow offered to your user.`

// Config names the session that ServeStdio serves.
type Config struct {
	Server        string // base URL of the Heddle server, e.g. http://127.0.0.1:7400
	SessionToken  string // of the session, or of an attached agent
	CompositionID string // empty for a session that belongs to no composition
	SessionID     string // of such a session
	Version       string // of this program, for the protocol's greeting
}

// farewell bounds how long the end of an attached agent's turn may take once the agent is gone.
const farewell = 5 * time.Second

// ServeStdio serves MCP on the two streams until the agent closes them (no error)
// or the context ends. The error is an invalid fault if the config is incomplete.
func ServeStdio(ctx context.Context, config Config, stdin io.ReadCloser, stdout io.WriteCloser) error {
	backend, serving, err := serverFor(ctx, config)
	if err != nil {
		return err
	}
	err = serving.Run(ctx, &sdk.IOTransport{Reader: stdin, Writer: stdout, MaxLineLength: maxMessage})
	if composing.IsAgentToken(config.SessionToken) {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
		_, _ = backend.FinishTurn(ending, "") // there may be no turn; and one that is left behind ends by itself
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// InProcess serves MCP in this process, on the connection that it answers. The server ends with the connection. The
// error is an invalid fault if the config is incomplete.
func InProcess(config Config) (io.ReadWriteCloser, error) {
	_, serving, err := serverFor(context.Background(), config)
	if err != nil {
		return nil, err
	}
	client, server := net.Pipe()
	go func() {
		// How a connection ended is the client's to tell.
		_ = serving.Run(context.Background(), &sdk.IOTransport{Reader: server, Writer: server, MaxLineLength: maxMessage})
	}()
	return client, nil
}

// serverFor makes the server of one session, over the agent routes of its composition, or of its own where it belongs to
// none.
func serverFor(ctx context.Context, config Config) (*httpBackend, *sdk.Server, error) {
	backend, err := newHTTPBackend(config)
	if err != nil {
		return nil, nil, err
	}
	if config.SessionID == "" {
		attached := composing.IsAgentToken(config.SessionToken)
		return backend, NewServer(backend, ServerConfig{Version: config.Version, Attached: attached}), nil
	}
	asking, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	server, err := NewSessionServer(asking, &sessionBackend{backend, config.SessionID}, config.Version)
	return backend, server, err
}

// ServerConfig says whom a server serves.
type ServerConfig struct {
	Version  string // of this program, for the protocol's greeting
	Attached bool   // agents that users attached, which end their turns themselves
}

// NewServer makes an MCP server over a backend.
func NewServer(backend Backend, config ServerConfig) *sdk.Server {
	said := instructions
	if config.Attached {
		said += "\n" + finishingWords
	}
	server := sdk.NewServer(
		&sdk.Implementation{Name: "heddle", Title: "Heddle composition", Version: cmp.Or(config.Version, "dev")},
		&sdk.ServerOptions{Instructions: said},
	)
	s := &session{backend: backend, attached: config.Attached, state: backend.Composition, look: "get_composition"}
	tools := s.tools()
	for _, tool := range tools {
		server.AddTool(tool.definition(), s.handler(tool))
	}
	s.offerResources(server)
	s.offerPrompts(server)
	server.AddReceivingMiddleware(s.answerUnknownTools(tools))
	return server
}

// check says which setting is missing.
func (c Config) check() error {
	for _, setting := range []struct{ name, value string }{
		{"HEDDLE_SERVER", c.Server},
		{"HEDDLE_SESSION_TOKEN or HEDDLE_AGENT_TOKEN", c.SessionToken},
		{"HEDDLE_COMPOSITION_ID or HEDDLE_SESSION_ID", c.CompositionID + c.SessionID},
	} {
		if setting.value == "" {
			return fault.New(fault.KindInvalid, "missing-setting",
				"%s is not set; heddle mcp is started by agents, whose session or configuration sets it", setting.name)
		}
	}
	return nil
}
