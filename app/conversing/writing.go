package conversing

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

const (
	// tellPause is the least time between two parts that pages are told of a text.
	tellPause = 100 * time.Millisecond
	// toldBytes is how much of a text pages are told before it is done; the rest comes with the whole of it.
	toldBytes = 64 << 10
	// keptBytes is how much is kept of a text that is never finished.
	keptBytes = 1 << 20
)

// writing is the text that an agent writes at the moment. Pages are told of it in parts, and none of them is stored in
// the conversation: the whole text is, when it is done. Only the pump uses it.
type writing struct {
	clock  ports.Clock
	coming *secret.Stream   // what the agent writes, which hides in it what nobody is to read, and adds it
	came   strings.Builder  // since the last part
	kept   strings.Builder  // since the last whole text
	size   int              // bytes of the text so far, told or not, as far as they may be told
	parts  int              // told
	toldAt time.Time        // when the last part was
	due    <-chan time.Time // receives when the next may be told; nil while there is nothing to tell
	stop   func()           // gives due up
}

// add takes what was written.
func (w *writing) add(piece []byte) {
	text := string(piece)
	w.kept.WriteString(cut(text, keptBytes-w.kept.Len()))
	fits := cut(text, toldBytes-w.size)
	w.size += len(fits)
	if len(fits) < len(text) {
		w.size = toldBytes // what follows would leave a gap
	}
	w.came.WriteString(fits)
	if w.due == nil && fits != "" {
		w.due, w.stop = w.clock.After(w.toldAt.Add(tellPause).Sub(w.clock.Now()))
	}
}

// take answers what came since the last part, and the number of the part that it makes; none if nothing came.
func (w *writing) take() (part int, text string) {
	if w.due == nil {
		return 0, ""
	}
	w.stop()
	part, text = w.parts, w.came.String()
	w.due, w.parts, w.toldAt = nil, w.parts+1, w.clock.Now()
	w.came.Reset()
	return part, text
}

// end forgets the text: it is done, or won't be.
func (w *writing) end() {
	w.coming.Close()
	w.take()
	w.size, w.parts = 0, 0
}

// unfinished answers what was written since the last whole text, and forgets it.
func (w *writing) unfinished() string {
	text := w.kept.String()
	w.kept.Reset()
	return text
}

// giveUp has no more told of the text.
func (w *writing) giveUp() { w.size = toldBytes }

// cut is the beginning of a text that has at most so many bytes and no part of a character.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// tellBefore sees to it that pages are told of what was written before they are told of the event.
func (l *liveSession) tellBefore(ctx context.Context, event ports.AgentEvent) {
	switch event.(type) {
	case ports.TextDelta:
	case ports.Text, ports.TurnComplete, ports.Exit: // which take the place of what was told
		l.writing.end()
	default:
		l.tellWritten(ctx)
	}
}

// storeUnfinished stores the text that the agent was writing when its turn ended.
func (l *liveSession) storeUnfinished(ctx context.Context) error {
	text := storable(l.writing.unfinished())
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return l.persist(ctx, func(ctx context.Context) error { return l.store(ctx, ports.Text{Text: text, Partial: true}) })
}

// tellWritten tells pages what was written since the last part. Nothing is lost if that fails: the whole text follows.
func (l *liveSession) tellWritten(ctx context.Context) {
	part, text := l.writing.take()
	if text == "" {
		return
	}
	l.mu.Lock()
	turnID := l.turnID
	l.mu.Unlock()
	err := l.service.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if owned, err := l.isOwned(ctx, tx); err != nil || !owned {
			return err
		}
		return l.service.hosts.of(l.row).TellText(ctx, tx, l.row, composing.TextPart{
			SessionID: l.id, TurnID: turnID, Number: part, Text: storable(text),
		})
	})
	if err != nil {
		l.writing.giveUp()
		l.service.log.Warn("pages could not be told what an agent is writing", "session", l.id, "error", err)
	}
}
