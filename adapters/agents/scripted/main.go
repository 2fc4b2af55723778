package scripted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/ports"
)

// Main is the agent's process: commands come on stdin, events go to stdout, and
// what went wrong to stderr, besides the error returned. It ends when stdin does.
func Main(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer, env []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := newLineReader(stdin)
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

func readCommand(lines *lineReader) (command, error) {
	line, err := lines.next()
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
	cancel context.CancelFunc
	done   chan error
}

func (t *turn) interrupt() {
	if t != nil {
		t.cancel()
	}
}

// wait gives the error of writing events, the only one a turn can have.
func (t *turn) wait() error {
	if t == nil {
		return nil
	}
	return <-t.done
}

// serve carries commands out until there are no more. Commands are read while a
// turn runs, so that it can be interrupted.
func (a *agent) serve(ctx context.Context, lines *lineReader) error {
	var current *turn
	for {
		c, err := readCommand(lines)
		if err != nil {
			current.interrupt()
			if failed := current.wait(); failed != nil || errors.Is(err, io.EOF) {
				return failed
			}
			return err
		}
		switch c.Type {
		case messageCommand:
			if err := current.wait(); err != nil { // over already, or its end is just being told
				return err
			}
			current = a.begin(ctx, c.Text)
		case interruptCommand:
			current.interrupt()
		default:
			return fmt.Errorf("there is no command %q here", c.Type)
		}
	}
}

func (a *agent) begin(ctx context.Context, message string) *turn {
	ctx, cancel := context.WithCancel(ctx)
	t := &turn{cancel: cancel, done: make(chan error, 1)}
	go func() {
		defer cancel()
		defer close(t.done)
		t.done <- a.answer(ctx, message)
	}()
	return t
}

// answer plays the first playbook that fits the message.
func (a *agent) answer(ctx context.Context, message string) error {
	p := &player{tools: a.tools, out: a.out}
	p.emit(ports.TurnStarted{})
	outcome := ports.TurnDone
	if chosen := choose(a.playbooks, message); chosen != nil {
		outcome = p.play(ctx, chosen)
	} else {
		p.say(abilities(a.playbooks))
	}
	p.emit(ports.TurnComplete{Outcome: outcome})
	return p.err
}
