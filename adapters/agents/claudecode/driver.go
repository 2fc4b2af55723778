// Package claudecode drives the Claude Code CLI as an agent: each session is a process `claude --print` that reads and
// writes JSON, one value a line. The agent has the tools of the session's MCP servers and one more, with which it asks
// people; it has no shell and no files. It knows nothing of the user's own Claude Code: environment, home and settings
// are the session's.
package claudecode

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Config says what is driven, and what it asks where a session does not say so.
type Config struct {
	Command string        // absolute path of the CLI
	BaseURL string        // of a server that speaks Anthropic's messages, without the version; empty for Anthropic's own
	Key     string        // of an account there
	Model   string        // for sessions that name none; empty for the CLI's default
	Retries int           // how often a request that fails is repeated before the turn fails; 0 for 4
	Silence time.Duration // after which a model that says nothing is given up; 0 for 5 minutes
}

// Driver implements ports.AgentDriver.
type Driver struct {
	home   *process.Home
	config Config
}

// New makes a driver that starts its agents in home.
func New(home *process.Home, config Config) *Driver {
	const retries, silence = 4, 5 * time.Minute
	config.Retries = cmp.Or(config.Retries, retries)
	config.Silence = cmp.Or(config.Silence, silence)
	return &Driver{home: home, config: config}
}

// Start implements ports.AgentDriver. A session that is to be resumed and is not there any more begins anew.
func (d *Driver) Start(ctx context.Context, spec ports.SessionSpec) (ports.AgentSession, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := d.askVersion(ctx); err != nil {
		return nil, err
	}
	if conversationID.MatchString(spec.ResumeID) {
		s, err := d.start(ctx, spec, conversation{id: spec.ResumeID, resumed: true})
		if fault.CodeOf(err) != codeForgotten {
			return s, err
		}
	}
	return d.start(ctx, spec, conversation{id: uuid.NewString()})
}

func (d *Driver) start(ctx context.Context, spec ports.SessionSpec, c conversation) (ports.AgentSession, error) {
	s, err := d.launch(spec, c)
	if err != nil {
		return nil, err
	}
	if err := s.begin(ctx); err != nil {
		s.abandon()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	return s, nil
}

// launch starts the process.
func (d *Driver) launch(spec ports.SessionSpec, c conversation) (*session, error) {
	at := place{home: filepath.Join(spec.WorkDir, "claude-code")}
	if err := at.prepare(spec); err != nil {
		return nil, startError("its directory can't be prepared: %v", err)
	}
	streams, err := process.OpenStreams()
	if err != nil {
		return nil, err
	}
	account := d.account(spec)
	agent, err := d.home.StartWith(streams, process.Spec{
		Path: d.config.Command, Args: at.arguments(spec, account, c), Env: d.environment(at, spec, account), Dir: spec.WorkDir,
	})
	if err != nil {
		return nil, d.missing(err)
	}
	return newSession(agent, streams, d.config, account, at, spec, c), nil
}

// missing explains a program that can't be started.
func (d *Driver) missing(err error) error {
	if os.IsNotExist(err) || fault.CodeOf(err) == process.CodeMissing {
		return startError("there is no program %s: install Claude Code (npm install -g @anthropic-ai/claude-code), or let the setting "+
			"--claude-code name where it is", d.config.Command)
	}
	if f := fault.As(err); f != nil && f.Code == process.CodeUnusable {
		return startError("%s. Install Claude Code again (npm install -g @anthropic-ai/claude-code), with npm's install scripts allowed: not with "+
			"--ignore-scripts. Or let the setting --claude-code name another", f.Message)
	}
	return err
}

func startError(format string, args ...any) error {
	return fault.New(fault.KindUnavailable, "agent-start-failed", "Claude Code did not start: "+format, args...)
}

// codeForgotten is the code of a start that failed since the conversation to be resumed is not there.
const codeForgotten = "conversation-forgotten"
