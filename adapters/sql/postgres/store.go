// Package postgres is the store of installations that grow: several identical servers share one database.
package postgres

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"heddle.dev/heddle/adapters/sql/mapping"
	"heddle.dev/heddle/adapters/sql/postgres/pgdb"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	// tries bounds how often a transaction is run again after a deadlock or a serialization failure.
	tries = 5
	// connections of the pool, unless the URL says pool_max_conns.
	connections = 16
	// idleInTransaction ends a transaction whose server hangs, since an open one holds back the event log.
	idleInTransaction = "30s"
)

// Store implements ports.Store.
type Store struct {
	mapping.Signal
	pool     *pgxpool.Pool
	epoch    string
	name     string        // of this server, in its notifications
	untold   chan struct{} // holds one value while other servers are to be notified
	shutDown atomic.Bool
}

var (
	_ ports.Store       = (*Store)(nil)
	_ ports.EventSignal = (*Store)(nil)
)

// Open connects to the database at the URL (postgres://…) and brings its schema up to date. Servers that start
// together wait for the one that migrates.
func Open(ctx context.Context, databaseURL string, newID ports.NewID) (*Store, error) {
	config, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return nil, fault.New(fault.KindInvalid, "database-url", "the database URL can't be read: want postgres://user:password@host:port/name").Because(err)
	}
	config.ConnConfig.RuntimeParams["idle_in_transaction_session_timeout"] = idleInTransaction
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	config.AfterConnect = readTimesAsUTC
	if !strings.Contains(databaseURL, "pool_max_conns=") {
		config.MaxConns = connections
	}
	if err := migrate(ctx, config.ConnConfig); err != nil {
		return nil, notOpened(err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, notOpened(err)
	}
	s := &Store{pool: pool, name: newID(), untold: make(chan struct{}, 1)}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		s.epoch, err = mapping.InitEpoch(ctx, querier{pgdb.New(tx)}, newID())
		return err
	})
	if err != nil {
		pool.Close()
		return nil, notOpened(err)
	}
	return s, nil
}

// notOpened translates an error of the start, where no request is to be repeated but an address to be checked.
func notOpened(err error) error {
	translated := translate(err)
	if fault.CodeOf(translated) != codeUnreachable {
		return translated
	}
	return fault.New(fault.KindUnavailable, codeUnreachable,
		"PostgreSQL can't be reached at the address in --database-url (HEDDLE_DATABASE_URL): %v", err).Because(err)
}

func readTimesAsUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// Close waits for the transactions under way and closes all connections.
func (s *Store) Close() error {
	s.shutDown.Store(true)
	s.pool.Close()
	return nil
}

// InTx implements ports.Store.
func (s *Store) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	for try := 1; ; try++ {
		signals, err := s.attempt(ctx, pgx.TxOptions{}, work)
		if err == nil {
			if signals {
				s.committed()
			}
			return nil
		}
		if try == tries || !passes(err) {
			return err
		}
	}
}

// View implements ports.Store.
func (s *Store) View(ctx context.Context, read func(ctx context.Context, tx ports.Tx) error) error {
	_, err := s.attempt(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, read)
	return err
}

func (s *Store) attempt(
	ctx context.Context, options pgx.TxOptions, work func(ctx context.Context, tx ports.Tx) error,
) (signals bool, err error) {
	tx, err := s.begin(ctx, options)
	if err != nil {
		return false, err
	}
	// A cancellation that broke into the commit would leave its outcome unknown.
	whole := context.WithoutCancel(ctx)
	defer func() { _ = tx.Rollback(whole) }() // after a commit it does nothing
	repositories := mapping.NewTx(querier{pgdb.New(tx)}, translate, s.epoch)
	err = work(ctx, repositories)
	if lost := repositories.Lost(); lost != nil && (err == nil || passes(lost)) {
		return false, lost
	}
	if err != nil {
		return false, err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	return repositories.Signals(), translateCommit(tx.Commit(whole))
}

// begin begins a transaction. The pool may hold many connections that the server has ended, after a restart say, so
// it is tried as often as there may be such ones.
func (s *Store) begin(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error) {
	for left := s.pool.Config().MaxConns; ; left-- {
		if s.shutDown.Load() {
			return nil, mapping.ShuttingDown()
		}
		tx, err := s.pool.BeginTx(ctx, options)
		if err == nil {
			return tx, nil
		}
		if left == 0 || !wasEnded(err) {
			return nil, s.refusal(err)
		}
	}
}

// refusal translates why no transaction began.
func (s *Store) refusal(err error) error {
	if s.shutDown.Load() {
		return mapping.ShuttingDown()
	}
	return translate(err)
}

// Ready implements ports.Store.
func (s *Store) Ready(ctx context.Context) error {
	return s.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return tx.(*mapping.Tx).Probe(ctx) })
}

// Settings names what decides how durable a commit is, for benchmarks.
func (s *Store) Settings(ctx context.Context) (string, error) {
	var version, fsync, commit string
	err := s.pool.QueryRow(ctx, "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit')").
		Scan(&version, &fsync, &commit)
	return fmt.Sprintf("PostgreSQL %s fsync=%s synchronous_commit=%s", version, fsync, commit), err
}
