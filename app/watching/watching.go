// Package watching lets pages and scripts follow what happens, from where they left off.
package watching

import (
	"context"
	"sync"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Filter narrows a stream; empty fields do not.
type Filter struct {
	CompositionID string
	InstanceID    string
	SessionID     string // of a session that belongs to no composition
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

// Service is the use cases of watching.
type Service struct {
	store  ports.Store
	signal ports.EventSignal
	clock  ports.Clock

	mu   sync.Mutex
	tail *tail // nil while nobody listens
}

// New makes the service.
func New(store ports.Store, signal ports.EventSignal, clock ports.Clock) *Service {
	return &Service{store: store, signal: signal, clock: clock}
}

// Listener takes a stream. An error of any of its methods ends the stream.
type Listener interface {
	// Begin is called once, first, with the cursor that the stream starts behind.
	Begin(cursor string) error
	// Deliver gives one event or more, oldest first. Other listeners do not wait for its return.
	Deliver(events []Event) error
	// Idle is called when nothing was delivered for a while.
	Idle() error
}

// Stream gives the listener every event that the actor may hear, from behind the cursor lastID (empty: from now), until
// the context ends or the listener fails. Idle is called each time that keepAlive passed without an event. A stream
// outlives an outage of the store.
func (s *Service) Stream(
	ctx context.Context, actor access.Actor, filter Filter, lastID string, keepAlive time.Duration, listener Listener,
) error {
	if err := s.authorize(ctx, actor, filter); err != nil {
		return err
	}
	tail, leave := s.join(ctx)
	defer leave()
	cursor, err := s.begin(ctx, lastID, listener)
	if err != nil {
		return err
	}
	f := &follower{
		service: s, tail: tail, listener: listener, cursor: cursor, keepAlive: keepAlive, quietSince: s.clock.Now(),
		hears: func(e ports.BrowserEvent) bool {
			return filter.matches(e) && mayHear(actor, e)
		},
	}
	return f.follow(ctx)
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
		if filter.SessionID != "" {
			if err := requireSeen(ctx, tx, actor, filter.SessionID); err != nil {
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

func requireSeen(ctx context.Context, tx ports.Tx, actor access.Actor, sessionID string) error {
	session, err := tx.SessionByID(ctx, sessionID)
	if err == nil && (!session.IsOwn() || !session.SeenBy(actor)) {
		err = fault.New(fault.KindNotFound, "not-found", "there is no session %q that belongs to no composition", sessionID)
	}
	return err
}

// begin finds where to start; a cursor that the log does not know, or whose followers may have been pruned, is a reset.
func (s *Service) begin(ctx context.Context, lastID string, listener Listener) (ports.Cursor, error) {
	horizon, pruned, err := s.bounds(ctx)
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
	return horizon, listener.Deliver([]Event{resetAt(horizon)})
}

// bounds are the place behind everything that can be read now, and the place before which events may be missing.
func (s *Service) bounds(ctx context.Context) (horizon, pruned ports.Cursor, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		if horizon, err = tx.EventHorizon(ctx); err != nil {
			return err
		}
		pruned, err = tx.PrunedUpTo(ctx)
		return err
	})
	return horizon, pruned, err
}

func resetAt(c ports.Cursor) Event {
	return Event{ID: FormatCursor(c), Kind: ResetKind, Data: "{}", Reset: true}
}

func (f Filter) matches(e ports.BrowserEvent) bool {
	return (f.CompositionID == "" || f.CompositionID == e.CompositionID) && (f.InstanceID == "" || f.InstanceID == e.InstanceID) &&
		(f.SessionID == "" || f.SessionID == e.SessionID)
}

// mayHear tells whether the actor hears an event: what concerns one person alone only they and owners do.
func mayHear(actor access.Actor, e ports.BrowserEvent) bool {
	if e.UserID != "" {
		return actor.User.IsOwner || actor.ID() == e.UserID
	}
	return actor.May(access.InstallationRead, e.TeamID)
}
