package composing

import (
	"context"
	"slices"
	"strings"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// SecretName is what an agent is told of a secret.
type SecretName struct {
	Name  string
	Scope string // the team's slug, or access.GlobalScope
}

// ListSecretsForAgent lists the secrets that scripts of the composition's team may declare, by name, behind the given one.
func (s *Service) ListSecretsForAgent(ctx context.Context, agent Agent, after string, limit int) (names []SecretName, err error) {
	err = s.view(ctx, agent, func(ctx context.Context, tx ports.Tx, c composition.Composition) error {
		names, err = ListSecretNames(ctx, tx, c.TeamID, after, limit)
		return err
	})
	return names, err
}

// ListSecretNames lists the secrets that scripts of a team may declare, by name, behind the given one.
func ListSecretNames(ctx context.Context, tx ports.Tx, teamID, after string, limit int) ([]SecretName, error) {
	global, err := tx.ListSecretsOf(ctx, "", after, limit)
	if err != nil {
		return nil, err
	}
	scope, own := access.GlobalScope, []secret.Secret(nil)
	if teamID != "" {
		if scope, err = scopeName(ctx, tx, teamID); err != nil {
			return nil, err
		}
		if own, err = tx.ListSecretsOf(ctx, teamID, after, limit); err != nil {
			return nil, err
		}
	}
	return secretNames(slices.Concat(own, global), scope, limit), nil
}

// secretNames gives the first ones by name; of two with a name the first.
func secretNames(found []secret.Secret, ownScope string, limit int) (names []SecretName) {
	slices.SortStableFunc(found, func(a, b secret.Secret) int { return strings.Compare(a.Name, b.Name) })
	found = slices.CompactFunc(found, func(a, b secret.Secret) bool { return a.Name == b.Name })
	for _, s := range found[:min(limit, len(found))] {
		names = append(names, SecretName{Name: s.Name, Scope: scopeOf(s.TeamID, ownScope)})
	}
	return names
}
