package scripted

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/ports"
)

// player plays one playbook for one message.
type player struct {
	tools   toolbox
	out     *lineWriter
	answers <-chan string
	results results
	calls   int
	err     error // why the agent can't go on: events can't be written, or a server is gone
}

// play carries the steps out and says how the turn ended. What goes wrong is said, unless the agent can't go on.
func (p *player) play(ctx context.Context, book *playbook) ports.TurnOutcome {
	for _, s := range book.Steps {
		goOn, err := p.step(ctx, s)
		if outcome, isOver := p.ended(ctx, err); isOver {
			return outcome
		}
		if err != nil {
			p.emit(ports.AgentError{Message: err.Error(), Warning: true})
			p.say(ctx, fmt.Sprintf("The playbook %q could not go on: %s", book.Name, err))
			return ports.TurnFailed
		}
		if !goOn {
			return ports.TurnDone
		}
	}
	return ports.TurnDone
}

// explain says what the agent can do.
func (p *player) explain(ctx context.Context, playbooks []*playbook) ports.TurnOutcome {
	p.say(ctx, abilities(playbooks))
	if outcome, isOver := p.ended(ctx, nil); isOver {
		return outcome
	}
	return ports.TurnDone
}

// ended tells whether the turn is over because it was interrupted or the agent can't go on.
func (p *player) ended(ctx context.Context, err error) (outcome ports.TurnOutcome, isOver bool) {
	switch gone := errors.Join(err, context.Cause(ctx)); {
	case errors.Is(gone, errServerGone):
		p.fail(gone)
		return ports.TurnFailed, true
	case ctx.Err() != nil:
		return ports.TurnInterrupted, true
	}
	return "", false
}

// step tells whether the next one follows.
func (p *player) step(ctx context.Context, s step) (goOn bool, err error) {
	if s.StopIf != "" && !p.results.filled(s.StopIf) {
		return true, nil
	}
	if s.Call != "" {
		return p.callTool(ctx, s)
	}
	if s.Ask != "" {
		return true, p.ask(ctx, s)
	}
	text, err := p.results.fillText(s.Say)
	if err != nil {
		return false, err
	}
	p.say(ctx, text)
	return s.StopIf == "", nil
}

// ask asks the user and waits for the answer, or for the end of the turn.
func (p *player) ask(ctx context.Context, s step) error {
	text, err := p.results.fillText(s.Ask)
	if err != nil {
		return err
	}
	p.emit(ports.Question{ID: "ask-" + rand.Text(), Text: text, Options: s.Options})
	select {
	case answer := <-p.answers:
		if s.As != "" {
			p.results.keep(s.As, rawjson.Quote(answer))
		}
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (p *player) callTool(ctx context.Context, s step) (goOn bool, err error) {
	arguments, err := p.results.fillArguments(s.Arguments)
	if err != nil {
		return false, err
	}
	p.calls++
	id := "call-" + strconv.Itoa(p.calls)
	p.emit(ports.ToolStarted{ID: id, Name: s.Call, Input: arguments})
	output, isError, err := p.tools.call(ctx, s.Call, arguments)
	if err != nil {
		p.emit(ports.ToolFinished{ID: id, Output: err.Error(), IsError: true})
		return false, fmt.Errorf("%s got no answer: %w", s.Call, err)
	}
	p.emit(ports.ToolFinished{ID: id, Output: output, IsError: isError})
	if isError {
		p.say(ctx, fmt.Sprintf("I stop here, because %s failed: %s", s.Call, output))
		return false, nil
	}
	if s.As != "" {
		p.results.keep(s.As, resultValue(output))
	}
	return true, nil
}

// resultValue is a result as JSON; a result that is none is a text.
func resultValue(output string) jsontext.Value {
	if document.CheckText([]byte(output)) == nil {
		return jsontext.Value(output)
	}
	return rawjson.Quote(output)
}

// say writes a text a few words at a time, as engines do that stream, and then emits what it wrote.
func (p *player) say(ctx context.Context, text string) {
	written := 0
	for _, piece := range pieces(text) {
		if written > 0 && !pause(ctx) {
			break
		}
		p.emit(ports.TextDelta{Text: piece})
		written += len(piece)
	}
	p.emit(ports.Text{Text: text[:written]})
}

func (p *player) emit(event ports.AgentEvent) {
	if err := p.out.event(event); err != nil {
		p.fail(err)
	}
}

func (p *player) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}
