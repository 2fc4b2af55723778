package scripted

import (
	"io"
	"sync"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/ports"
)

// Server and agent speak JSON, one value a line, of nearly any length: commands
// one way, events in the JSON form of package ports the other way.

// command is what the server tells the agent.
type command struct {
	Type    commandType       `json:"type"`
	Session ports.SessionSpec `json:"session,omitzero"` // of a start
	Text    string            `json:"text,omitzero"`    // of a message or an answer
}

type commandType string

const (
	startCommand     commandType = "start" // the first, once
	messageCommand   commandType = "message"
	answerCommand    commandType = "answer" // to the question that the turn waits with
	interruptCommand commandType = "interrupt"
)

// lineWriter writes whole lines from any goroutine.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lineWriter) write(line []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.w.Write(append(line, '\n'))
	return err
}

func (l *lineWriter) command(c command) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return l.write(line)
}

func (l *lineWriter) event(e ports.AgentEvent) error {
	line, err := ports.EncodeAgentEvent(e)
	if err != nil {
		return err
	}
	return l.write(line)
}
