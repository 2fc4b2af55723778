package mapping

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"heddle.dev/heddle/adapters/sql/rows"
	"heddle.dev/heddle/domain/fault"
)

// The keys of the table installation.
const (
	keyEventEpoch   = "event-epoch"
	keyFirstOwner   = "first-owner"
	keyReadyCheck   = "ready-check"
	keyEventsPruned = "events-pruned"
	keyPruning      = "events-pruning"
)

var farFuture = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// TextNotStorable answers whoever stores a text that PostgreSQL can't hold.
func TextNotStorable() *fault.Error {
	return fault.New(fault.KindInvalid, "text-not-storable", "the text holds a NUL character or is not valid UTF-8; nothing was stored")
}

// ShuttingDown answers whoever asks a store for something that is being closed.
func ShuttingDown() error {
	return fault.New(fault.KindUnavailable, "shutting-down", "the server is shutting down; nothing was stored")
}

// Probe writes a row, which proves that the database can be written.
func (t *Tx) Probe(ctx context.Context) error {
	return t.err(t.q.SetInstallationValue(ctx, rows.SetInstallationValueParams{Key: keyReadyCheck}))
}

// FreeLeases ends every lease on jobs and sessions, for a store that only this process can use: whoever held them is
// gone, and what they worked on need not wait for the leases to pass.
func FreeLeases(ctx context.Context, q rows.Querier, now time.Time) error {
	at := stamp(now)
	if _, err := q.FreeJobs(ctx, rows.FreeJobsParams{Now: at}); err != nil {
		return err
	}
	_, err := q.ExpireSessions(ctx, rows.ExpireSessionsParams{Now: &at})
	return err
}

// InitEpoch answers the epoch of the event log, in a transaction of its own. It begins a new, empty log under an epoch
// made of the fresh id where the log holds events of a future that this database has not seen, as after a restore into
// a new cluster, or where the epoch has hyphens, which part the fields of a cursor. Servers that start at the same time
// agree on one epoch.
func InitEpoch(ctx context.Context, q rows.Querier, freshID string) (string, error) {
	fresh := epochOf(freshID)
	if _, err := q.InsertInstallationValue(ctx, rows.InsertInstallationValueParams{Key: keyEventEpoch, Value: fresh}); err != nil {
		return "", err
	}
	epoch, err := q.InstallationValue(ctx, rows.InstallationValueParams{Key: keyEventEpoch})
	if err != nil {
		return "", err
	}
	future, err := q.FutureBrowserEvents(ctx)
	if err != nil || (future == 0 && epoch == epochOf(epoch)) {
		return epoch, err
	}
	return beginEpoch(ctx, q, epoch, fresh)
}

// epochOf is what stands behind an id's last hyphen: of a UUIDv7 that is 48 random bits, enough for the few epochs that
// an installation ever sees.
func epochOf(id string) string { return id[strings.LastIndexByte(id, '-')+1:] }

// beginEpoch replaces the epoch and empties the log, unless another server did so first: then what is in the log
// belongs to the epoch that it began.
func beginEpoch(ctx context.Context, q rows.Querier, old, fresh string) (string, error) {
	n, err := q.ReplaceInstallationValue(ctx, rows.ReplaceInstallationValueParams{Key: keyEventEpoch, OldValue: old, Value: fresh})
	if err != nil {
		return "", err
	}
	if n == 0 {
		return q.InstallationValue(ctx, rows.InstallationValueParams{Key: keyEventEpoch})
	}
	_, err = q.DeleteBrowserEventsBefore(ctx, rows.DeleteBrowserEventsBeforeParams{Before: farFuture})
	return fresh, err
}

// claimFirstOwner tells whether the user may become the first owner: of several servers that ask at once, one gets
// true, and the others wait until its transaction has ended.
func (t *Tx) claimFirstOwner(ctx context.Context, userID string) (bool, error) {
	n, err := t.q.InsertInstallationValue(ctx, rows.InsertInstallationValueParams{Key: keyFirstOwner, Value: userID})
	return n == 1, t.err(err)
}

// none tells whether a look-up found nothing.
func none(err error) bool { return errors.Is(err, sql.ErrNoRows) }
