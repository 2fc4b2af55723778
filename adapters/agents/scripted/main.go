package scripted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/ports"
)

// Main is the agent's process: commands come on stdin, events go to stdout, and
// what went wrong to stderr, besides the error returned. It ends when stdin does.
func Main(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, env []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := process.NewLineReader(stdin)
	first, err := readCommand(lines)
	if err != nil || first.Type != startCommand {
		return fmt.Errorf("the first line must be a start command: %w", err)
	}
	playbooks, err := loadPlaybooks(variable(env, playbooksVariable))
	if err != nil {
		return err
	}
	tools, err := connect(ctx, first.Session, env, stderr)
	if err != nil {
		return err
	}
	defer tools.close()
	a := &agent{playbooks: playbooks, tools: tools, out: &lineWriter{w: stdout}}
	if err := a.out.event(ports.SessionStarted{Model: "playbooks"}); err != nil {
		return err
	}
	return a.serve(ctx, lines)
}

func readCommand(lines *process.LineReader) (command, error) {
	line, err := lines.Next()
	if err != nil {
		return command{}, err
	}
	var c command
	if err := json.Unmarshal(line, &c); err != nil {
		return command{}, fmt.Errorf("a line is no command: %w", err)
	}
	return c, nil
}

func variable(env []string, name string) string {
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// agent answers messages one after another.
type agent struct {
	playbooks []*playbook
	tools     toolbox
	out       *lineWriter
}

// turn is the answer to one message.
type turn struct {
	cancel  context.CancelCauseFunc
	done    chan error
	answers chan string // has room for the answer to the one question that may be open
}

// end makes the turn stop; the cause is nil if a person wants it so.
func (t *turn) end(cause error) {
	if t != nil {
		t.cancel(cause)
	}
}

// answer takes the answer to the question that the turn waits with. It comes to nothing if the turn has just ended.
func (t *turn) answer(text string) {
	if t == nil {
		return
	}
	select {
	case t.answers <- text:
	default:
	}
}

// wait gives the error after which the agent can't go on. What goes wrong in a turn else is said in the turn.
func (t *turn) wait() error {
	if t == nil {
		return nil
	}
	return <-t.done
}

// received is a command, or why there are no more.
type received struct {
	command command
	err     error
}

// receive reads commands until there are no more, or the context ends.
func receive(ctx context.Context, lines *process.LineReader) <-chan received {
	commands := make(chan received)
	go func() {
		for {
			c, err := readCommand(lines)
			select {
			case commands <- received{c, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return commands
}

// serve carries commands out until there are no more, or an MCP server is gone. Commands are read while a turn runs, so
// that it can be interrupted.
func (a *agent) serve(ctx context.Context, lines *process.LineReader) error {
	commands := receive(ctx, lines)
	var current *turn
	for {
		select {
		case next := <-commands:
			if next.err != nil {
				return current.leave(next.err)
			}
			var err error
			if current, err = a.obey(ctx, current, next.command); err != nil {
				return err
			}
		case gone := <-a.tools.gone():
			current.end(gone)
			_ = current.wait() // has no better reason
			return gone
		}
	}
}

// leave ends the last turn when no command comes any more, which is how an agent is told to end.
func (t *turn) leave(why error) error {
	t.end(nil)
	if failed := t.wait(); failed != nil || errors.Is(why, io.EOF) {
		return failed
	}
	return why
}

// obey carries out one command and gives the turn that runs from then on.
func (a *agent) obey(ctx context.Context, current *turn, c command) (*turn, error) {
	switch c.Type {
	case messageCommand:
		if err := current.wait(); err != nil { // over already, or its end is just being told
			return nil, err
		}
		return a.begin(ctx, c.Text), nil
	case answerCommand:
		current.answer(c.Text)
		return current, nil
	case interruptCommand:
		current.end(nil)
		return current, nil
	default:
		return nil, fmt.Errorf("there is no command %q here", c.Type)
	}
}

func (a *agent) begin(ctx context.Context, message string) *turn {
	ctx, cancel := context.WithCancelCause(ctx)
	t := &turn{cancel: cancel, done: make(chan error, 1), answers: make(chan string, 1)}
	go func() {
		defer cancel(nil)
		defer close(t.done)
		t.done <- a.answer(ctx, message, t.answers)
	}()
	return t
}

// answer plays the first playbook that fits the message. An agent that can't go on ends within its turn, which the
// server then knows to have failed.
func (a *agent) answer(ctx context.Context, message string, answers <-chan string) error {
	p := &player{tools: a.tools, out: a.out, answers: answers}
	p.emit(ports.TurnStarted{})
	var outcome ports.TurnOutcome
	playbooks := fitting(a.playbooks, a.tools)
	if chosen := choose(playbooks, message); chosen != nil {
		outcome = p.play(ctx, chosen)
	} else {
		outcome = p.explain(ctx, playbooks)
	}
	if p.err == nil {
		p.emit(ports.TurnComplete{Outcome: outcome})
	}
	return p.err
}
