package scripted

import (
	"bufio"
	"errors"
	"io"
	"sync"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/ports"
)

// Server and agent speak JSON, one value a line, of nearly any length: commands
// one way, events in the JSON form of package ports the other way.

// maxLine is far beyond any document, and keeps a flood from filling the memory.
const maxLine = 64 << 20

var errLineTooLong = errors.New("a line is longer than 64 MiB")

// command is what the server tells the agent.
type command struct {
	Type    commandType       `json:"type"`
	Session ports.SessionSpec `json:"session,omitzero"` // of a start
	Text    string            `json:"text,omitzero"`    // of a message
}

type commandType string

const (
	startCommand     commandType = "start" // the first, once
	messageCommand   commandType = "message"
	interruptCommand commandType = "interrupt"
)

// lineReader reads lines without bufio.Scanner's limit of 64 KiB.
type lineReader struct{ buffer *bufio.Reader }

func newLineReader(r io.Reader) *lineReader {
	const bufferSize = 64 << 10
	return &lineReader{buffer: bufio.NewReaderSize(r, bufferSize)}
}

// next is the next line without its end; io.EOF when there are no more. What
// follows the last line end is no line: its writer was interrupted.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.buffer.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > maxLine:
			return nil, errLineTooLong
		}
	}
}

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
