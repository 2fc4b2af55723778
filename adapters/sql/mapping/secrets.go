package mapping

import (
	"context"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

// InsertSecret implements ports.Secrets.
func (t *Tx) InsertSecret(ctx context.Context, s secret.Secret) error {
	return t.err(t.q.InsertSecret(ctx, rows.InsertSecretParams{
		ID: s.ID, TeamID: orNull(s.TeamID), Name: s.Name, KeyID: s.Sealed.KeyID, Sealed: s.Sealed.Text,
		CreatedBy: s.CreatedBy, CreatedAt: stamp(s.CreatedAt), UpdatedBy: s.UpdatedBy, UpdatedAt: stamp(s.UpdatedAt),
	}))
}

// UpdateSecret implements ports.Secrets.
func (t *Tx) UpdateSecret(ctx context.Context, s secret.Secret) error {
	n, err := t.q.UpdateSecret(ctx, rows.UpdateSecretParams{
		ID: s.ID, KeyID: s.Sealed.KeyID, Sealed: s.Sealed.Text, UpdatedBy: s.UpdatedBy, UpdatedAt: stamp(s.UpdatedAt),
	})
	return t.changed(n, err, "secret", s.Name)
}

// SecretByName implements ports.Secrets.
func (t *Tx) SecretByName(ctx context.Context, teamID, name string) (secret.Secret, error) {
	row, err := t.q.SecretByName(ctx, rows.SecretByNameParams{Scope: teamID, Name: name})
	return secretOf(row), t.found(err, "secret", name)
}

// ListSecrets implements ports.Secrets.
func (t *Tx) ListSecrets(ctx context.Context, viewer ports.Viewer, afterName, afterID string, limit int) ([]secret.Secret, error) {
	found, err := t.q.ListSecrets(ctx, rows.ListSecretsParams{
		AfterName: afterName, AfterID: afterID, Everything: viewer.Everything, UserID: viewer.UserID, MaxRows: int64(limit),
	})
	return mapAll(found, secretOf), t.err(err)
}

// ListSecretsOf implements ports.Secrets.
func (t *Tx) ListSecretsOf(ctx context.Context, teamID, afterName string, limit int) ([]secret.Secret, error) {
	found, err := t.q.ListScopeSecrets(ctx, rows.ListScopeSecretsParams{Scope: teamID, AfterName: afterName, MaxRows: int64(limit)})
	return mapAll(found, secretOf), t.err(err)
}

// DeleteSecret implements ports.Secrets.
func (t *Tx) DeleteSecret(ctx context.Context, id string) error {
	n, err := t.q.DeleteSecret(ctx, rows.DeleteSecretParams{ID: id})
	return t.changed(n, err, "secret", id)
}

func secretOf(row rows.Secret) secret.Secret {
	return secret.Secret{
		ID: row.ID, TeamID: orEmpty(row.TeamID), Name: row.Name, Sealed: secret.Sealed{KeyID: row.KeyID, Text: row.Sealed},
		CreatedBy: row.CreatedBy, CreatedAt: row.CreatedAt, UpdatedBy: row.UpdatedBy, UpdatedAt: row.UpdatedAt,
	}
}
