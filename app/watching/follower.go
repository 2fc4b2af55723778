package watching

import (
	"context"
	"time"

	"heddle.dev/heddle/ports"
)

// follower gives one listener what it may hear, at the listener's pace.
type follower struct {
	service    *Service
	tail       *tail
	listener   Listener
	hears      func(ports.BrowserEvent) bool
	cursor     ports.Cursor // of the last event that the listener was given, or that is not for it
	keepAlive  time.Duration
	quietSince time.Time
}

// follow goes on until the context ends or something fails.
func (f *follower) follow(ctx context.Context) error {
	for ctx.Err() == nil {
		window, changed := f.tail.now()
		if window == nil {
			if err := f.wait(ctx, changed); err != nil {
				return err
			}
			continue
		}
		events, known := window.after(f.cursor)
		var err error
		switch {
		case !known:
			err = f.catchUp(ctx, window.start)
		case len(events) > 0:
			err = f.deliver(events[:min(batch, len(events))])
		default:
			err = f.wait(ctx, changed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// deliver gives the listener those of the events that it may hear.
func (f *follower) deliver(found []ports.BrowserEvent) error {
	var events []Event
	for _, e := range found {
		if f.hears(e) {
			events = append(events, Event{ID: FormatCursor(e.Cursor), Kind: e.Kind, Data: e.Data})
		}
	}
	f.cursor = found[len(found)-1].Cursor
	if len(events) == 0 {
		return nil
	}
	f.quietSince = f.service.clock.Now()
	return f.listener.Deliver(events)
}

// catchUp reads a part of the log up to where the window starts. What was pruned before it could be read is a reset.
func (f *follower) catchUp(ctx context.Context, start ports.Cursor) error {
	var pruned ports.Cursor
	var found []ports.BrowserEvent
	err := f.service.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if pruned, err = tx.PrunedUpTo(ctx); err != nil {
			return err
		}
		found, err = tx.EventsAfter(ctx, f.cursor, batch)
		return err
	})
	switch {
	case err != nil:
		return err
	case after(pruned, f.cursor):
		f.cursor = start
		return f.listener.Deliver([]Event{resetAt(start)})
	case len(found) > 0:
		err = f.deliver(found)
	}
	if len(found) < batch && after(start, f.cursor) {
		f.cursor = start // there is nothing between
	}
	return err
}

// wait waits until the window changes, and shows meanwhile that the stream lives.
func (f *follower) wait(ctx context.Context, changed <-chan struct{}) error {
	clock := f.service.clock
	timer, stop := clock.After(f.quietSince.Add(f.keepAlive).Sub(clock.Now()))
	defer stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-timer:
		f.quietSince = clock.Now()
		return f.listener.Idle()
	}
	return nil
}
