//go:build failpoints

package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/ports"
)

// crashVariable names the environment variable that says where the process dies, as if the power went: `before:17` at
// the 17th transaction that changes compositions or what is published, right before it is committed, `after:17` right
// behind its commit, before anybody is told.
const crashVariable = "HEDDLE_CRASH_AT"

func crashing(store ports.Store) ports.Store {
	when, number, _ := strings.Cut(os.Getenv(crashVariable), ":")
	at, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return store
	}
	return &crashStore{Store: store, before: when == "before", at: at}
}

type crashStore struct {
	ports.Store

	before bool
	at     int64
	count  atomic.Int64
}

// InTx implements ports.Store.
func (s *crashStore) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	mine := false
	err := s.Store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		watched := &crashTx{Tx: tx}
		err := work(ctx, watched)
		if err == nil && watched.writes && !mine {
			mine = s.count.Add(1) == s.at
		}
		if err == nil && mine && s.before {
			die()
		}
		return err
	})
	if err == nil && mine {
		die()
	}
	return err
}

// die ends the process without any last word.
func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // until the signal is there
}

// crashTx notes whether a transaction changes what people compose.
type crashTx struct {
	ports.Tx

	writes bool
}

// UpdateComposition implements ports.Compositions.
func (t *crashTx) UpdateComposition(ctx context.Context, c composition.Composition) error {
	t.writes = true
	return t.Tx.UpdateComposition(ctx, c)
}

// InsertComposition implements ports.Compositions.
func (t *crashTx) InsertComposition(ctx context.Context, c composition.Composition) error {
	t.writes = true
	return t.Tx.InsertComposition(ctx, c)
}

// UpdateItem implements ports.Items.
func (t *crashTx) UpdateItem(ctx context.Context, i composition.Item) error {
	t.writes = true
	return t.Tx.UpdateItem(ctx, i)
}

// InsertItem implements ports.Items.
func (t *crashTx) InsertItem(ctx context.Context, i composition.Item, first composition.Revision) error {
	t.writes = true
	return t.Tx.InsertItem(ctx, i, first)
}

// UpdateTurn implements ports.Turns.
func (t *crashTx) UpdateTurn(ctx context.Context, turn composition.Turn) error {
	t.writes = true
	return t.Tx.UpdateTurn(ctx, turn)
}

// InsertWorkingCopy implements ports.Turns.
func (t *crashTx) InsertWorkingCopy(ctx context.Context, w composition.WorkingCopy) error {
	t.writes = true
	return t.Tx.InsertWorkingCopy(ctx, w)
}

// AppendSessionEvent implements ports.Sessions.
func (t *crashTx) AppendSessionEvent(ctx context.Context, e composition.SessionEvent) (composition.SessionEvent, error) {
	t.writes = true
	return t.Tx.AppendSessionEvent(ctx, e)
}

// InsertObject implements ports.Catalog.
func (t *crashTx) InsertObject(ctx context.Context, o catalog.Object) error {
	t.writes = true
	return t.Tx.InsertObject(ctx, o)
}

// InsertVersion implements ports.Definitions.
func (t *crashTx) InsertVersion(ctx context.Context, v definition.Version) error {
	t.writes = true
	return t.Tx.InsertVersion(ctx, v)
}
