// Package mapping turns rows into domain values and back, once for both databases.
package mapping

import (
	"context"
	"database/sql"
	"errors"
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
}

var _ ports.Tx = (*Tx)(nil)

// NewTx makes the repositories of one transaction. Translate turns an engine's errors into faults; the epoch is
// the event log's.
func NewTx(q rows.Querier, translate func(error) error, epoch string) *Tx {
	return &Tx{q: q, translate: translate, epoch: epoch}
}

// Signals tells whether the transaction stored something that readers wait for (events, jobs).
func (t *Tx) Signals() bool { return t.signals }

// err translates an engine's error.
func (t *Tx) err(err error) error {
	if err == nil {
		return nil
	}
	return t.translate(err)
}

// found translates an error of a look-up by key: no row is a not-found fault that names what was looked for.
func (t *Tx) found(err error, what, key string) error {
	if errors.Is(err, sql.ErrNoRows) {
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

// InitEpoch answers the epoch of the event log. It begins a new, empty log under the fresh epoch where the log
// holds events of a future that this database has not seen, as after a restore into a new cluster.
func InitEpoch(ctx context.Context, q rows.Querier, fresh string) (string, error) {
	future, err := q.FutureBrowserEvents(ctx)
	if err != nil {
		return "", err
	}
	epoch, err := q.InstallationValue(ctx, rows.InstallationValueParams{Key: "event-epoch"})
	if err == nil && future == 0 {
		return epoch, nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", err
	}
	if future > 0 {
		if _, err := q.DeleteBrowserEventsBefore(ctx, rows.DeleteBrowserEventsBeforeParams{Before: farFuture}); err != nil {
			return "", err
		}
	}
	return fresh, q.SetInstallationValue(ctx, rows.SetInstallationValueParams{Key: "event-epoch", Value: fresh})
}

var farFuture = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
