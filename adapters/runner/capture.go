package runner

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// capture keeps what is worth keeping of one output stream, in bounded memory:
// the beginning for the log, and enough of the end for log and result. What it
// keeps and tells has no secrets in it.
type capture struct {
	limit    int64 // bytes allowed in all
	keep     int   // bytes kept for the log
	tailSize int
	masked   *secret.Stream
	tell     func(text []byte) // is told what is read; may be nil

	read       int64 // bytes
	head, tail []byte
	total      int64           // bytes with the secrets hidden
	exceeded   chan<- struct{} // told once
	told       bool
	done       chan struct{}
}

// newCapture makes a capture that keeps as the limits say; exceeded must have room for one message.
func newCapture(limits ports.ScriptLimits, lastLine int, mask *secret.Mask, exceeded chan<- struct{}, tell func(text []byte)) *capture {
	c := &capture{
		limit: limits.OutputBytes, keep: limits.LogBytes, tailSize: limits.LogBytes + lastLine, tell: tell,
		exceeded: exceeded, done: make(chan struct{}),
	}
	c.masked = mask.Stream(c.hold)
	return c
}

// follow reads r until its end, in the background.
func (c *capture) follow(r *os.File) {
	go func() {
		defer close(c.done)
		_, _ = io.Copy(c, r) // closing r is how a stuck reader is ended
		c.masked.Close()
	}()
}

// Write implements io.Writer. Beyond the limit everything is thrown away.
func (c *capture) Write(p []byte) (int, error) {
	c.read += int64(len(p))
	if c.read > c.limit {
		if !c.told {
			c.told = true
			c.exceeded <- struct{}{}
		}
		return len(p), nil
	}
	c.masked.Write(p)
	return len(p), nil
}

// hold keeps and tells what has no secrets in it any more.
func (c *capture) hold(p []byte) {
	c.total += int64(len(p))
	if c.tell != nil {
		c.tell(p)
	}
	if room := c.keep/2 - len(c.head); room > 0 {
		c.head = append(c.head, p[:min(room, len(p))]...)
	}
	c.tail = append(c.tail, p...)
	if len(c.tail) > 2*c.tailSize {
		c.tail = append(c.tail[:0], c.tail[len(c.tail)-c.tailSize:]...)
	}
}

// text is the stream for the log, cut in the middle where it is too long.
func (c *capture) text() (text string, cut bool) {
	if c.total <= int64(c.keep) && c.read <= c.limit {
		return printable(c.tail), false
	}
	end := c.tail[max(0, len(c.tail)-c.keep/2):]
	missing := max(0, c.total-int64(len(c.head)+len(end)))
	return fmt.Sprintf("%s\n… [%d bytes cut] …\n%s", printable(c.head), missing, printable(end)), true
}

// lastLine is the last line that is not blank; whole is false if its beginning
// was too far back to be kept.
func (c *capture) lastLine() (line []byte, whole bool) {
	rest := bytes.TrimRight(c.tail, " \t\r\n")
	start := bytes.LastIndexByte(rest, '\n') + 1
	return rest[start:], start > 0 || c.total == int64(len(c.tail))
}

// printable makes any bytes a text that every store and page can hold.
func printable(text []byte) string {
	const replacement = "\uFFFD"
	return strings.ReplaceAll(strings.ToValidUTF8(string(text), replacement), "\x00", replacement)
}
