// Package composing is the workbench's use cases: compositions, their drafts and revisions, the turn loop, publishing.
package composing

import (
	"context"
	"slices"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Engine is an agent engine that compositions may choose.
type Engine struct {
	Name        string
	Label       string // how people are told what it is
	Description string // what choosing it means, in a sentence or two
	Scripted    bool   // it plays from a script and is no AI
	// Usable tells whether it can be used for now; nil for always.
	Usable func(ctx context.Context) (bool, error)
}

// Service is the use cases of composing.
type Service struct {
	store    ports.Store
	clock    ports.Clock
	newID    ports.NewID
	compiler expression.Compiler
	engines  []Engine // the first is the default
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID, compiler expression.Compiler, engines []Engine) *Service {
	return &Service{store: store, clock: clock, newID: newID, compiler: compiler, engines: engines}
}

// agentActor is the actor of revisions that agents make.
const agentActor = "agent:heddle-workbench"

// EngineLabel tells people what an engine is.
func (s *Service) EngineLabel(name string) string {
	for _, engine := range s.engines {
		if engine.Name == name {
			return engine.Label
		}
	}
	return name
}

// Engines lists the engines that compositions may choose; the first is the default, which is there in any case.
func (s *Service) Engines(ctx context.Context) (usable []Engine, err error) {
	for i, engine := range s.engines {
		offered := i == 0 || engine.Usable == nil
		if !offered {
			if offered, err = engine.Usable(ctx); err != nil {
				return nil, err
			}
		}
		if offered {
			usable = append(usable, engine)
		}
	}
	return usable, nil
}

// engine finds the engine that a new composition gets: the named one if it can be used now, the default without a name.
func (s *Service) engine(ctx context.Context, name string) (string, error) {
	usable, err := s.Engines(ctx)
	if err != nil || name == "" {
		return s.engines[0].Name, err
	}
	names := make([]string, len(usable))
	for i, engine := range usable {
		names[i] = engine.Name
	}
	if !slices.Contains(names, name) {
		return "", fault.New(fault.KindInvalid, "unknown-engine", "there is no agent engine %q here; %s", name, spelling.Listing("engines", names))
	}
	return name, nil
}

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
