package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"heddle.dev/heddle/adapters/sql/mapping"
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
	interventionClass    = "57"    // shutdown, cancelled, database dropped
	idleTimeout          = "25P03" // the server ended a transaction that hung
	programLimitExceeded = "54000" // an index takes 2,700 bytes at most

	characterNotInRepertoire = "22021"
	untranslatableCharacter  = "22P05"

	codeTryAgain    = "database-conflict"
	codeUnreachable = "database-unreachable"
)

// translate turns the engine's errors into faults; what it does not know stays as it is and counts as a defect.
func translate(err error) error {
	if err == nil {
		return nil
	}
	if f := new(fault.Error); errors.As(err, &f) {
		return err
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	if engine := new(pgconn.PgError); errors.As(err, &engine) {
		return translateCode(engine.Code, err)
	}
	if isBroken(err) {
		return unreachable(err)
	}
	return err
}

// isBroken tells whether the connection could not be made or is gone.
func isBroken(err error) bool {
	connect, network := new(pgconn.ConnectError), net.Error(nil)
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// wasEnded tells whether a connection that was made earlier turned out to be gone.
func wasEnded(err error) bool {
	connect := new(pgconn.ConnectError)
	return fault.CodeOf(translate(err)) == codeUnreachable && !errors.As(err, &connect)
}

// translateCommit is translate for the error of a commit. Where the connection broke, nobody knows what became of
// it.
func translateCommit(err error) error {
	if engine := new(pgconn.PgError); err == nil || errors.As(err, &engine) || !isBroken(err) {
		return translate(err)
	}
	return fault.New(fault.KindUnavailable, "outcome-unknown",
		"the database went away while it stored this, so it is stored or not: look before you repeat it").Because(err)
}

func translateCode(code string, err error) error {
	switch {
	case code == uniqueViolation:
		return fault.New(fault.KindConflict, "already-exists", "something with this name or id exists already").Because(err)
	case code == foreignKeyViolation:
		return fault.New(fault.KindConflict, "in-use", "something that this refers to does not exist, or something else still uses this").Because(err)
	case code == serializationFailure, code == deadlockDetected:
		return fault.New(fault.KindUnavailable, codeTryAgain, "others changed the same at the same time; try again").Because(err)
	case code == characterNotInRepertoire, code == untranslatableCharacter:
		return mapping.TextNotStorable().Because(err)
	case code == programLimitExceeded:
		return fault.New(fault.KindTooLarge, "too-large", "a name or key is too long to be stored").Because(err)
	case code == diskFull:
		return fault.New(fault.KindStorageFull, "storage-full",
			"the database's disk is full; nothing of this request was stored, what was stored before is safe: make room and repeat").Because(err)
	case strings.HasPrefix(code, connectionClass), strings.HasPrefix(code, resourcesClass), strings.HasPrefix(code, interventionClass), code == idleTimeout:
		return unreachable(err)
	}
	return err
}

func unreachable(err error) error {
	return fault.New(fault.KindUnavailable, codeUnreachable, "the database can't be reached; nothing of this request was stored, try again").Because(err)
}

// passes tells whether running the transaction again may help.
func passes(err error) bool { return fault.CodeOf(err) == codeTryAgain }
