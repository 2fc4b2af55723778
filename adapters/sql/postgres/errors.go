package postgres

import (
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"heddle.dev/heddle/domain/fault"
)

// SQLSTATE codes, see PostgreSQL's appendix A.
const (
	uniqueViolation      = "23505"
	foreignKeyViolation  = "23503"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	diskFull             = "53100"
	resourcesClass       = "53"
	connectionClass      = "08"
	interventionClass    = "57" // shutdown, cancelled, database dropped
	codeTryAgain         = "database-conflict"
)

// translate turns the engine's errors into faults; what it does not know stays as it is and counts as a defect.
func translate(err error) error {
	if err == nil {
		return nil
	}
	if f := new(fault.Error); errors.As(err, &f) {
		return err
	}
	if engine := new(pgconn.PgError); errors.As(err, &engine) {
		return translateCode(engine.Code, err)
	}
	connect, network := new(pgconn.ConnectError), net.Error(nil)
	if errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, net.ErrClosed) {
		return unreachable(err)
	}
	return err
}

func translateCode(code string, err error) error {
	switch {
	case code == uniqueViolation:
		return fault.New(fault.KindConflict, "already-exists", "something with this name or id exists already").Because(err)
	case code == foreignKeyViolation:
		return fault.New(fault.KindConflict, "in-use", "something that this refers to does not exist, or something else still uses this").Because(err)
	case code == serializationFailure, code == deadlockDetected:
		return fault.New(fault.KindUnavailable, codeTryAgain, "others changed the same at the same time; try again").Because(err)
	case code == diskFull:
		return fault.New(fault.KindStorageFull, "storage-full",
			"the database's disk is full; nothing of this request was stored, what was stored before is safe: make room and repeat").Because(err)
	case strings.HasPrefix(code, connectionClass), strings.HasPrefix(code, resourcesClass), strings.HasPrefix(code, interventionClass):
		return unreachable(err)
	}
	return err
}

func unreachable(err error) error {
	return fault.New(fault.KindUnavailable, "database-unreachable", "the database can't be reached; nothing of this request was stored, try again").Because(err)
}

// passes tells whether running the transaction again may help.
func passes(err error) bool { return fault.CodeOf(err) == codeTryAgain }
