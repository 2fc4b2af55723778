// Package opencode drives the opencode CLI as an agent: each session is a process `opencode serve`, spoken to over its
// HTTP API and its stream of events. The agent has the tools of the session's MCP servers and no others: no shell, no
// files. It knows nothing of the user's own opencode: environment, home and settings are the session's.
package opencode

import (
	"cmp"
	"context"
	"crypto/rand"
	"os"
	"path/filepath"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Config says what is driven, and which model server is asked where a session brings none.
type Config struct {
	Command string // absolute path of the CLI
	BaseURL string // of a server that speaks OpenAI's chat completions, up to and with its /v1
	Key     string // what the server wants as bearer token; empty for none
	Model   string // for sessions that name none
	Context int64  // tokens that the model has room for; 0 for 128000
	Retries int    // how often a request that fails is repeated before the turn fails; 0 for 4
}

// Driver implements ports.AgentDriver.
type Driver struct {
	home   *process.Home
	config Config
}

// New makes a driver that starts its agents in home.
func New(home *process.Home, config Config) *Driver {
	const retries = 4
	if config.Retries == 0 {
		config.Retries = retries
	}
	return &Driver{home: home, config: config}
}

// Start implements ports.AgentDriver. A session that is to be resumed and is not there any more begins anew.
func (d *Driver) Start(ctx context.Context, spec ports.SessionSpec) (ports.AgentSession, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s, err := d.launch(spec, d.config.source(spec))
	if err != nil {
		return nil, err
	}
	if err := s.begin(ctx, spec); err != nil {
		ended := s.hasEnded()
		s.abandon()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if ended { // perhaps since it is another program, or one that does not know its arguments yet
			err = cmp.Or(d.askVersion(ctx), err)
		}
		return nil, err
	}
	go s.pump()
	return s, nil
}

// launch starts the process.
func (d *Driver) launch(spec ports.SessionSpec, from source) (*session, error) {
	place, err := prepare(spec.WorkDir)
	if err != nil {
		return nil, startError("its directory can't be prepared: %v", err)
	}
	password := rand.Text()
	environment, err := environment(place, password, spec, from)
	if err != nil {
		return nil, startError("its settings can't be written: %v", err)
	}
	streams, err := process.OpenStreams()
	if err != nil {
		return nil, err
	}
	agent, err := d.home.StartWith(streams, process.Spec{
		Path: d.config.Command,
		// Port 0 is any free one, which it tells when it listens.
		Args: []string{"serve", "--hostname", "127.0.0.1", "--port", "0", "--print-logs", "--log-level", "WARN", "--pure"},
		Env:  environment,
		Dir:  spec.WorkDir,
	})
	if err != nil {
		return nil, d.missing(err)
	}
	return newSession(agent, streams, d.config, from, password, spec), nil
}

// missing explains a program that can't be started.
func (d *Driver) missing(err error) error {
	if os.IsNotExist(err) || fault.CodeOf(err) == process.CodeMissing {
		return startError("there is no program %s: install opencode (npm install -g opencode-ai), or let the setting --opencode "+
			"name where it is", d.config.Command)
	}
	if f := fault.As(err); f != nil && f.Code == process.CodeUnusable {
		return startError("%s. Install opencode again (npm install -g opencode-ai), with npm's install scripts allowed: not with "+
			"--ignore-scripts. Or let the setting --opencode name another", f.Message)
	}
	return err
}

func startError(format string, args ...any) error {
	return fault.New(fault.KindUnavailable, "agent-start-failed", "opencode did not start: "+format, args...)
}

// place is where a session of the CLI lives: everything it writes stays below the session's directory.
type place struct{ home, temporary string }

const placeMode = 0o700

// prepare makes the home of a session, if it is not there from an earlier process.
func prepare(workDir string) (place, error) {
	p := place{home: filepath.Join(workDir, "opencode")}
	p.temporary = filepath.Join(p.home, "tmp")
	if err := os.RemoveAll(p.temporary); err != nil { // each process unpacks libraries there, and one that is killed leaves them
		return p, err
	}
	settings := filepath.Join(p.home, "config", "opencode")
	for _, dir := range []string{p.temporary, filepath.Join(settings, "node_modules")} {
		if err := os.MkdirAll(dir, placeMode); err != nil {
			return p, err
		}
	}
	for name, text := range pluginFiles {
		const fileMode = 0o600
		if err := os.WriteFile(filepath.Join(settings, name), []byte(text), fileMode); err != nil {
			return p, err
		}
	}
	return p, nil
}

// pluginFiles make the CLI believe that it has installed the library for plugins into its home already, which it does
// from the npm registry else. There are no plugins here.
var pluginFiles = map[string]string{
	"package.json":      `{"dependencies":{"@opencode-ai/plugin":"*"}}`,
	"package-lock.json": `{"lockfileVersion":3,"packages":{"":{"dependencies":{"@opencode-ai/plugin":"*"}}}}`,
}
