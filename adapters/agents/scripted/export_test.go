package scripted

import (
	"context"
	"io"
)

// PersonsWords shows what playbooks are chosen by.
var PersonsWords = personsWords

// Pieces shows in which pieces a text is written.
var Pieces = pieces

// Say writes the events of saying a text.
func Say(ctx context.Context, w io.Writer, text string) {
	(&player{out: &lineWriter{w: w}}).say(ctx, text)
}
