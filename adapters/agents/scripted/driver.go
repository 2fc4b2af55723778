// Package scripted is the agent engine that needs no AI: it plays playbooks. As a
// real engine does, it runs as a process of its own and reaches the composition
// through MCP servers that it starts as its children. The package holds both
// sides: the driver, in the server, and Main, the agent's process.
package scripted

import (
	"context"
	"maps"
	"os"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// playbooksVariable tells the agent's process where further playbooks are.
const playbooksVariable = "HEDDLE_PLAYBOOKS"

// Config says how the agent's process is started.
type Config struct {
	Command   []string // absolute path of the program that calls Main, with its arguments
	Playbooks string   // a directory with further playbooks, which win over those built in; empty for none
}

// Driver implements ports.AgentDriver.
type Driver struct {
	home   *process.Home
	config Config
}

// New makes a driver that starts its agents in home.
func New(home *process.Home, config Config) *Driver {
	return &Driver{home: home, config: config}
}

// Start implements ports.AgentDriver.
func (d *Driver) Start(ctx context.Context, spec ports.SessionSpec) (ports.AgentSession, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	streams, err := process.OpenStreams()
	if err != nil {
		return nil, err
	}
	agent, err := d.home.StartWith(streams, process.Spec{
		Path: d.config.Command[0],
		Args: d.config.Command[1:],
		Env:  d.environment(spec),
		Dir:  spec.WorkDir,
	})
	if err != nil {
		return nil, err
	}
	s := newSession(agent, streams)
	if err := s.begin(ctx, spec); err != nil {
		s.abandon()
		return nil, err
	}
	return s, nil
}

// environment is minimal; what the session wants comes on top.
func (d *Driver) environment(spec ports.SessionSpec) []string {
	variables := map[string]string{
		"PATH":            os.Getenv("PATH"),
		"HOME":            spec.WorkDir,
		"LANG":            "C.UTF-8",
		playbooksVariable: d.config.Playbooks,
	}
	maps.Copy(variables, spec.Env)
	return process.Environment(variables)
}
