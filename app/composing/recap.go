package composing

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

// A recap repeats so many messages, and so many characters of each.
const (
	recapMessages   = 20
	recapCharacters = 600
)

// Recap is what an agent's new process is told, before the message of a turn, of a conversation that it did not take
// part in: the goal, the drafts, and the last messages. It is empty where nothing was said before. Every line stands in
// square brackets, as all that the server says in front of a person's words.
func (h Host) Recap(ctx context.Context, tx ports.Tx, message DeliverMessage) (string, error) {
	said, err := SaidBefore(ctx, tx, message)
	if err != nil || len(said) == 0 {
		return "", err
	}
	c, err := tx.CompositionByID(ctx, message.CompositionID)
	if err != nil {
		return "", err
	}
	items, err := tx.ListItems(ctx, c.ID)
	if err != nil {
		return "", err
	}
	labels := make([]string, len(items))
	for i, item := range items {
		labels[i] = item.Label()
	}
	lines := []string{
		"You were started anew. This is what was so far; look at the composition before you change it.",
		"Goal: " + OnOneLine(c.Goal), "Drafts: " + strings.Join(labels, ", "),
	}
	return InBrackets(append(lines, said...)), nil
}

// InBrackets puts lines as the server says them in front of a person's words: each in square brackets.
func InBrackets(lines []string) string { return "[" + strings.Join(lines, "]\n[") + "]\n" }

// SaidBefore lists the last messages of the conversation that a message is for, in words, the oldest first. Those of the
// turn itself count only if it is taken up again.
func SaidBefore(ctx context.Context, tx ports.Tx, message DeliverMessage) (lines []string, err error) {
	// One more, since the message that is being delivered may be the last.
	events, err := tx.ListLastMessages(ctx, message.SessionID, recapMessages+1)
	if err != nil {
		return nil, err
	}
	for _, event := range events {
		if event.TurnID == message.TurnID && !message.Reprompt {
			continue
		}
		line, err := messageInWords(event)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines[max(0, len(lines)-recapMessages):], nil
}

func messageInWords(event composition.SessionEvent) (string, error) {
	var said struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal([]byte(event.Data), &said); err != nil {
		return "", fmt.Errorf("event %d of session %s: %w", event.Seq, event.SessionID, err)
	}
	speaker := "You said: "
	if event.Kind == userMessage {
		speaker = "The user said: "
	}
	return speaker + OnOneLine(said.Text), nil
}

// OnOneLine puts a text on one line and cuts it where it is long.
func OnOneLine(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > recapCharacters {
		return string(line[:recapCharacters]) + " …"
	}
	return string(line)
}
