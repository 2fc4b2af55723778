package builtin

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/domain/fault"
)

// whyNot says why a server did not start, for people.
func (d *Driver) whyNot(ctx context.Context, s *server, err error) string {
	if f := fault.As(err); f != nil {
		return f.Message
	}
	if ctx.Err() != nil {
		return fmt.Sprintf("it did not answer within %s, so it may be no MCP server%s",
			cmp.Or(d.config.ServerStart, DefaultConfig.ServerStart), s.words())
	}
	if s.child != nil && s.child.writesOther() {
		return "it is no MCP server: what it writes is none of MCP's messages" + s.words()
	}
	if s.child != nil && s.child.endsSoon() {
		return fmt.Sprintf("its program ended with code %d before it answered%s", s.child.process.Exit().Code, s.words())
	}
	if s.session != nil {
		return fmt.Sprintf("its tools can't be used: %v", err)
	}
	return fmt.Sprintf("it does not speak MCP as agents do: %v%s", err, s.words())
}

// words are what a server has said beside MCP, as the end of a sentence.
func (s *server) words() string {
	if s.child == nil {
		return ""
	}
	if said := process.Excerpt(s.child.stderr.String()); said != "" {
		return " (it said: " + said + ")"
	}
	return ""
}

// writesOther tells whether a program has begun with something else than a message, which is an object of JSON.
func (c *child) writesOther() bool {
	first := c.output.first.Load()
	return first != 0 && first != '{'
}

// output is what a program writes, of which the first byte is kept, blanks aside.
type output struct {
	io.ReadCloser

	first atomic.Int32 // zero until there is one
}

// Read implements io.Reader.
func (o *output) Read(p []byte) (int, error) {
	n, err := o.ReadCloser.Read(p)
	if begin := bytes.TrimSpace(p[:n]); len(begin) > 0 {
		o.first.CompareAndSwap(0, int32(begin[0]))
	}
	return n, err
}

// endsSoon tells whether a program whose connection was lost ends by itself.
func (c *child) endsSoon() bool {
	grace := time.NewTimer(serverGrace)
	defer grace.Stop()
	select {
	case <-c.process.Done():
		return true
	case <-grace.C:
		return false
	}
}
