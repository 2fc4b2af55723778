package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	migratepgx "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"heddle.dev/heddle/adapters/sql/migrations"
	"heddle.dev/heddle/domain/fault"
)

const (
	// migrationLock is the advisory lock of the server that migrates; any number that nobody else uses will do.
	migrationLock = 0x68656464
	// migrationPatience is how long a server waits for another that migrates the same database.
	migrationPatience = 2 * time.Minute
)

// migrate brings the schema up to date while it holds a lock of its own: the migration library's covers neither the
// look at whether the last migration broke off nor the repair.
func migrate(ctx context.Context, config *pgx.ConnConfig) (err error) {
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	lock, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if err := awaitLock(ctx, lock); err != nil {
		return err
	}
	return apply(ctx, db, config)
}

// awaitLock takes the lock; it ends with the connection.
func awaitLock(ctx context.Context, conn *sql.Conn) error {
	waiting, cancel := context.WithTimeout(ctx, migrationPatience)
	defer cancel()
	_, err := conn.ExecContext(waiting, "SELECT pg_advisory_lock($1)", int64(migrationLock))
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return fault.New(fault.KindUnavailable, "migration-running",
			"another server has been migrating this database for more than %s; look at its log, and start this one again", migrationPatience)
	}
	return err
}

// apply gives the migration library a connection pool of its own, since it closes what it is given.
func apply(ctx context.Context, db *sql.DB, config *pgx.ConnConfig) error {
	own := stdlib.OpenDB(*config)
	driver, err := migratepgx.WithInstance(own, &migratepgx.Config{})
	if err != nil {
		return errors.Join(err, own.Close())
	}
	return migrations.Up("postgres", driver, func(version int) (bool, error) { return marked(ctx, db, version) })
}

func marked(ctx context.Context, db *sql.DB, version int) (exists bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT to_regclass('schema_marks') IS NOT NULL").Scan(&exists)
	if err != nil || !exists {
		return false, err
	}
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM schema_marks WHERE version = $1)", version).Scan(&exists)
	return exists, err
}
