package scripted

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Playbook is a playbook for one who plays it in another way than this engine's agent does: as a model, which is asked
// for one move at a time and told all that happened before.
type Playbook struct{ book *playbook }

// ParsePlaybook reads a playbook from YAML.
func ParsePlaybook(text []byte) (*Playbook, error) {
	book, err := parsePlaybook(text)
	if err != nil {
		return nil, err
	}
	return &Playbook{book: book}, nil
}

// Output is what a call of a tool gave.
type Output struct {
	Text    string
	IsError bool
}

// Move is what comes next: something to say, then a call to make. Without a call it is the end.
type Move struct {
	Say       string
	Tool      string
	Arguments jsontext.Value
}

// Next finds the move after the calls whose outputs are given, in the order in which they were made.
func (p *Playbook) Next(outputs []Output) Move {
	r := &replay{outputs: outputs}
	for _, s := range p.book.Steps {
		move, over, err := r.step(s)
		if err != nil {
			return Move{Say: fmt.Sprintf("The playbook %q could not go on: %s", p.book.Name, err)}
		}
		if over {
			return move
		}
	}
	return Move{Say: r.words()}
}

// replay goes again through the steps that were carried out.
type replay struct {
	outputs []Output
	results results
	said    []string // since the last call
}

func (r *replay) words() string { return strings.Join(r.said, "\n\n") }

// step tells whether the move is the one that comes next.
func (r *replay) step(s step) (move Move, over bool, err error) {
	if s.StopIf != "" && !r.results.filled(s.StopIf) {
		return Move{}, false, nil
	}
	if s.Call != "" {
		return r.call(s)
	}
	text, err := r.results.fillText(cmp.Or(s.Say, s.Ask))
	if err != nil {
		return Move{}, false, err
	}
	r.said = append(r.said, text)
	return Move{Say: r.words()}, s.StopIf != "" || s.Ask != "", nil // a model asks by saying so, and waits for a message
}

func (r *replay) call(s step) (move Move, over bool, err error) {
	if len(r.outputs) == 0 {
		arguments, err := r.results.fillArguments(s.Arguments)
		return Move{Say: r.words(), Tool: s.Call, Arguments: arguments}, true, err
	}
	output := r.outputs[0]
	r.outputs, r.said = r.outputs[1:], nil
	if output.IsError {
		return Move{Say: fmt.Sprintf("I stop here, because %s failed: %s", s.Call, output.Text)}, true, nil
	}
	if s.As != "" {
		r.results.keep(s.As, resultValue(output.Text))
	}
	return Move{}, false, nil
}
