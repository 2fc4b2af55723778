package event

import (
	"slices"

	"heddle.dev/heddle/domain/event/excerpt"
	"heddle.dev/heddle/domain/expression"
)

// Excerpt shows a part of the event within bounds. Paths lead as in expressions, with or without "event." in front:
// through the event's own names, or else from inside of the payload. The empty path is the payload.
func (e Event) Excerpt(text string) (excerpt.Excerpt, error) {
	path, err := excerpt.ParsePath(text)
	if err != nil {
		return excerpt.Excerpt{}, err
	}
	whole, err := e.Text()
	if err != nil {
		return excerpt.Excerpt{}, err
	}
	if path.First() == expression.EventVariable {
		path = path.Rest()
	}
	if !slices.Contains(expression.EventNames(), path.First()) {
		path = path.Named("payload")
	}
	return excerpt.Of(whole, path)
}

// PayloadKeys lists the names at the top of the payload.
func (e Event) PayloadKeys() []string {
	payload, err := expression.ParseObject([]byte(e.Payload))
	if err != nil {
		return nil // not reached: New has checked it
	}
	return payload.Names()
}
