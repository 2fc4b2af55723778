package watching_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/watching"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const keepAlive = 15 * time.Second

// ear is a listener that remembers what it heard.
type ear struct {
	mu     sync.Mutex
	begun  []string
	events []watching.Event
	idle   int
	full   error         // what Deliver answers
	gate   chan struct{} // where Deliver waits; nil for nowhere
}

func (e *ear) Begin(cursor string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begun = append(e.begun, cursor)
	return nil
}

func (e *ear) Deliver(events []watching.Event) error {
	if e.gate != nil {
		<-e.gate
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.full != nil {
		return e.full
	}
	e.events = append(e.events, events...)
	return nil
}

func (e *ear) Idle() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle++
	return nil
}

// has tells whether an event of the kind was heard.
func (e *ear) has(kind string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.ContainsFunc(e.events, func(event watching.Event) bool { return event.Kind == kind })
}

// heard is the data of what was heard, one after another.
func (e *ear) heard() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []string
	for _, event := range e.events {
		all = append(all, event.Data)
	}
	return strings.Join(all, " ")
}

// hear waits until this was heard, and a moment longer for what should not be.
func (e *ear) hear(h *apptest.Heddle, want string) {
	h.Helper()
	apptest.Until(h, "a listener hears "+want, func() bool { return len(e.heard()) >= len(want) })
	apptest.Pass(time.Second)
	if got := e.heard(); got != want {
		h.Errorf("heard %q, want %q", got, want)
	}
}

func (e *ear) last() watching.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.events) == 0 {
		return watching.Event{ID: e.begun[0]}
	}
	return e.events[len(e.events)-1]
}

// listen streams to a new ear until the test ends or the answer is called.
func listen(h *apptest.Heddle, actor access.Actor, filter watching.Filter, lastID string) (e *ear, stop func()) {
	h.Helper()
	e = new(ear)
	return e, stream(h, e, actor, filter, lastID)
}

// stream streams to an ear until the test ends or the answer is called.
func stream(h *apptest.Heddle, e *ear, actor access.Actor, filter watching.Filter, lastID string) (stop func()) {
	h.Helper()
	stop = apptest.Background(h, func(ctx context.Context) {
		if err := h.Watching.Stream(ctx, actor, filter, lastID, keepAlive, e); err != nil {
			h.Errorf("the stream ended with %v", err)
		}
	})
	apptest.Pass(time.Second)
	return stop
}

func tell(h *apptest.Heddle, e ports.BrowserEvent) {
	h.Helper()
	e.Kind, e.CreatedAt = "test", system.Clock{}.Now()
	apptest.Change(h, h.Store, func(ctx context.Context, tx ports.Tx) error { return tx.AppendEvent(ctx, e) })
}

func onBenches(t *testing.T, test func(h *apptest.Heddle)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(apptest.New(t, store, nil)) })
}

func TestAListenerHearsWhatHappensFromNowOn(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		earlier, _ := listen(h, h.Owner, watching.Filter{}, "")
		tell(h, ports.BrowserEvent{Data: "0"})
		earlier.hear(h, "0")
		e, _ := listen(h, h.Owner, watching.Filter{}, "")
		for _, data := range []string{"1", "2", "3"} {
			tell(h, ports.BrowserEvent{Data: data})
		}
		e.hear(h, "1 2 3")
		if len(e.begun) != 1 || e.begun[0] == "" {
			h.Errorf("began at %v", e.begun)
		}
	})
}

func TestAListenerThatComesBackMissesNothingAndHearsNothingTwice(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		e, stop := listen(h, h.Owner, watching.Filter{}, "")
		stop() // before anything happened
		begun := e.last().ID
		tell(h, ports.BrowserEvent{Data: "1"})
		e, stop = listen(h, h.Owner, watching.Filter{}, begun)
		e.hear(h, "1")
		tell(h, ports.BrowserEvent{Data: "2"})
		e.hear(h, "1 2")
		stop()
		for _, data := range []string{"3", "4"} {
			tell(h, ports.BrowserEvent{Data: data})
		}
		e, _ = listen(h, h.Owner, watching.Filter{}, e.last().ID)
		e.hear(h, "3 4")
	})
}

func TestMoreThanOneBatchIsCaughtUpWith(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		e, stop := listen(h, h.Owner, watching.Filter{}, "")
		stop()
		const all = 450
		apptest.Change(h, h.Store, func(ctx context.Context, tx ports.Tx) error {
			for range all {
				if err := tx.AppendEvent(ctx, ports.BrowserEvent{Kind: "test", Data: "x", CreatedAt: system.Clock{}.Now()}); err != nil {
					return err
				}
			}
			return nil
		})
		e, _ = listen(h, h.Owner, watching.Filter{}, e.last().ID)
		e.hear(h, strings.TrimSpace(strings.Repeat("x ", all)))
	})
}

func TestACursorThatIsUnknownOrPrunedIsAReset(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		e, stop := listen(h, h.Owner, watching.Filter{}, "")
		tell(h, ports.BrowserEvent{Data: "1"})
		e.hear(h, "1")
		stop()
		known := e.last().ID
		e, stop = listen(h, h.Owner, watching.Filter{}, known)
		tell(h, ports.BrowserEvent{Data: "2"})
		tell(h, ports.BrowserEvent{Data: "3"})
		e.hear(h, "2 3") // so that no other transaction of the cluster holds them back any more
		stop()
		cursor, err := watching.ParseCursor(known)
		if err != nil {
			h.Fatal(err)
		}
		foreign, future := cursor, cursor
		foreign.Epoch = "0123456789ab"
		future.XID += 1 << 40
		for name, id := range map[string]string{
			"nonsense": "nonsense", "not a number": cursor.Epoch + "-1-x", "another log": watching.FormatCursor(foreign), "the future": watching.FormatCursor(future),
		} {
			wantReset(h, name, id)
		}
		prune(h)
		wantReset(h, "pruned, and nothing is left", known)
		e, stop = listen(h, h.Owner, watching.Filter{}, "")
		tell(h, ports.BrowserEvent{Data: "4"})
		e.hear(h, "4") // so that no other transaction of the cluster holds it back any more
		stop()
		wantReset(h, "pruned", known)
	})
}

