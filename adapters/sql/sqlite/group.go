package sqlite

import (
	"context"
	"errors"

	"heddle.dev/heddle/adapters/sql/mapping"
	"heddle.dev/heddle/adapters/sql/sqlite/litedb"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// groupSize bounds how many transactions share a commit, and with it how long the first waits for the last.
const groupSize = 128

// errUnfinished is the outcome of work that panicked, or that a test ended in its middle.
var errUnfinished = errors.New("the work of a transaction did not end")

// request is one caller of InTx that waits for its commit. Its channels hold one value, so that neither side waits
// for the other to take it.
type request struct {
	ctx     context.Context  //nolint:containedctx // the caller's; it waits as long as the request lives
	turn    chan *mapping.Tx // given to the caller when its work may run
	worked  chan error       // given to the writer when it ran
	outcome chan error
	err     error // of the work itself
}

// InTx implements ports.Store. SQLite has one writer, and a durable commit costs a sync of the disk. So a single
// goroutine takes everything that waits, has each caller run its work under a savepoint of its own, and commits
// them together; nobody is told of success before that commit.
func (s *Store) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	r := &request{ctx: ctx, turn: make(chan *mapping.Tx, 1), worked: make(chan error, 1), outcome: make(chan error, 1)}
	select {
	case s.queue <- r:
	case <-s.closing:
		return mapping.ShuttingDown()
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		select {
		case tx := <-r.turn:
			r.run(tx, work)
		case err := <-r.outcome:
			return err
		}
	}
}

// run runs the work in its caller's goroutine, so that a panic is the caller's and not the writer's. The caller's
// cancellation does not reach it, since an interrupted statement would roll back the whole group.
func (r *request) run(tx *mapping.Tx, work func(ctx context.Context, tx ports.Tx) error) {
	err := errUnfinished
	defer func() { r.worked <- err }()
	err = work(context.WithoutCancel(r.ctx), tx)
}

// isDue tells whether the request's work may run: its caller is still there and did not cancel it.
func (r *request) isDue() bool {
	if errors.Is(r.err, errUnfinished) {
		return false
	}
	r.err = r.ctx.Err()
	return r.err == nil
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
	signals, err := s.attempt(context.Background(), group)
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
func (s *Store) attempt(ctx context.Context, group []*request) (signals bool, err error) {
	if err := s.writer.begin(ctx); err != nil {
		return false, err
	}
	for _, r := range group {
		fired, err := s.runOne(ctx, r)
		if err != nil {
			s.writer.rollback(ctx)
			return false, err
		}
		signals = signals || fired
	}
	if err := s.writer.commit(ctx); err != nil {
		s.writer.rollback(ctx)
		return false, err
	}
	return signals, nil
}

// runOne has one request's work done; what it wrote is undone when it fails. The answer is an error only when the
// transaction itself is lost.
func (s *Store) runOne(ctx context.Context, r *request) (signals bool, err error) {
	if !r.isDue() {
		return false, nil
	}
	if err := s.writer.run(ctx, "SAVEPOINT work"); err != nil {
		return false, err
	}
	tx := mapping.NewTx(querier{litedb.New(s.writer)}, translate, s.epoch)
	r.turn <- tx
	r.err = <-r.worked
	if losesTransaction(tx.Lost()) {
		return false, tx.Lost()
	}
	if r.err == nil {
		r.err = tx.Lost()
	}
	if r.err != nil {
		if err := s.writer.run(ctx, "ROLLBACK TO work"); err != nil {
			return false, err
		}
	}
	return tx.Signals() && r.err == nil, s.writer.run(ctx, "RELEASE work")
}

// losesTransaction tells whether the engine may have rolled back everything by itself.
func losesTransaction(err error) bool {
	f := new(fault.Error)
	return errors.As(err, &f) && (f.Kind == fault.KindStorageFull || f.Code == codeIO)
}
