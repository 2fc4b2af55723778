// Package composing is the workbench's use cases: compositions, their drafts and revisions, the turn loop, publishing.
package composing

import (
	"context"

	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of composing.
type Service struct {
	store    ports.Store
	clock    ports.Clock
	newID    ports.NewID
	compiler expression.Compiler
	engines  *engines.Service
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID, compiler expression.Compiler, engines *engines.Service) *Service {
	return &Service{store: store, clock: clock, newID: newID, compiler: compiler, engines: engines}
}

// agentActor is the actor of revisions that agents make.
const agentActor = "agent:heddle-workbench"

// read runs a use case that changes nothing, on a composition that the actor may see.
func (s *Service) read(
	ctx context.Context, actor access.Actor, id string,
	do func(ctx context.Context, tx ports.Tx, c composition.Composition) error,
) error {
	return s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.CompositionByID(ctx, id)
		if err != nil {
			return err
		}
		if err := actor.Require(access.InstallationRead, c.TeamID); err != nil {
			return err
		}
		return do(ctx, tx, c)
	})
}

// change runs a use case on a composition that the actor may do this to, while nobody else changes it.
func (s *Service) change(
	ctx context.Context, actor access.Actor, permission access.Permission, id string,
	do func(ctx context.Context, tx ports.Tx, c *composition.Composition) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		c, err := tx.LockComposition(ctx, id)
		if err != nil {
			return err
		}
		if err := actor.Require(permission, c.TeamID); err != nil {
			return err
		}
		return do(ctx, tx, &c)
	})
}

func viewerOf(actor access.Actor) ports.Viewer {
	return ports.Viewer{UserID: actor.ID(), Everything: actor.User.IsOwner}
}
