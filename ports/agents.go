package ports

import (
	"context"
	"fmt"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/domain/sessiontemplate"
)

// AgentDriver starts agent sessions of one engine.
type AgentDriver interface {
	// Start starts an agent and returns when it takes messages. The context bounds
	// the start only. Errors are faults: unavailable with code agent-start-failed
	// and what the agent said, or the context's. Nothing is left running after an
	// error; Start may be called again.
	Start(ctx context.Context, spec SessionSpec) (AgentSession, error)
}

// AgentSession is one live agent. Its methods may be called from any goroutine.
type AgentSession interface {
	// Send gives the agent a message and returns when it is on its way; the answer
	// comes as events, from TurnStarted to exactly one TurnComplete. While a turn
	// runs the answer is a conflict fault (turn-running), after the exit an
	// unavailable one (agent-gone). Not to be repeated after another error: the
	// agent may have got the message.
	Send(ctx context.Context, message string) error

	// Interrupt asks the agent to end the running turn, which it does with a
	// TurnComplete like any other. Without a turn it does nothing. May be repeated.
	Interrupt(ctx context.Context) error

	// Answer answers a question that the agent asked in the running turn and waits
	// for; the turn goes on then. A question that is not open, since it was answered
	// or its turn is over, is a not-found fault (no-question). Not to be repeated
	// after another error: the agent may have got the answer.
	Answer(ctx context.Context, questionID, answer string) error

	// Events gives all events in the order they happened. The last is an Exit, the
	// only one; then the channel is closed. Somebody must read it to its end: an
	// agent whose events are not read waits.
	Events() <-chan AgentEvent

	// Close ends the agent with everything it started and returns when all are
	// gone. The agent gets a moment to end by itself; none once the context is done.
	// May be repeated.
	Close(ctx context.Context) error
}

// SessionSpec says what an agent is made of.
type SessionSpec struct {
	Template     string            `json:"template,omitzero"` // the name of the session template, for messages
	SystemPrompt string            `json:"systemPrompt,omitzero"`
	MCPServers   []MCPServer       `json:"mcpServers,omitzero"`   // the agent's only tools
	AllowedTools []string          `json:"allowedTools,omitzero"` // names of MCP tools; empty for all
	WorkDir      string            `json:"workDir,omitzero"`      // must exist; what the agent may see of the disk
	Env          map[string]string `json:"env,omitzero"`          // beside a minimal environment, nothing else is inherited
	Model        string            `json:"model,omitzero"`        // in the engine's own words; empty for its default, or where there is a Server
	Server       *ModelServer      `json:"-"`                     // where the model is asked; nil where the engine knows by itself
	Hidden       *secret.Mask      `json:"-"`                     // what no model is to read in what tools answer, where the driver can hide it
	ResumeID     string            `json:"resumeId,omitzero"`     // from an earlier SessionStarted; engines that can't resume ignore it
}

// MCPServer is a program that the agent starts as its child and speaks MCP with
// over standard input and output.
type MCPServer struct {
	Name    string            `json:"name"`
	Command string            `json:"command"` // absolute path
	Args    []string          `json:"args,omitzero"`
	Env     map[string]string `json:"env,omitzero"` // holds secrets: never logged, never in arguments
}

// ServerFailed is the fault of a start that failed since an MCP server did not start; why ends no sentence.
func (s *SessionSpec) ServerFailed(server, why string) error {
	of, remedy := "", ""
	if server != sessiontemplate.HeddleServer && s.Template != "" {
		of = fmt.Sprintf(" of the session template %q", s.Template)
		remedy = "correct its command, arguments or environment in the template, and "
	}
	return fault.New(fault.KindUnavailable, "agent-start-failed", "the MCP server %q%s did not start: %s; %ssend the message again",
		server, of, why, remedy)
}

// ToolProblemMeta is the member of a failed tool result's _meta that has what was wrong as a text: without the advice to
// the model that may stand beside it, so that failures can be compared and told to people.
const ToolProblemMeta = "heddle.dev/problem"
