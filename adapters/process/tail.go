package process

import (
	"bytes"
	"strings"
	"sync"
)

// tailBytes is what a Tail keeps.
const tailBytes = 8 << 10

// Tail keeps the end of what is written to it, 8 KiB: what a program said before it ended. It may be used from any
// goroutine.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailBytes; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

// String is what is kept, without white space around it.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(bytes.TrimSpace(t.text)), "\uFFFD")
}
