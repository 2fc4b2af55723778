// Package safekeeping is the use cases of secrets: setting and deleting them, telling their names, and opening them for
// the runs that declare them. No answer to anybody has a value in it.
package safekeeping

import (
	"context"
	"log/slog"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// Service is the use cases of safekeeping.
type Service struct {
	store ports.Store
	clock ports.Clock
	newID ports.NewID
	vault ports.Vault
	log   *slog.Logger
}

// New makes the service.
func New(store ports.Store, clock ports.Clock, newID ports.NewID, vault ports.Vault, log *slog.Logger) *Service {
	return &Service{store: store, clock: clock, newID: newID, vault: vault, log: log}
}

// SetSecret stores a secret, or another value in the place of the one it has. An empty team id stands for a global
// secret, which every team may use.
func (s *Service) SetSecret(ctx context.Context, actor access.Actor, teamID, name, value string) (kept secret.Secret, err error) {
	if err := actor.Require(access.SecretManage, teamID); err != nil {
		return kept, err
	}
	if err := secret.CheckName(name); err != nil {
		return kept, err
	}
	if err := secret.CheckValue(value); err != nil {
		return kept, err
	}
	now := s.clock.Now()
	set := secret.Secret{ID: s.newID(), TeamID: teamID, Name: name, CreatedBy: actor.ID(), CreatedAt: now}
	sealed, err := s.vault.Seal(value, set.Place())
	if err != nil {
		return kept, err
	}
	set.Replace(sealed, actor.ID(), now)
	err = s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		kept, err = put(ctx, tx, set)
		return err
	})
	return kept, err
}

func put(ctx context.Context, tx ports.Tx, set secret.Secret) (secret.Secret, error) {
	if set.TeamID != "" {
		if _, err := tx.TeamByID(ctx, set.TeamID); err != nil {
			return set, err
		}
	}
	kept, err := tx.SecretByName(ctx, set.TeamID, set.Name)
	switch {
	case err == nil:
		kept.Replace(set.Sealed, set.UpdatedBy, set.UpdatedAt)
		return kept, tx.UpdateSecret(ctx, kept)
	case fault.KindOf(err) == fault.KindNotFound:
		return set, tx.InsertSecret(ctx, set)
	}
	return set, err
}

// GetSecret tells who set a secret, and when.
func (s *Service) GetSecret(ctx context.Context, actor access.Actor, teamID, name string) (found secret.Secret, err error) {
	if err := actor.Require(access.InstallationRead, teamID); err != nil {
		return found, err
	}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err = tx.SecretByName(ctx, teamID, name)
		return err
	})
	return found, err
}

// ListSecrets lists by name, behind the given one.
func (s *Service) ListSecrets(ctx context.Context, actor access.Actor, afterName, afterID string, limit int) (found []secret.Secret, err error) {
	viewer := ports.Viewer{UserID: actor.ID(), Everything: actor.User.IsOwner}
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err = tx.ListSecrets(ctx, viewer, afterName, afterID, limit)
		return err
	})
	return found, err
}

// DeleteSecret deletes what nothing in the catalog declares.
func (s *Service) DeleteSecret(ctx context.Context, actor access.Actor, teamID, name string) error {
	if err := actor.Require(access.SecretManage, teamID); err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		found, err := tx.SecretByName(ctx, teamID, name)
		if err != nil {
			return err
		}
		if err := requireUnused(ctx, tx, found); err != nil {
			return err
		}
		return tx.DeleteSecret(ctx, found.ID)
	})
}
