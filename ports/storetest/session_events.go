package storetest

import (
	"context"
	"fmt"
	"sync"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/ports"
)

var sessionEventRules = []rule{
	{"events are numbered from 1 in each session, and listed behind a number", sessionEventNumbers},
	{"the last messages come the oldest first, without what else was done", lastMessages},
	{"numbers have no gap and no double, whoever appends at once", sessionEventsAtOnce},
	{"an event needs its session", sessionEventRefused},
}

func (b *bundle) sessionEvents(sessionID string, after int64, limit int) []composition.SessionEvent {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.SessionEvent, error) {
		return tx.ListSessionEvents(ctx, sessionID, after, limit)
	})
}

func sessionEventNumbers(b *bundle) {
	var want []composition.SessionEvent
	s, other := b.session(), b.session()
	for i := range 4 {
		e := composition.SessionEvent{SessionID: s.ID, Kind: "text", Data: fmt.Sprint(i), At: noon}
		if i == 2 {
			e.TurnID = newID()
		}
		answered := changed(b, func(ctx context.Context, tx ports.Tx) (composition.SessionEvent, error) {
			return tx.AppendSessionEvent(ctx, e)
		})
		e.Seq = int64(i + 1)
		equal(b, "answered", answered, e)
		want = append(want, e)
	}
	changed(b, func(ctx context.Context, tx ports.Tx) (composition.SessionEvent, error) {
		return tx.AppendSessionEvent(ctx, composition.SessionEvent{SessionID: other.ID, Kind: "text", Data: "{}", At: noon})
	})
	equal(b, "all", b.sessionEvents(s.ID, 0, 10), want)
	equal(b, "two behind the first", b.sessionEvents(s.ID, 1, 2), want[1:3])
	equal(b, "behind the last", b.sessionEvents(s.ID, 4, 10), []composition.SessionEvent{})
	equal(b, "the other session's number", b.sessionEvents(other.ID, 0, 10)[0].Seq, 1)
}

func lastMessages(b *bundle) {
	s := b.session()
	for _, kind := range []string{"user-message", "usage", "text", "question", "usage", "text"} {
		changed(b, func(ctx context.Context, tx ports.Tx) (composition.SessionEvent, error) {
			return tx.AppendSessionEvent(ctx, composition.SessionEvent{SessionID: s.ID, Kind: kind, Data: "{}", At: noon})
		})
	}
	last := func(sessionID string, limit int) []int64 {
		found := stored(b, func(ctx context.Context, tx ports.Tx) ([]composition.SessionEvent, error) {
			return tx.ListLastMessages(ctx, sessionID, limit)
		})
		return each(found, func(e composition.SessionEvent) int64 { return e.Seq })
	}
	equal(b, "two", last(s.ID, 2), []int64{3, 6})
	equal(b, "all", last(s.ID, 9), []int64{1, 3, 6})
	equal(b, "of another session", last(newID(), 9), []int64{})
}

func sessionEventsAtOnce(b *bundle) {
	s := b.session()
	const events = 40
	var wait sync.WaitGroup
	for range events {
		wait.Go(func() {
			err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) error {
				_, err := tx.AppendSessionEvent(ctx, composition.SessionEvent{SessionID: s.ID, Kind: "text", Data: "{}", At: noon})
				return err
			})
			if err != nil {
				b.Error(err)
			}
		})
	}
	wait.Wait()
	for i, e := range b.sessionEvents(s.ID, 0, events+1) {
		equal(b, "number", e.Seq, int64(i+1))
	}
	equal(b, "count", len(b.sessionEvents(s.ID, 0, events+1)), events)
}

func sessionEventRefused(b *bundle) {
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.AppendSessionEvent(ctx, composition.SessionEvent{SessionID: newID(), Kind: "text", Data: "{}", At: noon})
		return err
	})
}
