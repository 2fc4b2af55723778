// Package idempotency lets a caller repeat a creating call without making a second thing.
package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Key is the caller's Idempotency-Key with what the call asks for. The zero Key remembers nothing.
type Key struct {
	actorID   string
	operation string
	key       string
	hash      string
}

// NewKey makes the key of one call. Request is everything the caller sent besides the key, so that one key can't
// stand for two different calls.
func NewKey(actor access.Actor, operation, key string, request []byte) Key {
	if key == "" {
		return Key{}
	}
	sum := sha256.Sum256(request)
	return Key{actorID: actor.ID(), operation: operation, key: key, hash: hex.EncodeToString(sum[:])}
}

// Claim ties the key to the id of the thing that the transaction is about to make. When the key was used before, it
// answers true and the id of the thing that was made then. A key that stood for another request is a conflict.
func (k Key) Claim(ctx context.Context, tx ports.Tx, id string, now time.Time) (resourceID string, repeated bool, err error) {
	if k.key == "" {
		return id, false, nil
	}
	fresh, err := tx.Remember(ctx, ports.IdempotentCall{
		ActorID: k.actorID, Operation: k.operation, Key: k.key, RequestHash: k.hash, ResourceID: id, At: now,
	})
	if err != nil || fresh {
		return id, false, err
	}
	earlier, found, err := tx.Recall(ctx, k.actorID, k.operation, k.key)
	if err != nil {
		return "", false, err
	}
	if !found || earlier.RequestHash != k.hash {
		return "", false, fault.New(fault.KindConflict, "idempotency-key-reused",
			"the Idempotency-Key %q stood for a different request before; use a new key for a new request", k.key)
	}
	return earlier.ResourceID, true, nil
}
