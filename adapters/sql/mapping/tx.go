// Package mapping turns rows into domain values and back, once for both databases.
package mapping

import (
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Tx implements the repositories over the shared queries.
type Tx struct {
	q         rows.Querier
	translate func(error) error
	epoch     string
	signals   bool
	lost      error
}

var _ ports.Tx = (*Tx)(nil)

// NewTx makes the repositories of one transaction. Translate turns an engine's errors into faults; the epoch is
// the event log's.
func NewTx(q rows.Querier, translate func(error) error, epoch string) *Tx {
	return &Tx{q: q, translate: translate, epoch: epoch}
}

// Signals tells whether the transaction stored something that readers wait for (events, jobs).
func (t *Tx) Signals() bool { return t.signals }

// Lost is the first error of the database in this transaction, nil if there was none. PostgreSQL can't go on in a
// transaction after one; so that no work relies on an engine that can, neither engine commits it.
func (t *Tx) Lost() error { return t.lost }

// err translates an engine's error. Once there was one, every later error is that one.
func (t *Tx) err(err error) error {
	if err == nil {
		return nil
	}
	if t.lost == nil {
		t.lost = t.translate(err)
	}
	return t.lost
}

// found translates an error of a look-up by key: no row is a not-found fault that names what was looked for.
func (t *Tx) found(err error, what, key string) error {
	if none(err) {
		return fault.New(fault.KindNotFound, "not-found", "there is no %s %q", what, key)
	}
	return t.err(err)
}

// changed translates the answer of a change by key, where no row is a not-found fault.
func (t *Tx) changed(n int64, err error, what, key string) error {
	if err == nil && n == 0 {
		return fault.New(fault.KindNotFound, "not-found", "there is no %s %q", what, key)
	}
	return t.err(err)
}

// stamp cuts a time to what both databases keep.
func stamp(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

func stampOrNull(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	cut := stamp(*at)
	return &cut
}

// orNull stores an empty text as null.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// orEmpty reads null as an empty text.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func mapAll[Row, Value any](found []Row, convert func(Row) Value) []Value {
	values := make([]Value, len(found))
	for i := range found {
		values[i] = convert(found[i])
	}
	return values
}

// newest is the page start that comes before no id: "~" sorts behind every hexadecimal digit.
const newest = "~"

func pageStart(page ports.Page) string {
	if page.Before == "" {
		return newest
	}
	return page.Before
}
