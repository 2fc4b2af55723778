// Package receiving is the use cases of events from outside: taking them in, and looking at them.
package receiving

import (
	"context"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/event"
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

// ReceiveManual takes in an event that a person made. One with a delivery id that was used before is not stored again:
// the answer is the first.
func (s *Service) ReceiveManual(ctx context.Context, actor access.Actor, given event.Event) (received event.Event, err error) {
	if err := actor.Require(access.InstanceStart, ""); err != nil {
		return received, err
	}
	given.ID, given.Source, given.SourceID, given.ReceivedAt = s.newID(), event.ManualSource, event.ManualSource, s.clock.Now()
	made, err := event.New(given)
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

// GetEvent reads one event.
func (s *Service) GetEvent(ctx context.Context, actor access.Actor, id string) (found event.Event, err error) {
	if err := actor.Require(access.InstallationRead, ""); err != nil {
		return found, err
	}
	return s.Event(ctx, id)
}

// Event reads one event for a caller who may see the installation's events, such as the agent of a running turn.
func (s *Service) Event(ctx context.Context, id string) (found event.Event, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err = tx.StreamEventByID(ctx, id)
		return err
	})
	return found, err
}

// ListEvents lists the newest first, of one type or (empty) of all.
func (s *Service) ListEvents(ctx context.Context, actor access.Actor, eventType string, page ports.Page) (found []event.Event, err error) {
	if err := actor.Require(access.InstallationRead, ""); err != nil {
		return nil, err
	}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err = tx.ListStreamEvents(ctx, eventType, page)
		return err
	})
	return found, err
}
