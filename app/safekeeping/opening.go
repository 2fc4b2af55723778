package safekeeping

import (
	"context"
	"strings"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// OpenSecrets gives the values of what a team's run declares; of one name the team's own secret goes before the global
// one. It is for use cases that hand values to what runs, never to callers.
//
// The fault of a secret that is not there (invalid, secret-missing) and of one that no key opens (unavailable) names it
// and says what to do.
func (s *Service) OpenSecrets(ctx context.Context, teamID string, names []string) (map[string]string, error) {
	if len(names) == 0 {
		return nil, nil //nolint:nilnil // a run without secrets has none
	}
	found := make([]secret.Secret, len(names))
	err := s.store.View(ctx, func(ctx context.Context, tx ports.Tx) (err error) {
		for i, name := range names {
			if found[i], err = lookUp(ctx, tx, teamID, name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	values := make(map[string]string, len(found))
	for _, kept := range found {
		if values[kept.Name], err = s.open(kept); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func lookUp(ctx context.Context, tx ports.Tx, teamID, name string) (secret.Secret, error) {
	found, err := tx.SecretByName(ctx, teamID, name)
	if teamID != "" && isMissing(err) {
		found, err = tx.SecretByName(ctx, "", name)
	}
	if isMissing(err) {
		return found, fault.New(fault.KindInvalid, "secret-missing",
			"there is no secret %s; somebody who may manage secrets has to set it (PUT /api/v1/secrets/%s)", name, name)
	}
	return found, err
}

func isMissing(err error) bool { return err != nil && fault.KindOf(err) == fault.KindNotFound }

func (s *Service) open(kept secret.Secret) (string, error) {
	value, err := s.vault.Open(kept.Sealed, kept.Place())
	if f := fault.As(err); f != nil {
		return "", fault.New(f.Kind, f.Code, "the secret %s can't be opened: %s", kept.Name, f.Message).Because(f)
	}
	return value, err
}

// SealAnew seals with the newest key what an older one sealed, so that the older one can go. What no key opens stays as
// it is; the log names it. Call it at start-up.
func (s *Service) SealAnew(ctx context.Context) error {
	var stuck []string
	for afterName, afterID := "", ""; ; {
		page, err := s.page(ctx, afterName, afterID)
		if err != nil {
			return err
		}
		for _, kept := range page {
			if err := s.sealAnew(ctx, kept); fault.KindOf(err) == fault.KindUnavailable && isOfVault(err) {
				stuck = append(stuck, kept.Name)
			} else if err != nil {
				return err
			}
		}
		if len(page) < pageRows {
			break
		}
		afterName, afterID = page[len(page)-1].Name, page[len(page)-1].ID
	}
	if len(stuck) > 0 {
		s.log.Warn("these secrets can't be opened with the keys that this server has", "secrets", strings.Join(stuck, " "))
	}
	return nil
}

func isOfVault(err error) bool {
	code := fault.CodeOf(err)
	return code == "secret-key-missing" || code == "secret-damaged"
}

func (s *Service) page(ctx context.Context, afterName, afterID string) (page []secret.Secret, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		page, err = tx.ListSecrets(ctx, ports.Viewer{Everything: true}, afterName, afterID, pageRows)
		return err
	})
	return page, err
}

// sealAnew stores the value only if nobody has set another one meanwhile.
func (s *Service) sealAnew(ctx context.Context, kept secret.Secret) error {
	if kept.Sealed.KeyID == s.vault.KeyID() {
		return nil
	}
	value, err := s.open(kept)
	if err != nil {
		return err
	}
	sealed, err := s.vault.Seal(value, kept.Place())
	if err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		now, err := tx.SecretByName(ctx, kept.TeamID, kept.Name)
		if isMissing(err) || err == nil && now.Sealed != kept.Sealed {
			return nil
		}
		if err != nil {
			return err
		}
		now.Sealed = sealed
		return tx.UpdateSecret(ctx, now)
	})
}
