package apptest

import (
	"context"
	"errors"

	"heddle.dev/heddle/ports"
)

// Rerun is a store that loses the first run of every transaction, as a conflict with another does, and runs its work a
// second time: what work keeps in its variables from the first shows in what comes out of the second.
type Rerun struct{ ports.Store }

var errLost = errors.New("the first run of a transaction is lost")

// InTx implements ports.Store.
func (r Rerun) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	err := r.Store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		if err := work(ctx, tx); err != nil {
			return err
		}
		return errLost
	})
	if !errors.Is(err, errLost) {
		return err
	}
	return r.Store.InTx(ctx, work)
}
