package process

import (
	"context"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Ask starts a program, and gives what it wrote to both its streams once it has ended: the end of it, as a Tail keeps
// it. The program is ended with the context, whose error that is then; other errors are those of Start. The streams of
// the spec are not used.
func (h *Home) Ask(ctx context.Context, spec Spec) (string, error) {
	streams, err := OpenStreams()
	if err != nil {
		return "", err
	}
	defer streams.Close()
	asked, err := h.StartWith(streams, spec)
	if err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, asked.End)
	defer stop()
	var said Tail
	for _, stream := range []io.Reader{streams.Stdout, streams.Stderr} {
		_, _ = io.Copy(&said, stream) // ends with the process
	}
	<-asked.Done()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	return said.String(), nil
}

var versionText = regexp.MustCompile(`(\d+)\.(\d+)\.(\d+)`)

// AtLeast finds the version in what a program says about itself, and tells whether it is new enough. The version is
// empty if there is none.
func AtLeast(said string, least [3]int) (version string, enough bool) {
	match := versionText.FindStringSubmatch(said)
	if match == nil {
		return "", false
	}
	for i, wanted := range least {
		number, _ := strconv.Atoi(match[i+1]) // digits; too many are the largest number
		if number != wanted {
			return match[0], number > wanted
		}
	}
	return match[0], true
}

const (
	excerptLength = 300 // characters
	lastLines     = 5   // of a log
)

// Excerpt is the begin of what others said, for use within a sentence: on one line and without a full stop.
func Excerpt(text string) string {
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), ".")
	if runes := []rune(text); len(runes) > excerptLength {
		return string(runes[:excerptLength]) + "…"
	}
	return text
}

// LastLines is the end of what is kept, for a person to read: a few lines, or that there are none.
func (t *Tail) LastLines() string {
	lines := strings.Split(t.String(), "\n")
	if len(lines) > lastLines {
		lines = lines[len(lines)-lastLines:]
	}
	if text := strings.Join(lines, "\n"); text != "" {
		return text
	}
	return "it said nothing"
}
