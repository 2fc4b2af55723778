package ports

import (
	"context"

	"heddle.dev/heddle/domain/secret"
)

// Secrets are the stored secrets, sealed. A name is unique within its scope: a team's, or the global one, which is
// that of the empty team id.
type Secrets interface {
	InsertSecret(ctx context.Context, s secret.Secret) error
	// UpdateSecret stores the sealed value, and by whom and when it was set.
	UpdateSecret(ctx context.Context, s secret.Secret) error
	// SecretByName finds the one of exactly that scope.
	SecretByName(ctx context.Context, teamID, name string) (secret.Secret, error)
	// ListSecrets lists what a viewer sees, by name and then id, behind the given ones.
	ListSecrets(ctx context.Context, viewer Viewer, afterName, afterID string, limit int) ([]secret.Secret, error)
	// ListSecretsOf lists those of exactly one scope by name, behind the given one.
	ListSecretsOf(ctx context.Context, teamID, afterName string, limit int) ([]secret.Secret, error)
	DeleteSecret(ctx context.Context, id string) error
}

// Vault seals values with the newest key of the installation, and opens what one of its keys sealed.
//
// A sealed value is bound to its place (secret.Secret.Place): opened for another one it is damaged.
type Vault interface {
	Seal(value, place string) (secret.Sealed, error)
	// Open answers faults of the kind unavailable: secret-key-missing where the installation does not have the key, and
	// secret-damaged where the sealed value is not what the key made for that place.
	Open(sealed secret.Sealed, place string) (string, error)
	// KeyID names the key that seals.
	KeyID() string
}