func prune(h *apptest.Heddle) {
	h.Helper()
	apptest.Change(h, h.Store, func(ctx context.Context, tx ports.Tx) error { return tx.PruneEvents(ctx, system.Clock{}.Now(), 1<<20) })
}

// wantReset fails the test unless a listener with the cursor hears one reset first, and then what happens next.
func wantReset(h *apptest.Heddle, name, id string) {
	h.Helper()
	e, stop := listen(h, h.Owner, watching.Filter{}, id)
	defer stop()
	if len(e.events) != 1 || !e.events[0].Reset || e.events[0].Kind != watching.ResetKind || e.events[0].ID == "" {
		h.Errorf("%s: heard %+v, want one reset", name, e.events)
		return
	}
	tell(h, ports.BrowserEvent{Data: "next"})
	e.hear(h, "{} next")
}

func TestAListenerAtTheEndOfAPrunedLogIsNotReset(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		e, stop := listen(h, h.Owner, watching.Filter{}, "")
		tell(h, ports.BrowserEvent{Data: "1"})
		e.hear(h, "1")
		stop()
		prune(h)
		tell(h, ports.BrowserEvent{Data: "2"})
		e, _ = listen(h, h.Owner, watching.Filter{}, e.last().ID)
		e.hear(h, "2")
	})
}

func TestAListenerHearsOfItsOwnThingsOnly(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		first, stop := listen(h, h.Owner, watching.Filter{}, "")
		c := h.Compose(h.Team.ID, "")
		first.hear(h, `{"compositionId":"`+c.ID+`","change":"created"}`) // so that no other listener begins before it
		stop()
		all, _ := listen(h, h.Owner, watching.Filter{}, "")
		one, _ := listen(h, h.Owner, watching.Filter{CompositionID: c.ID}, "")
		member, _ := listen(h, h.Member, watching.Filter{}, "")
		stranger, _ := listen(h, h.Stranger, watching.Filter{}, "")
		tell(h, ports.BrowserEvent{Data: "team", CompositionID: c.ID, TeamID: h.Team.ID})
		tell(h, ports.BrowserEvent{Data: "other", TeamID: h.Other.ID})
		tell(h, ports.BrowserEvent{Data: "global"})
		all.hear(h, "team other global")
		one.hear(h, "team")
		member.hear(h, "team global")
		stranger.hear(h, "other global")
		for id, want := range map[string]fault.Kind{c.ID: fault.KindForbidden, "not-there": fault.KindNotFound} {
			err := h.Watching.Stream(h.Context(), h.Stranger, watching.Filter{CompositionID: id}, "", keepAlive, new(ear))
			if fault.KindOf(err) != want {
				h.Errorf("a stranger at %s: %v, want %s", id, err, want)
			}
		}
	})
}

func TestAQuietStreamShowsThatItLives(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		e, _ := listen(h, h.Owner, watching.Filter{}, "")
		apptest.Pass(3*keepAlive + time.Second)
		if e.idle != 3 {
			h.Errorf("it said so %d times", e.idle)
		}
	})
}

func TestAListenerThatFailsEndsItsStream(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		gone := errors.New("the client is gone")
		done := make(chan error, 1)
		go func() {
			done <- h.Watching.Stream(h.Context(), h.Owner, watching.Filter{}, "", keepAlive, &ear{full: gone})
		}()
		apptest.Pass(time.Second)
		tell(h, ports.BrowserEvent{Data: "1"})
		if err := <-done; !errors.Is(err, gone) {
			h.Errorf("the stream ended with %v", err)
		}
	})
}

func TestCursorsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, cursor := range []ports.Cursor{{}, {Epoch: "0198c0de0000", XID: 7, Seq: 9}, {Epoch: "e", XID: 1 << 62, Seq: 1<<63 - 1}} {
		if got, err := watching.ParseCursor(watching.FormatCursor(cursor)); err != nil || got != cursor {
			t.Errorf("%+v came back as %+v, %v", cursor, got, err)
		}
	}
	for _, text := range []string{"", "a", "a-b", "a-1", "a-1-2-3", "a-1-99999999999999999999", "a--1", "a.1.2"} {
		if got, err := watching.ParseCursor(text); fault.CodeOf(err) != "invalid-cursor" {
			t.Errorf("%q was read as %+v, %v", text, got, err)
		}
	}
}

func TestWhatConcernsOnePersonAloneNobodyElseHears(t *testing.T) {
	t.Parallel()
	onBenches(t, func(h *apptest.Heddle) {
		session := h.Session("general", "")
		own, _ := listen(h, h.Owner, watching.Filter{SessionID: session.ID}, "")
		member, _ := listen(h, h.Member, watching.Filter{}, "")
		tell(h, ports.BrowserEvent{Data: "mine", SessionID: session.ID, UserID: h.Owner.ID()})
		tell(h, ports.BrowserEvent{Data: "theirs", UserID: h.Member.ID()})
		tell(h, ports.BrowserEvent{Data: "global"})
		member.hear(h, "theirs global")
		own.hear(h, "mine")
		err := h.Watching.Stream(h.Context(), h.Member, watching.Filter{SessionID: session.ID}, "", keepAlive, new(ear))
		if fault.KindOf(err) != fault.KindNotFound {
			h.Errorf("somebody else's session: %v", err)
		}
	})
}
