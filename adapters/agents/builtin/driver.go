// Package builtin is the agent engine of Heddle itself: a loop that asks a language model of one of the providers and
// makes the calls that it wants. It runs in the server; its MCP servers are processes of their own, as those of every
// engine are.
package builtin

import (
	"context"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Config bounds what an agent does.
type Config struct {
	MaxSteps  int     // answers of the model in one turn
	BudgetUSD float64 // of one turn, where the model's prices are known; zero for no bound
	CompactAt int64   // tokens of a request, from which the conversation is summed up; zero for never
}

// DefaultConfig lets an agent do a good deal of work, within the window of most models.
var DefaultConfig = Config{MaxSteps: 60, CompactAt: 100_000}

// Driver implements ports.AgentDriver.
type Driver struct {
	home   *process.Home
	models ports.Models
	config Config
}

// New makes a driver that starts MCP servers in home.
func New(home *process.Home, models ports.Models, config Config) *Driver {
	return &Driver{home: home, models: models, config: config}
}

// Start implements ports.AgentDriver.
func (d *Driver) Start(ctx context.Context, spec ports.SessionSpec) (ports.AgentSession, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	model, err := d.models.OpenModel(ctx, spec.Model)
	if err != nil {
		return nil, startFailed(ctx, err)
	}
	tools, err := d.connect(ctx, spec)
	if err != nil {
		return nil, startFailed(ctx, err)
	}
	return newSession(model, tools, spec.SystemPrompt, d.config), nil
}

func startFailed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	said := err.Error()
	if f := fault.As(err); f != nil {
		said = f.Message
	}
	return fault.New(fault.KindUnavailable, "agent-start-failed", "the built-in agent did not start: %s", said).Because(err)
}
