package scripted

import (
	"context"
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
	results results
	calls   int
	err     error // why the agent can't go on: events can't be written, or a server is gone
}

// play carries the steps out and says how the turn ended. What goes wrong is said, unless the agent can't go on.
func (p *player) play(ctx context.Context, book *playbook) ports.TurnOutcome {
	for _, s := range book.Steps {
		goOn, err := p.step(ctx, s)
		switch gone := errors.Join(err, context.Cause(ctx)); {
		case errors.Is(gone, errServerGone):
			p.fail(gone)
			return ports.TurnFailed
		case ctx.Err() != nil:
			return ports.TurnInterrupted
		case err != nil:
			p.emit(ports.AgentError{Message: err.Error(), Warning: true})
			p.say(fmt.Sprintf("The playbook %q could not go on: %s", book.Name, err))
			return ports.TurnFailed
		case !goOn:
			return ports.TurnDone
		}
	}
	return ports.TurnDone
}

// step tells whether the next one follows.
func (p *player) step(ctx context.Context, s step) (goOn bool, err error) {
	if s.StopIf != "" && !p.results.filled(s.StopIf) {
		return true, nil
	}
	if s.Call != "" {
		return p.callTool(ctx, s)
	}
	text, err := p.results.fillText(s.Say)
	if err != nil {
		return false, err
	}
	p.say(text)
	return s.StopIf == "", nil
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
		p.say(fmt.Sprintf("I stop here, because %s failed: %s", s.Call, output))
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

// say emits a text, first as a delta, as engines do that stream.
func (p *player) say(text string) {
	p.emit(ports.TextDelta{Text: text})
	p.emit(ports.Text{Text: text})
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
