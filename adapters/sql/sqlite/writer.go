package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode/utf8"

	"heddle.dev/heddle/adapters/sql/mapping"
	"heddle.dev/heddle/adapters/sql/sqlite/litedb"
)

// preparedStatements bounds what is kept prepared; there are fewer queries than that, but some vary in length.
const preparedStatements = 256

// writer is the one connection that writes. It keeps statements prepared, since compiling one takes longer than
// running it. Only one goroutine at a time may use it.
type writer struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	lost     bool // the engine may have rolled the transaction back by itself
}

var _ litedb.DBTX = (*writer)(nil)

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &writer{conn: conn, prepared: map[string]*sql.Stmt{}}, nil
}

// begin starts a transaction that nobody else can write beside.
func (w *writer) begin(ctx context.Context) error {
	w.lost = false
	return w.run(ctx, "BEGIN IMMEDIATE")
}

func (w *writer) commit(ctx context.Context) error { return w.run(ctx, "COMMIT") }

// rollback ends the transaction if there still is one.
func (w *writer) rollback(ctx context.Context) {
	w.lost = false
	_ = w.run(ctx, "ROLLBACK")
}

func (w *writer) run(ctx context.Context, statement string) error {
	_, err := w.ExecContext(ctx, statement)
	return err
}

// ExecContext implements litedb.DBTX.
func (w *writer) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if !storable(args) {
		return nil, mapping.TextNotStorable()
	}
	ctx = w.guard(ctx)
	statement, err := w.PrepareContext(ctx, query)
	if err != nil {
		return nil, w.note(err)
	}
	result, err := statement.ExecContext(ctx, args...)
	return result, w.note(err)
}

// storable tells whether PostgreSQL would store the texts too: SQLite takes anything for a text.
func storable(args []any) bool {
	for _, arg := range args {
		text, ok := arg.(string)
		if pointer, isPointer := arg.(*string); isPointer && pointer != nil {
			text, ok = *pointer, true
		}
		if ok && (strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text)) {
			return false
		}
	}
	return true
}

// QueryContext implements litedb.DBTX.
func (w *writer) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx = w.guard(ctx)
	statement, err := w.PrepareContext(ctx, query)
	if err != nil {
		return nil, w.note(err)
	}
	found, err := statement.QueryContext(ctx, args...)
	return found, w.note(err)
}

// QueryRowContext implements litedb.DBTX.
func (w *writer) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = w.guard(ctx)
	statement, err := w.PrepareContext(ctx, query)
	if err != nil {
		return w.conn.QueryRowContext(ctx, query, args...) // which meets the same error, and can say so
	}
	return statement.QueryRowContext(ctx, args...)
}

// PrepareContext implements litedb.DBTX; the statement lives as long as the connection.
func (w *writer) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if statement, ok := w.prepared[query]; ok {
		return statement, nil
	}
	if len(w.prepared) >= preparedStatements {
		w.forget()
	}
	statement, err := w.conn.PrepareContext(ctx, query)
	if err == nil {
		w.prepared[query] = statement
	}
	return statement, err
}

func (w *writer) forget() {
	for query, statement := range w.prepared {
		_ = statement.Close()
		delete(w.prepared, query)
	}
}

// guard keeps statements from running, and being stored one by one, where there is no transaction any more.
func (w *writer) guard(ctx context.Context) context.Context {
	if !w.lost {
		return ctx
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	return ended
}

func (w *writer) note(err error) error {
	if losesTransaction(translate(err)) {
		w.lost = true
	}
	return err
}

func (w *writer) close() error {
	w.forget()
	if err := w.conn.Close(); !errors.Is(err, sql.ErrConnDone) {
		return err
	}
	return nil
}
