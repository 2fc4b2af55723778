package storetest

import (
	"context"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

var secretRules = []rule{
	{"a secret comes back as it was stored, from its scope only", secretComesBack},
	{"an update stores the sealed value, and by whom and when it was set", secretUpdate},
	{"a name is taken once a scope", secretsAreUnique},
	{"lists show global secrets and those of the viewer's teams, by name and then id, in pages", secretsSeen},
	{"the secrets of one scope are listed by name, and no others", secretsOfScope},
	{"a secret that is gone is not found", secretGoes},
}

func anySecret(by access.User, teamID, name string) secret.Secret {
	return secret.Secret{
		ID: newID(), TeamID: teamID, Name: name, Sealed: secret.Sealed{KeyID: "k1", Text: "c2VhbGVk"},
		CreatedBy: by.ID, CreatedAt: noon, UpdatedBy: by.ID, UpdatedAt: noon,
	}
}

func (b *bundle) secrets(all ...secret.Secret) {
	b.Helper()
	for _, s := range all {
		b.write(func(ctx context.Context, tx ports.Tx) error { return tx.InsertSecret(ctx, s) })
	}
}

func (b *bundle) secretByName(teamID, name string) secret.Secret {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (secret.Secret, error) {
		return tx.SecretByName(ctx, teamID, name)
	})
}

func secretComesBack(b *bundle) {
	s := b.scopes()
	global, mine := anySecret(s.owner, "", "TOKEN"), anySecret(s.owner, s.mine.ID, "TOKEN")
	b.secrets(global, mine)
	equal(b, "global", b.secretByName("", "TOKEN"), global)
	equal(b, "the team's", b.secretByName(s.mine.ID, "TOKEN"), mine)
	for _, place := range [][2]string{{s.theirs.ID, "TOKEN"}, {"", "token"}} {
		b.missing(func(ctx context.Context, tx ports.Tx) error {
			_, err := tx.SecretByName(ctx, place[0], place[1])
			return err
		})
	}
}

func secretUpdate(b *bundle) {
	s := anySecret(b.owner(), "", "TOKEN")
	b.secrets(s)
	s.Replace(secret.Sealed{KeyID: "k2", Text: "bmV3"}, newID(), after(time.Hour))
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateSecret(ctx, s) })
	equal(b, "updated", b.secretByName("", "TOKEN"), s)
}

func secretsAreUnique(b *bundle) {
	s := b.scopes()
	b.secrets(anySecret(s.owner, "", "TOKEN"), anySecret(s.owner, s.mine.ID, "TOKEN"), anySecret(s.owner, "", "OTHER"))
	for _, teamID := range []string{"", s.mine.ID} {
		b.taken(func(ctx context.Context, tx ports.Tx) error {
			return tx.InsertSecret(ctx, anySecret(s.owner, teamID, "TOKEN"))
		})
	}
}

func secretsSeen(b *bundle) {
	s := b.scopes()
	mineB, globalB := anySecret(s.owner, s.mine.ID, "B"), anySecret(s.owner, "", "B")
	theirs, globalA := anySecret(s.owner, s.theirs.ID, "C"), anySecret(s.owner, "", "A")
	b.secrets(mineB, globalB, theirs, globalA)
	list := func(viewer ports.Viewer, afterName, afterID string, limit int) []secret.Secret {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]secret.Secret, error) {
			return tx.ListSecrets(ctx, viewer, afterName, afterID, limit)
		})
	}
	equal(b, "member", list(s.member(), "", "", 10), []secret.Secret{globalA, mineB, globalB})
	equal(b, "stranger", list(ports.Viewer{UserID: newID()}, "", "", 10), []secret.Secret{globalA, globalB})
	equal(b, "everything", list(ports.Viewer{Everything: true}, "", "", 10), []secret.Secret{globalA, mineB, globalB, theirs})
	equal(b, "first page", list(s.member(), "", "", 2), []secret.Secret{globalA, mineB})
	equal(b, "second page", list(s.member(), "B", mineB.ID, 2), []secret.Secret{globalB})
}

func secretsOfScope(b *bundle) {
	s := b.scopes()
	global, mineA, mineB := anySecret(s.owner, "", "A"), anySecret(s.owner, s.mine.ID, "A"), anySecret(s.owner, s.mine.ID, "B")
	b.secrets(mineB, global, mineA)
	list := func(teamID, after string, limit int) []secret.Secret {
		return stored(b, func(ctx context.Context, tx ports.Tx) ([]secret.Secret, error) {
			return tx.ListSecretsOf(ctx, teamID, after, limit)
		})
	}
	equal(b, "global", list("", "", 10), []secret.Secret{global})
	equal(b, "first", list(s.mine.ID, "", 1), []secret.Secret{mineA})
	equal(b, "next", list(s.mine.ID, "A", 10), []secret.Secret{mineB})
}

func secretGoes(b *bundle) {
	s := anySecret(b.owner(), "", "TOKEN")
	b.secrets(s)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteSecret(ctx, s.ID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err := tx.SecretByName(ctx, "", "TOKEN")
		return err
	})
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.DeleteSecret(ctx, s.ID) })
	b.missing(func(ctx context.Context, tx ports.Tx) error { return tx.UpdateSecret(ctx, s) })
}
