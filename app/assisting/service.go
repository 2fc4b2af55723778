// Package assisting is the use cases of agent sessions that belong to no composition: chats, and those in which an agent
// drafts configuration that a person applies. What a session may do is said by the capabilities of its template.
//
// The turns of such a session are in its conversation: each begins with a user-message and ends with a turn-ended. Which
// one runs is noted on the session's row; whoever changes that, or the drafts, locks the row first.
package assisting

import (
	"context"

	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of assisting.
type Service struct {
	store    ports.Store
	clock    ports.Clock
	newID    ports.NewID
	engines  *engines.Service
	importer packing.Importer
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID, engines *engines.Service, compiler expression.Compiler) *Service {
	return &Service{
		store: store, clock: clock, newID: newID, engines: engines,
		importer: packing.Importer{NewID: newID, Expressions: compiler},
	}
}

// find reads a session that the actor sees. Whatever the actor does not see, there is not.
func find(ctx context.Context, tx ports.Tx, actor access.Actor, id string) (composition.Session, error) {
	session, err := tx.SessionByID(ctx, id)
	return session, orUnseen(session, err, actor, id)
}

func orUnseen(session composition.Session, err error, actor access.Actor, id string) error {
	switch {
	case err != nil:
		return err
	case !session.IsOwn():
		return fault.New(fault.KindConflict, "of-composition",
			"the session %q belongs to a composition, by which messages, turns and drafts go", id).With("compositionId", session.CompositionID)
	case !session.SeenBy(actor):
		return fault.New(fault.KindNotFound, "not-found", "there is no session %q", id)
	default:
		return nil
	}
}

// read runs a use case that changes nothing, on a session that the actor sees.
func (s *Service) read(
	ctx context.Context, actor access.Actor, id string, do func(ctx context.Context, tx ports.Tx, session composition.Session) error,
) error {
	return s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := find(ctx, tx, actor, id)
		if err != nil {
			return err
		}
		return do(ctx, tx, session)
	})
}

// change runs a use case on a session that the actor may work in, while nobody else changes it.
func (s *Service) change(
	ctx context.Context, actor access.Actor, id string, do func(ctx context.Context, tx ports.Tx, session *composition.Session) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		session, err := lock(ctx, tx, actor, id)
		if err != nil {
			return err
		}
		return do(ctx, tx, &session)
	})
}

func lock(ctx context.Context, tx ports.Tx, actor access.Actor, id string) (composition.Session, error) {
	session, err := tx.LockSession(ctx, id)
	if err := orUnseen(session, err, actor, id); err != nil {
		return session, err
	}
	return session, requireWork(actor, session)
}

// requireWork refuses whoever may only look on.
func requireWork(actor access.Actor, session composition.Session) error {
	if session.TeamID == "" {
		return nil // who sees it is its maker, or an owner
	}
	return actor.Require(access.CompositionEdit, session.TeamID)
}
