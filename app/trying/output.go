package trying

import (
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"heddle.dev/heddle/ports"
)

const (
	pause     = 200 * time.Millisecond // between what pages are told of a stream
	toldBytes = 64 << 10               // of all that a run writes; the result has the end of it
)

// output gathers what a script writes, and tells it in batches.
type output struct {
	tell func(stream, text string) error

	mu      sync.Mutex
	pending map[ports.ScriptStream][]byte
	left    int // bytes that may still be told
}

func newOutput(tell func(stream, text string) error) *output {
	return &output{tell: tell, pending: map[ports.ScriptStream][]byte{}, left: toldBytes}
}

// hear takes what the script wrote.
func (o *output) hear(stream ports.ScriptStream, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text = text[:min(len(text), o.left)]
	o.left -= len(text)
	o.pending[stream] = append(o.pending[stream], text...)
}

// tellEvery tells what has come each time that some time has passed, until stop is called, which tells the rest.
func (o *output) tellEvery(clock ports.Clock, every time.Duration) (stop func()) {
	ending, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			timer, giveUp := clock.After(every)
			select {
			case <-timer:
				o.flush(false)
			case <-ending:
				giveUp()
				o.flush(true)
				return
			}
		}
	}()
	return func() {
		close(ending)
		<-ended
	}
}

// flush tells what has come, up to the last whole character of each stream, or all of it. What can't be told is left to
// the result.
func (o *output) flush(all bool) {
	for _, stream := range []ports.ScriptStream{ports.Stdout, ports.Stderr} {
		if text := o.take(stream, all); text != "" {
			_ = o.tell(string(stream), text) // see above
		}
	}
}

func (o *output) take(stream ports.ScriptStream, all bool) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := o.pending[stream]
	end := len(text)
	if !all {
		end = whole(text)
	}
	o.pending[stream] = append([]byte{}, text[end:]...)
	return strings.ToValidUTF8(string(text[:end]), "\uFFFD")
}

// whole is the length of a text without a character at its end that has not come yet as a whole.
func whole(text []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if start := len(text) - back; utf8.RuneStart(text[start]) {
			if !utf8.FullRune(text[start:]) {
				return start
			}
			break
		}
	}
	return len(text)
}
