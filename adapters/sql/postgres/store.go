// Package postgres is the store of installations that grow: several identical servers share one database.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	migratepgx "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"heddle.dev/heddle/adapters/sql/mapping"
	"heddle.dev/heddle/adapters/sql/migrations"
	"heddle.dev/heddle/adapters/sql/postgres/pgdb"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const (
	// tries bounds how often a transaction is run again after a deadlock or a serialization failure.
	tries = 5
	// migrationLock is how long a server waits for another that migrates the same database.
	migrationLock = 2 * time.Minute
	// idleInTransaction ends a transaction whose server hangs, since an open one holds back the event log.
	idleInTransaction = "30s"
)

// Store implements ports.Store.
type Store struct {
	mapping.Signal
	pool  *pgxpool.Pool
	epoch string
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
	if config.MaxConns < 16 {
		config.MaxConns = 16
	}
	if err := migrate(ctx, config.ConnConfig); err != nil {
		return nil, translate(err)
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, translate(err)
	}
	s := &Store{pool: pool}
	if s.epoch, err = mapping.InitEpoch(ctx, querier{pgdb.New(pool)}, newID()); err != nil {
		pool.Close()
		return nil, translate(err)
	}
	return s, nil
}

func readTimesAsUTC(_ context.Context, conn *pgx.Conn) error {
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// migrate uses a connection of its own, since the migration library closes what it is given.
func migrate(ctx context.Context, config *pgx.ConnConfig) error {
	db := stdlib.OpenDB(*config)
	if err := db.PingContext(ctx); err != nil {
		return errors.Join(err, db.Close())
	}
	marks := stdlib.OpenDB(*config)
	defer func() { _ = marks.Close() }()
	driver, err := migratepgx.WithInstance(db, &migratepgx.Config{})
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return migrations.Up("postgres", driver, func(version int) (bool, error) { return marked(ctx, marks, version) })
}

func marked(ctx context.Context, db *sql.DB, version int) (bool, error) {
	var exists bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_marks') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return false, err
	}
	err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM schema_marks WHERE version = $1)", version).Scan(&exists)
	return exists, err
}

// Close closes all connections.
func (s *Store) Close() error {
	s.pool.Close()
	return nil
}

// InTx implements ports.Store.
func (s *Store) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	for try := 1; ; try++ {
		signals, err := s.attempt(ctx, pgx.TxOptions{}, work)
		if err == nil {
			if signals {
				s.Fire()
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
	tx, err := s.pool.BeginTx(ctx, options)
	if err != nil {
		return false, translate(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // after a commit it does nothing
	repositories := mapping.NewTx(querier{pgdb.New(tx)}, translate, s.epoch)
	if err := work(ctx, repositories); err != nil {
		return false, err
	}
	return repositories.Signals(), translate(tx.Commit(ctx))
}

// Ready implements ports.Store.
func (s *Store) Ready(ctx context.Context) error {
	var one int
	return translate(s.pool.QueryRow(ctx, "SELECT 1").Scan(&one))
}

// Settings names what decides how durable a commit is, for benchmarks.
func (s *Store) Settings(ctx context.Context) (string, error) {
	var version, fsync, commit string
	err := s.pool.QueryRow(ctx, "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit')").
		Scan(&version, &fsync, &commit)
	return fmt.Sprintf("PostgreSQL %s fsync=%s synchronous_commit=%s", version, fsync, commit), err
}
