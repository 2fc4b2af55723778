package scripted_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"heddle.dev/heddle/adapters/agents/scripted"
)

func TestAPlaybookIsChosenByThePersonsWordsOnly(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"build it":                                   "build it",
		"[Workflow revision: x]\nbuild it":           "build it",
		"[a]\n[Selected nodes: refund]\nbuild\n[it]": "build\n[it]",
		"[not closed\nbuild it":                      "[not closed\nbuild it",
		"[only this]":                                "[only this]",
		"":                                           "",
	} {
		if got := scripted.PersonsWords(message); got != want {
			t.Errorf("words of %q: %q, want %q", message, got, want)
		}
	}
}

func TestATextIsWrittenInAFewWordsAtATime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                      "",
		"One":                   "One",
		"One two three":         "One two three",
		"One two three four":    "One two three |four",
		" a  b\n\nc d e\tf g\n": " a  b\n\nc |d e\tf |g\n",
	} {
		if got := strings.Join(scripted.Pieces(text), "|"); got != want {
			t.Errorf("the pieces of %q are %q, want %q", text, got, want)
		}
	}
}

func TestThePiecesOfATextAreTheTextAndNotMany(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab é\n\t ")), 0, 2000, -1).Draw(t, "text")
		pieces := scripted.Pieces(text)
		if joined := strings.Join(pieces, ""); joined != text {
			t.Fatalf("joined they are %q", joined)
		}
		if most := 41; len(pieces) > most {
			t.Errorf("there are %d", len(pieces))
		}
	})
}

// hasty is a person who interrupts at the first words.
type hasty struct {
	bytes.Buffer
	interrupt func()
}

func (h *hasty) Write(line []byte) (int, error) {
	h.interrupt()
	return h.Buffer.Write(line)
}

func TestAnAgentThatIsInterruptedHasSaidWhatItWrote(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	person := &hasty{interrupt: interrupt}
	scripted.Say(ctx, person, "One two three four five")
	want := `{"type":"text-delta","text":"One two three "}` + "\n" + `{"type":"text","text":"One two three "}` + "\n"
	if got := person.String(); got != want {
		t.Errorf("it said %s", got)
	}
}
