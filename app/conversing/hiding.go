package conversing

import (
	"maps"
	"slices"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// maskFor hides what a session was given and nobody is to read: the secrets of its template, the keys with which its
// model is asked, and the token of its own.
func (s *Service) maskFor(p plan, token string) *secret.Mask {
	values := append(slices.Collect(maps.Values(p.secrets)), token)
	values = append(values, s.config.Keys...)
	if p.server != nil {
		values = append(values, p.server.Key)
	}
	return secret.NewMask(values)
}

// hidden is an event with everything hidden in it that the agent was given and nobody is to read. Pieces of a text are
// hidden as they are put together.
func hidden(mask *secret.Mask, event ports.AgentEvent) ports.AgentEvent {
	switch e := event.(type) {
	case ports.Text:
		e.Text = mask.Text(e.Text)
		return e
	case ports.Thinking:
		e.Text = mask.Text(e.Text)
		return e
	case ports.ToolStarted:
		e.Name, e.Input = mask.Text(e.Name), mask.JSON(e.Input)
		return e
	case ports.ToolFinished:
		e.Output = mask.Text(e.Output)
		return e
	case ports.Question:
		e.Text, e.Options = mask.Text(e.Text), slices.Clone(e.Options)
		for i, option := range e.Options {
			e.Options[i] = mask.Text(option)
		}
		return e
	case ports.AgentError:
		e.Message = mask.Text(e.Message)
		return e
	case ports.Exit:
		e.Message = mask.Text(e.Message)
		return e
	}
	return event
}

// hiddenIn is an error of an agent in whose words the same is hidden.
func hiddenIn(mask *secret.Mask, err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	message := mask.Text(f.Message)
	if message == f.Message {
		return err
	}
	return fault.New(f.Kind, f.Code, "%s", message)
}
