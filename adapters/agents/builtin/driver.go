// Package builtin is the agent engine of Heddle itself: a loop that asks a language model of one of the providers and
// makes the calls that it wants. It runs in the server, as do the tools of Heddle; other MCP servers are processes of
// their own, as those of every engine are.
package builtin

import (
	"context"
	"io"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// Config bounds what an agent does.
type Config struct {
	MaxSteps  int     // answers of the model in one turn
	BudgetUSD float64 // of one turn, where the model's prices are known; zero for no bound
	CompactAt int64   // tokens of a request, from which the conversation is summed up if its model has no context; zero for never

	ServerStart time.Duration // for the MCP servers to start and tell their tools; zero for the default
}

// DefaultConfig lets an agent do a good deal of work, within the window of most models.
var DefaultConfig = Config{MaxSteps: 60, CompactAt: 100_000, ServerStart: 20 * time.Second}

// Driver implements ports.AgentDriver.
type Driver struct {
	home   *process.Home
	open   ports.OpenLLM
	inside Inside
	config Config
}

// Inside connects to an MCP server that this process has itself, and answers false for any other. The server ends with
// the connection.
type Inside func(ports.MCPServer) (connection io.ReadWriteCloser, inside bool, err error)

// New makes a driver that asks models through open, and starts in home the MCP servers that are not inside.
func New(home *process.Home, open ports.OpenLLM, inside Inside, config Config) *Driver {
	return &Driver{home: home, open: open, inside: inside, config: config}
}

// Start implements ports.AgentDriver.
func (d *Driver) Start(ctx context.Context, spec ports.SessionSpec) (ports.AgentSession, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if spec.Server == nil {
		return nil, startFailed("it has no provider of a model")
	}
	tools, err := d.connect(ctx, spec)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	server := spec.Server
	return newSession(model{LLM: d.open(server.Provider, server.Key), Model: server.Model}, tools, spec, d.config), nil
}

// model is a model with what asks it.
type model struct {
	ports.LLM
	provider.Model
}

// compactAt is how many tokens a request may have until the conversation is summed up, which needs some room itself: zero
// for any number.
func (m model) compactAt(otherwise int64) int64 {
	if m.Context == 0 {
		return otherwise
	}
	return m.Context / 4 * 3
}

func startFailed(why string) error {
	return fault.New(fault.KindUnavailable, "agent-start-failed", "the built-in agent did not start: %s", why)
}
