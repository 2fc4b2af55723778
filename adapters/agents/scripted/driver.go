// Package scripted is the agent engine that needs no AI: it plays playbooks. As a
// real engine does, it runs as a process of its own and reaches the composition
// through MCP servers that it starts as its children. The package holds both
// sides: the driver, in the server, and Main, the agent's process.
package scripted

import (
	"context"
	"maps"
	"os"
	"slices"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
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
	pipes, err := openPipes()
	if err != nil {
		return nil, err
	}
	agent, err := d.home.Start(process.Spec{
		Path:   d.config.Command[0],
		Args:   d.config.Command[1:],
		Env:    d.environment(spec),
		Dir:    spec.WorkDir,
		Stdin:  pipes.stdin.child,
		Stdout: pipes.stdout.child,
		Stderr: pipes.stderr.child,
	})
	pipes.closeChildEnds()
	if err != nil {
		pipes.close()
		return nil, err
	}
	s := newSession(agent, pipes)
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
	list := make([]string, 0, len(variables))
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return list
}

// pipe is one stream between the server and the agent.
type pipe struct{ server, child *os.File }

type pipes struct{ stdin, stdout, stderr pipe }

func openPipes() (*pipes, error) {
	p := &pipes{}
	for _, stream := range []struct {
		pipe     *pipe
		toServer bool
	}{{&p.stdin, false}, {&p.stdout, true}, {&p.stderr, true}} {
		reading, writing, err := os.Pipe()
		if err != nil {
			p.closeChildEnds()
			p.close()
			return nil, fault.New(fault.KindUnavailable, "agent-start-failed", "no pipe to an agent could be opened").Because(err)
		}
		if stream.toServer {
			*stream.pipe = pipe{server: reading, child: writing}
		} else {
			*stream.pipe = pipe{server: writing, child: reading}
		}
	}
	return p, nil
}

func (p *pipes) closeChildEnds() {
	for _, file := range []*os.File{p.stdin.child, p.stdout.child, p.stderr.child} {
		_ = file.Close() // a nil file answers an error, as a closed one does
	}
}

func (p *pipes) close() {
	for _, file := range []*os.File{p.stdin.server, p.stdout.server, p.stderr.server} {
		_ = file.Close()
	}
}
