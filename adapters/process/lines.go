package process

import (
	"bufio"
	"errors"
	"io"
)

// maxLine is far beyond any document, and keeps a flood from filling the memory.
const maxLine = 64 << 20

// ErrLineTooLong is the error of a line of more than 64 MiB.
var ErrLineTooLong = errors.New("a line is longer than 64 MiB")

// LineReader reads lines without bufio.Scanner's limit of 64 KiB.
type LineReader struct{ buffer *bufio.Reader }

// NewLineReader reads the lines of r.
func NewLineReader(r io.Reader) *LineReader {
	const bufferSize = 64 << 10
	return &LineReader{buffer: bufio.NewReaderSize(r, bufferSize)}
}

// Next is the next line without its end; io.EOF when there are no more. What follows the last line end is no line: its
// writer was interrupted.
func (l *LineReader) Next() ([]byte, error) {
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
			return nil, ErrLineTooLong
		}
	}
}
