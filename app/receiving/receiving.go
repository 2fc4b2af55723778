// Package receiving is the use cases of events from outside: taking them in, and looking at them.
package receiving

import (
	"context"
	"fmt"
	"strings"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/domain/event/github"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of receiving.
type Service struct {
	store ports.Store
	clock ports.Clock
	newID ports.NewID
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID) *Service {
	return &Service{store: store, clock: clock, newID: newID}
}

// Manual is an event that a person made: given whole, or as a delivery that GitHub sent elsewhere.
type Manual struct {
	Event  event.Event      // without a type where there is a delivery
	GitHub *github.Delivery // event and body only
}

// ReceiveManual takes in an event that a person made. One with a delivery id that was used before is not stored again:
// the answer is the first.
func (s *Service) ReceiveManual(ctx context.Context, actor access.Actor, given Manual) (received event.Event, err error) {
	if err := actor.Require(access.InstanceStart, ""); err != nil {
		return received, err
	}
	made, err := s.make(given)
	if err != nil {
		return received, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		fresh, err := tx.InsertStreamEvent(ctx, made)
		if received = made; err != nil || fresh {
			return err
		}
		received, err = tx.StreamEventByDelivery(ctx, made.SourceID, made.DeliveryID)
		return err
	})
	return received, err
}

func (s *Service) make(given Manual) (event.Event, error) {
	e := given.Event
	e.ID, e.Source, e.SourceID, e.ReceivedAt = s.newID(), event.ManualSource, event.ManualSource, s.clock.Now()
	if given.GitHub == nil {
		return event.New(e)
	}
	if e.Type != "" || e.Payload != "" || e.Ref != "" || e.Actor.Login != "" || !e.Time.IsZero() {
		return event.Event{}, fault.New(fault.KindInvalid, "event-or-delivery",
			"give an event or a delivery from GitHub, not both: type, ref, actor, time and payload are made of the delivery")
	}
	d := *given.GitHub
	d.DeliveryID, d.EventID, d.SourceID, d.ReceivedAt = e.DeliveryID, e.ID, e.SourceID, e.ReceivedAt
	return github.Normalise(d)
}

// GetEvent reads one event. The fault of an unknown one names the newest there are.
func (s *Service) GetEvent(ctx context.Context, actor access.Actor, id string) (found event.Event, err error) {
	if err := actor.Require(access.InstallationRead, ""); err != nil {
		return found, err
	}
	return s.Event(ctx, id)
}

// Event is GetEvent for a caller who may see the installation's events, such as the agent of a running turn.
func (s *Service) Event(ctx context.Context, id string) (found event.Event, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err = tx.StreamEventByID(ctx, id)
		if err != nil && fault.KindOf(err) == fault.KindNotFound {
			return unknownEvent(ctx, tx, id)
		}
		return err
	})
	return found, err
}

// unknownEvent says which events there are instead.
func unknownEvent(ctx context.Context, tx ports.Tx, id string) error {
	const named = 5
	newest, err := tx.ListStreamEvents(ctx, ports.StreamEventFilter{}, ports.Page{Limit: named})
	if err != nil {
		return err
	}
	if len(newest) == 0 {
		return fault.New(fault.KindNotFound, "not-found", "there is no event %q; none is stored", id)
	}
	names := make([]string, len(newest))
	for i, e := range newest {
		names[i] = fmt.Sprintf("%s (%s)", e.ID, e.Type)
	}
	return fault.New(fault.KindNotFound, "not-found", "there is no event %q; the newest are %s", id, strings.Join(names, ", "))
}

// ListEvents lists the newest first.
func (s *Service) ListEvents(
	ctx context.Context, actor access.Actor, filter ports.StreamEventFilter, page ports.Page,
) (found []event.Event, err error) {
	if err := actor.Require(access.InstallationRead, ""); err != nil {
		return nil, err
	}
	return s.Events(ctx, filter, page)
}

// Events is ListEvents for a caller who may see the installation's events.
func (s *Service) Events(ctx context.Context, filter ports.StreamEventFilter, page ports.Page) (found []event.Event, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err = tx.ListStreamEvents(ctx, filter, page)
		return err
	})
	return found, err
}
