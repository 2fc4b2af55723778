// Package watching lets pages and scripts follow what happens, from where they left off.
package watching

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/ports"
)

// Filter narrows a stream; empty fields do not.
type Filter struct {
	CompositionID string
	InstanceID    string
}

// Event is what a listener gets. Reset means that what came between the listener's cursor and this one is unknown:
// it loads afresh what it shows and goes on from here.
type Event struct {
	ID    string // the cursor as text; a listener sends it to resume
	Kind  string
	Data  string // JSON text
	Reset bool
}

// ResetKind is the kind of a reset event.
const ResetKind = "reset"

const (
	batch = 200
	// poll bounds how late an event of another server comes, whose signal does not reach this one.
	poll = 500 * time.Millisecond
)

// Service is the use cases of watching.
type Service struct {
	store  ports.Store
	signal ports.EventSignal
	clock  ports.Clock
}

// New makes the service.
func New(store ports.Store, signal ports.EventSignal, clock ports.Clock) *Service {
	return &Service{store: store, signal: signal, clock: clock}
}

// Listener takes a stream. An error of any of its methods ends the stream.
type Listener interface {
	// Begin is called once, first, with the cursor that the stream starts behind.
	Begin(cursor string) error
	Deliver(Event) error
	// Idle is called when nothing was delivered for a while.
	Idle() error
}

// Stream gives the listener every event that the actor may hear, from behind the cursor lastID (empty: from now), until
// the context ends or the listener fails. Idle is called each time that keepAlive passed without an event.
func (s *Service) Stream(
	ctx context.Context, actor access.Actor, filter Filter, lastID string, keepAlive time.Duration, listener Listener,
) error {
	if err := s.authorize(ctx, actor, filter); err != nil {
		return err
	}
	cursor, err := s.begin(ctx, lastID, listener)
	if err != nil {
		return err
	}
	quietSince := s.clock.Now()
	for ctx.Err() == nil {
		changed := s.signal.Changed() // before the look, so that nothing falls between
		events, next, err := s.read(ctx, actor, filter, cursor)
		if err != nil {
			return err
		}
		for _, event := range events {
			if err := listener.Deliver(event); err != nil {
				return err
			}
			quietSince = s.clock.Now()
		}
		if next != cursor {
			cursor = next
			continue
		}
		if s.clock.Now().Sub(quietSince) >= keepAlive {
			if err := listener.Idle(); err != nil {
				return err
			}
			quietSince = s.clock.Now()
		}
		timer, stop := s.clock.After(poll)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer:
		}
		stop()
	}
	return nil
}

func (s *Service) authorize(ctx context.Context, actor access.Actor, filter Filter) error {
	return s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if filter.CompositionID != "" {
			c, err := tx.CompositionByID(ctx, filter.CompositionID)
			if err != nil {
				return err
			}
			if err := actor.Require(access.InstallationRead, c.TeamID); err != nil {
				return err
			}
		}
		if filter.InstanceID != "" {
			i, err := tx.InstanceByID(ctx, filter.InstanceID)
			if err != nil {
				return err
			}
			return actor.Require(access.InstallationRead, i.TeamID)
		}
		return nil
	})
}

// begin finds where to start; a cursor that the log does not know, or whose followers may have been pruned, is a reset.
func (s *Service) begin(ctx context.Context, lastID string, listener Listener) (ports.Cursor, error) {
	var horizon, pruned ports.Cursor
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if horizon, err = tx.EventHorizon(ctx); err != nil {
			return err
		}
		pruned, err = tx.PrunedUpTo(ctx)
		return err
	})
	if err != nil {
		return horizon, err
	}
	if lastID == "" {
		return horizon, listener.Begin(FormatCursor(horizon))
	}
	cursor, err := ParseCursor(lastID)
	known := err == nil && cursor.Epoch == horizon.Epoch && !after(cursor, horizon) && !after(pruned, cursor)
	if known {
		return cursor, listener.Begin(lastID)
	}
	if err := listener.Begin(FormatCursor(horizon)); err != nil {
		return horizon, err
	}
	return horizon, listener.Deliver(Event{ID: FormatCursor(horizon), Kind: ResetKind, Data: "{}", Reset: true})
}

func (s *Service) read(
	ctx context.Context, actor access.Actor, filter Filter, cursor ports.Cursor,
) (events []Event, next ports.Cursor, err error) {
	var found []ports.BrowserEvent
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		found, err = tx.EventsAfter(ctx, cursor, batch)
		return err
	})
	next = cursor
	for _, e := range found {
		next = e.Cursor
		if filter.matches(e) && actor.May(access.InstallationRead, e.TeamID) {
			events = append(events, Event{ID: FormatCursor(e.Cursor), Kind: e.Kind, Data: e.Data})
		}
	}
	return events, next, err
}

func (f Filter) matches(e ports.BrowserEvent) bool {
	return (f.CompositionID == "" || f.CompositionID == e.CompositionID) && (f.InstanceID == "" || f.InstanceID == e.InstanceID)
}
