package idempotency_test

import (
	"context"
	"errors"
	"testing"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/idempotency"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

func actor(id string) access.Actor { return access.Actor{User: access.User{ID: id}} }

// claim ties the key to an id in a transaction that ends with the given error.
func claim(store ports.Store, key idempotency.Key, id string, end error) (resource string, repeated bool, err error) {
	err = store.InTx(context.Background(), func(ctx context.Context, tx ports.Tx) error {
		var err error
		if resource, repeated, err = key.Claim(ctx, tx, id, system.Clock{}.Now()); err != nil {
			return err
		}
		return end
	})
	return resource, repeated, err
}

func TestAKeyStandsForOneCall(t *testing.T) {
	t.Parallel()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) {
		key := idempotency.NewKey(actor("ada"), "start", "k", []byte("body"))
		failed := errors.New("the rest failed")
		if _, _, err := claim(store, key, "one", failed); !errors.Is(err, failed) {
			t.Fatal(err)
		}
		if id, repeated, err := claim(store, key, "two", nil); err != nil || repeated || id != "two" {
			t.Errorf("after a call that failed: %s, %v, %v", id, repeated, err)
		}
		if id, repeated, err := claim(store, key, "three", nil); err != nil || !repeated || id != "two" {
			t.Errorf("repeated: %s, %v, %v", id, repeated, err)
		}
		for name, other := range map[string]idempotency.Key{
			"another person":    idempotency.NewKey(actor("bob"), "start", "k", []byte("body")),
			"another operation": idempotency.NewKey(actor("ada"), "send", "k", []byte("body")),
			"another key":       idempotency.NewKey(actor("ada"), "start", "K", []byte("body")),
			"no key":            idempotency.NewKey(actor("ada"), "start", "", []byte("body")),
		} {
			if id, repeated, err := claim(store, other, "four", nil); err != nil || repeated || id != "four" {
				t.Errorf("%s: %s, %v, %v", name, id, repeated, err)
			}
		}
		reused := idempotency.NewKey(actor("ada"), "start", "k", []byte("other body"))
		if _, _, err := claim(store, reused, "five", nil); fault.KindOf(err) != fault.KindConflict || fault.CodeOf(err) != "idempotency-key-reused" {
			t.Errorf("another body: %v", err)
		}
	})
}
