package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"heddle.dev/heddle/ports"
)

var idempotencyRules = []rule{
	{"a call is remembered once for actor, operation and key", rememberedOnce},
	{"of calls at once with one key one is remembered", oneIsRemembered},
	{"a call whose transaction failed is not remembered", failedCallIsForgotten},
	{"calls from before a time are pruned", callsPruned},
}

func anyCall() ports.IdempotentCall {
	return ports.IdempotentCall{ActorID: newID(), Operation: "startInstance", Key: "k-1", RequestHash: "h", ResourceID: newID(), At: noon}
}

func (b *bundle) remember(c ports.IdempotentCall) bool {
	b.Helper()
	return changed(b, func(ctx context.Context, tx ports.Tx) (bool, error) { return tx.Remember(ctx, c) })
}

// recall answers the call, and nothing where there is none.
func (b *bundle) recall(actorID, operation, key string) *ports.IdempotentCall {
	b.Helper()
	return stored(b, func(ctx context.Context, tx ports.Tx) (*ports.IdempotentCall, error) {
		c, found, err := tx.Recall(ctx, actorID, operation, key)
		if !found {
			return nil, err
		}
		return &c, err
	})
}

func rememberedOnce(b *bundle) {
	c := anyCall()
	equal(b, "first", b.remember(c), true)
	other := c
	other.ResourceID, other.RequestHash = newID(), "other"
	equal(b, "second", b.remember(other), false)
	equal(b, "recalled", b.recall(c.ActorID, c.Operation, c.Key), &c)
	equal(b, "of another actor", b.recall(newID(), c.Operation, c.Key), nil)
	equal(b, "of another operation", b.recall(c.ActorID, "other", c.Key), nil)
	equal(b, "with another key", b.recall(c.ActorID, c.Operation, "k-2"), nil)
}

func oneIsRemembered(b *bundle) {
	c := anyCall()
	var remembered atomic.Int64
	var wait sync.WaitGroup
	for range 10 {
		wait.Go(func() {
			var first bool
			err := b.Store.InTx(b.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
				first, err = tx.Remember(ctx, c)
				return err
			})
			if err != nil {
				b.Error(err)
			} else if first {
				remembered.Add(1)
			}
		})
	}
	wait.Wait()
	equal(b, "remembered", remembered.Load(), 1)
}

func failedCallIsForgotten(b *bundle) {
	c := anyCall()
	b.missing(func(ctx context.Context, tx ports.Tx) error {
		_, err1 := tx.Remember(ctx, c)
		_, err2 := tx.TeamByID(ctx, newID())
		return all(err1, err2)
	})
	equal(b, "recalled", b.recall(c.ActorID, c.Operation, c.Key), nil)
}

func callsPruned(b *bundle) {
	old, young := anyCall(), anyCall()
	young.At = after(time.Microsecond)
	b.remember(old)
	b.remember(young)
	b.write(func(ctx context.Context, tx ports.Tx) error { return tx.PruneIdempotency(ctx, young.At) })
	equal(b, "old", b.recall(old.ActorID, old.Operation, old.Key), nil)
	equal(b, "young", b.recall(young.ActorID, young.Operation, young.Key), &young)
}
