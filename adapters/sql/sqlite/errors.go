package sqlite

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"heddle.dev/heddle/domain/fault"
)

const codeIO = "database-io"

// translate turns the engine's errors into faults; what it does not know stays as it is and counts as a defect.
func translate(err error) error {
	engine := new(sqlite.Error)
	if !errors.As(err, &engine) {
		return err
	}
	if f := new(fault.Error); errors.As(err, &f) {
		return err
	}
	switch engine.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fault.New(fault.KindConflict, "already-exists", "something with this name or id exists already").Because(err)
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, sqlite3.SQLITE_CONSTRAINT_TRIGGER:
		return fault.New(fault.KindConflict, "in-use", "something that this refers to does not exist, or something else still uses this").Because(err)
	case sqlite3.SQLITE_INTERRUPT:
		return errors.Join(context.Canceled, err)
	}
	switch engine.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fault.New(fault.KindStorageFull, "storage-full",
			"the disk of the data directory is full; nothing of this request was stored, what was stored before is safe: make room and repeat").Because(err)
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return fault.New(fault.KindUnavailable, codeIO,
			"the data directory can't be read or written; nothing of this request was stored").Because(err)
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return fault.New(fault.KindInternal, "database-damaged",
			"the database file in the data directory is damaged or none of Heddle's; restore it from a backup").Because(err)
	case sqlite3.SQLITE_BUSY:
		return fault.New(fault.KindUnavailable, "database-busy", "the database is busy; try again").Because(err)
	}
	return err
}
