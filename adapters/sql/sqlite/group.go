package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"

	"heddle.dev/heddle/adapters/sql/mapping"
	"heddle.dev/heddle/adapters/sql/sqlite/litedb"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// groupSize bounds how many transactions share a commit, and with it how long the first waits for the last.
const groupSize = 128

// request is one caller of InTx that waits for its commit.
type request struct {
	ctx     context.Context //nolint:containedctx // the caller's, for the values it carries; it waits as long as the request lives
	work    func(ctx context.Context, tx ports.Tx) error
	outcome chan error
	err     error // of the work itself
}

// InTx implements ports.Store. SQLite has one writer, and a durable commit costs a sync of the disk. So a single
// goroutine takes everything that waits, runs each piece of work under a savepoint of its own, and commits them
// together; nobody is told of success before that commit.
func (s *Store) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	r := &request{ctx: ctx, work: work, outcome: make(chan error, 1)}
	select {
	case s.queue <- r:
		return <-r.outcome
	case <-s.closing:
		return fault.New(fault.KindUnavailable, "shutting-down", "the server is shutting down; nothing was stored")
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) writeLoop() {
	defer close(s.done)
	for {
		select {
		case first := <-s.queue:
			s.commitGroup(s.gather(first))
		case <-s.closing:
			return
		}
	}
}

// gather adds whoever else waits at this moment.
func (s *Store) gather(first *request) []*request {
	group := []*request{first}
	for len(group) < groupSize {
		select {
		case next := <-s.queue:
			group = append(group, next)
		default:
			return group
		}
	}
	return group
}

// commitGroup runs the group in one transaction. When the transaction as a whole fails, each request is run again
// alone, so that one that fills the disk does not fail the others.
func (s *Store) commitGroup(group []*request) {
	signals, err := s.attempt(group)
	if err != nil && len(group) > 1 {
		for _, r := range group {
			s.commitGroup([]*request{r})
		}
		return
	}
	if signals && err == nil {
		s.Fire()
	}
	for _, r := range group {
		if err != nil {
			r.err = translate(err)
		}
		r.outcome <- r.err
	}
}

// attempt answers an error when nothing was stored. Errors of single requests stay with them.
func (s *Store) attempt(group []*request) (signals bool, err error) {
	background := context.Background()
	tx, err := s.writer.BeginTx(background, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, r := range group {
		fired, err := s.runOne(background, tx, r)
		if err != nil {
			return false, err
		}
		signals = signals || fired
	}
	return signals, tx.Commit()
}

// runOne runs one request's work; what it wrote is undone when it fails. The answer is an error only when the
// transaction itself is lost. The caller's cancellation does not reach the work, since an interrupted statement
// would roll back the whole group.
func (s *Store) runOne(ctx context.Context, tx *sql.Tx, r *request) (signals bool, err error) {
	if r.err = r.ctx.Err(); r.err != nil {
		return false, nil
	}
	if _, err := tx.ExecContext(ctx, "SAVEPOINT work"); err != nil {
		return false, err
	}
	repositories := mapping.NewTx(querier{litedb.New(tx)}, translate, s.epoch)
	r.err = recovered(func() error { return r.work(context.WithoutCancel(r.ctx), repositories) })
	if losesTransaction(r.err) {
		return false, r.err
	}
	if r.err != nil {
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO work"); err != nil {
			return false, err
		}
	}
	_, err = tx.ExecContext(ctx, "RELEASE work")
	return repositories.Signals() && r.err == nil, err
}

// recovered turns a panic of a use case into an error, so that it can't end the writer for everybody.
func recovered(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

// losesTransaction tells whether the engine may have rolled back everything by itself.
func losesTransaction(err error) bool {
	f := new(fault.Error)
	return errors.As(err, &f) && (f.Kind == fault.KindStorageFull || f.Code == codeIO)
}
