// Package sqlite is the embedded store: one file in the data directory, one process, nothing to install.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/gofrs/flock"
	migratesqlite "github.com/golang-migrate/migrate/v4/database/sqlite"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"heddle.dev/heddle/adapters/sql/mapping"
	"heddle.dev/heddle/adapters/sql/migrations"
	"heddle.dev/heddle/adapters/sql/sqlite/litedb"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const fileName = "heddle.db"

// Store implements ports.Store. All writes go through one connection, in groups that share a commit.
type Store struct {
	mapping.Signal
	lock     *flock.Flock
	writing  *sql.DB // the database that writer is the one connection of
	writer   *writer
	readers  *sql.DB
	queue    chan *request
	shutDown sync.Once
	closing  chan struct{}
	done     chan struct{}
	epoch    string
	settings string
}

var (
	_ ports.Store       = (*Store)(nil)
	_ ports.EventSignal = (*Store)(nil)
)

// Open opens the store in a data directory, which is made if need be, and brings its schema up to date. The
// directory is locked for the life of the process: a second server on it gets a conflict fault.
func Open(ctx context.Context, dir string, newID ports.NewID) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fault.New(fault.KindUnavailable, "data-directory", "the data directory %s can't be made: %v", dir, err)
	}
	s := &Store{
		lock:  flock.New(filepath.Join(dir, fileName+".lock")),
		queue: make(chan *request), closing: make(chan struct{}), done: make(chan struct{}),
	}
	locked, err := s.lock.TryLock()
	if err != nil {
		return nil, fault.New(fault.KindUnavailable, "data-directory", "the data directory %s can't be locked: %v", dir, err)
	}
	if !locked {
		return nil, fault.New(fault.KindConflict, "data-directory-in-use",
			"another Heddle server runs on the data directory %s; stop it or choose another with --data", dir)
	}
	if err := s.open(ctx, filepath.Join(dir, fileName), newID); err != nil {
		return nil, errors.Join(translate(err), s.closeFiles())
	}
	go s.writeLoop()
	return s, nil
}

// keepPrivate keeps other users of the machine from reading the database. SQLite gives the files beside it the modes of
// the database itself.
func keepPrivate(path string) error {
	const mode = 0o600
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, mode) //nolint:gosec // in the data directory
	if err != nil {
		return fault.New(fault.KindUnavailable, "data-directory", "the database %s can't be opened: %v", path, err).Because(err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		_ = os.Chmod(name, mode) // one that was made before; not every file system has modes, and not every file is there
	}
	return file.Close()
}

func (s *Store) open(ctx context.Context, path string, newID ports.NewID) (err error) {
	if err := keepPrivate(path); err != nil {
		return err
	}
	if err := migrate(ctx, path); err != nil {
		return err
	}
	if s.writing, err = sql.Open("sqlite", writerDSN(path)); err != nil {
		return err
	}
	s.writing.SetMaxOpenConns(1)
	if s.writer, err = newWriter(ctx, s.writing); err != nil {
		return err
	}
	if s.settings, err = readSettings(ctx, s.writer); err != nil {
		return err
	}
	if err := mapping.FreeLeases(ctx, querier{litedb.New(s.writer)}, time.Now()); err != nil {
		return err
	}
	if s.epoch, err = mapping.InitEpoch(ctx, querier{litedb.New(s.writer)}, newID()); err != nil {
		return err
	}
	if s.readers, err = sql.Open("sqlite", readerDSN(path)); err != nil {
		return err
	}
	s.readers.SetMaxOpenConns(max(4, runtime.NumCPU()))
	return s.readers.PingContext(ctx)
}

// migrate uses connections of its own, since the migration library closes what it is given.
func migrate(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", writerDSN(path))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	driver, err := migratesqlite.WithInstance(db, &migratesqlite.Config{})
	if err != nil {
		return errors.Join(err, db.Close())
	}
	return migrations.Up("sqlite", driver, func(version int) (bool, error) { return marked(ctx, path, version) })
}

func marked(ctx context.Context, path string, version int) (exists bool, err error) {
	db, err := sql.Open("sqlite", readerDSN(path))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'schema_marks')").Scan(&exists)
	if err != nil || !exists {
		return false, err
	}
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM schema_marks WHERE version = ?)", version).Scan(&exists)
	return exists, err
}

// Close waits for the writes under way and closes the files. Closing twice does no harm.
func (s *Store) Close() error {
	var err error
	s.shutDown.Do(func() {
		close(s.closing)
		<-s.done
		err = s.closeFiles()
	})
	return err
}

func (s *Store) closeFiles() error {
	var errs []error
	if s.writer != nil {
		errs = append(errs, s.writer.close())
	}
	for _, db := range []*sql.DB{s.readers, s.writing} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.lock.Unlock())...)
}

// View implements ports.Store.
func (s *Store) View(ctx context.Context, read func(ctx context.Context, tx ports.Tx) error) error {
	select {
	case <-s.closing:
		return mapping.ShuttingDown()
	default:
	}
	tx, err := s.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return translate(err)
	}
	err = read(ctx, mapping.NewTx(querier{litedb.New(tx)}, translate, s.epoch))
	if rollbackErr := tx.Rollback(); err == nil && !errors.Is(rollbackErr, sql.ErrTxDone) {
		err = rollbackErr
	}
	return err
}

// Ready implements ports.Store.
func (s *Store) Ready(ctx context.Context) error {
	return s.InTx(ctx, func(ctx context.Context, tx ports.Tx) error { return tx.(*mapping.Tx).Probe(ctx) })
}

// Settings names what decides how durable a commit is, for benchmarks.
func (s *Store) Settings(context.Context) (string, error) { return s.settings, nil }

func readSettings(ctx context.Context, w *writer) (string, error) {
	var journal string
	var synchronous int
	err := errors.Join(
		w.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&journal),
		w.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&synchronous))
	return fmt.Sprintf("SQLite journal_mode=%s synchronous=%d", journal, synchronous), err
}

func writerDSN(path string) string {
	return dsn(path, "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)") + "&_txlock=immediate"
}

func readerDSN(path string) string { return dsn(path, "query_only(1)") }

func dsn(path string, pragmas ...string) string {
	query := url.Values{"_time_format": {"sqlite"}, "_timezone": {"UTC"}, "_pragma": append([]string{"busy_timeout(10000)"}, pragmas...)}
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: query.Encode()}).String()
}
